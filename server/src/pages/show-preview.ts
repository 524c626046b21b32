import type { Runtime } from '../platform/context.ts';
import type { PageResponse, Visit } from '../platform/http/pages.ts';
import { runOnPreview } from '../event-types/public.ts';
import { loadPreviewedPage } from './find.ts';
import { showVisited } from './show-page.ts';

/** A booking page with changes that are not saved: for the person who edits it, in a frame of the dashboard. */
export async function showPreview(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  const { token = '' } = visit.params;
  const shown = await runOnPreview(runtime, token, async (ctx, eventTypeId) =>
    showVisited(ctx, runtime, visit, await loadPreviewedPage(ctx, eventTypeId, token)),
  );
  return { ...shown, isSecret: true, frameAncestors: [] };
}

/** Nothing is booked from it: the form leads back to where it began. */
export async function rejectBooking(_: Runtime, { path }: Visit): Promise<PageResponse> {
  return { redirect: path };
}
