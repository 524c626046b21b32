import { nameRecords, nameViews, listReadable } from '../crm/public.ts';
import { findPageTitles } from '../event-types/public.ts';
import type { Ctx } from '../platform/context.ts';

/** What a favorite leads to, as its user sees it now. */
export interface Target {
  /** Of a merged record, that of its survivor. */
  readonly id: string;
  readonly title: string;
  readonly objectId: string | null;
  readonly objectSlug: string | null;
}

export interface TargetKey {
  readonly kind: 'record' | 'view' | 'page';
  readonly target_id: string;
  /** By either of these, the object of a record or view. */
  readonly object_id?: string | null;
  readonly objectSlug?: string | undefined;
}

/** By `target_id`; without what was deleted, and what the actor can't see. */
export async function findTargets(
  ctx: Ctx,
  keys: readonly TargetKey[],
): Promise<ReadonlyMap<string, Target>> {
  return new Map([...(await findPages(ctx, keys)), ...(await findInCrm(ctx, keys))]);
}

async function findPages(ctx: Ctx, keys: readonly TargetKey[]): Promise<[string, Target][]> {
  const ids = keys.filter(({ kind }) => kind === 'page').map((key) => key.target_id);
  const titles = await findPageTitles(ctx, ids);
  return [...titles].map(([id, title]) => [id, { id, title, objectId: null, objectSlug: null }]);
}

const maxObjects = 1000;

async function findInCrm(ctx: Ctx, keys: readonly TargetKey[]): Promise<[string, Target][]> {
  const inCrm = keys.filter(({ kind }) => kind !== 'page');
  if (inCrm.length === 0 || !ctx.actor.scopes.has('crm:read')) return [];
  const found: [string, Target][] = [];
  for (const definition of await listReadable(ctx, maxObjects)) {
    const { id: objectId, slug: objectSlug } = definition;
    const own = inCrm.filter((key) => key.object_id === objectId || key.objectSlug === objectSlug);
    const idsOf = (wanted: string) => own.filter(({ kind }) => kind === wanted).map((key) => key.target_id);
    const names = new Map([
      ...(await nameRecords(ctx, definition, idsOf('record'))),
      ...(await nameViews(ctx, definition, idsOf('view'))),
    ]);
    for (const [key, { id, title }] of names) found.push([key, { id, title, objectId, objectSlug }]);
  }
  return found;
}
