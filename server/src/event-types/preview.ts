import { createSystemActor } from '../platform/auth/actor.ts';
import { formatWireTime } from '../platform/clock.ts';
import { runInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import { runInSavepoint } from '../platform/db/savepoint.ts';
import { generateUuid } from '../platform/ids.ts';
import { notFound, throwIfInvalid, type FieldErrors } from '../platform/problems.ts';
import { openReference, sealReference } from '../platform/sealed-reference.ts';
import { buildPreviewUrl } from '../platform/urls.ts';
import { loadChangeable } from './access.ts';
import { findPreview, insertPreview } from './previews.store.ts';
import type { PageInput } from './rules.ts';
import { draftPage, updateEventType } from './update.ts';

const purpose = 'preview';
const minutesOpen = 30;
const maxOfUser = 5;

/** Where a page can be looked at as it would be with these changes, for a while. */
export async function previewEventType(
  ctx: Ctx,
  id: string,
  changes: PageInput,
): Promise<{ url: string; expiresAt: string }> {
  const { errors } = await draftPage(ctx, await loadChangeable(ctx, id), changes, 'none');
  throwIfInvalid(inChanges(errors));
  const expiresAt = formatWireTime(new Date(ctx.now.getTime() + minutesOpen * 60_000));
  const previewId = generateUuid();
  await insertPreview(ctx, { id: previewId, eventTypeId: id, changes, expiresAt }, maxOfUser);
  const token = sealReference(ctx.secrets, purpose, { workspaceId: ctx.workspaceId, id: previewId });
  return { url: buildPreviewUrl(ctx, token), expiresAt };
}

function inChanges(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([field, messages]) => [`changes.${field}`, messages]),
  );
}

/**
 * Runs `work` where the page is changed as a preview says. The changes are made and rolled back, so that what it sees is
 * exactly what saving would make of them. The person who made the preview was allowed to save it.
 */
export async function runOnPreview<T>(
  runtime: Runtime,
  token: string,
  work: (ctx: Ctx, eventTypeId: string) => Promise<T>,
): Promise<T> {
  const reference = openReference(runtime.secrets, purpose, token);
  if (!reference) throw notFound('Page');
  return runInWorkspace(runtime, createSystemActor(reference.workspaceId), async (ctx) => {
    const preview = await findPreview(ctx, reference.id);
    if (!preview) throw notFound('Page');
    const { eventTypeId, changes } = preview;
    const draw = async (): Promise<T> => {
      // One that is switched off can be looked at as well.
      await updateEventType(ctx, eventTypeId, { ...changes, isActive: true });
      return work(ctx, eventTypeId);
    };
    return runInSavepoint(ctx, draw, () => false);
  });
}
