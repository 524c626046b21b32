import type { Ctx } from '../../platform/context.ts';
import { newUuid } from '../../platform/ids.ts';
import { insertChanges } from '../history/public.ts';
import type { Definition } from '../schema/public.ts';
import { linkDiffs, type LinkDiff, type LinkRow } from './rules.ts';

interface Change {
  readonly removed: readonly LinkRow[];
  readonly added: readonly LinkRow[];
  readonly detail?: Readonly<Record<string, unknown>>;
}

const atOnce = 1000;

/**
 * Writes into the history of partners what became of their links. The records themselves, `own`, are left to the caller,
 * who is told what became of theirs.
 */
export async function noteLinks(
  ctx: Ctx,
  definition: Definition,
  own: readonly string[],
  { removed, added, detail = {} }: Change,
): Promise<ReadonlyMap<string, LinkDiff>> {
  const diffs = linkDiffs(definition, removed, added);
  const partners = [...diffs.values()].filter(({ recordId }) => !own.includes(recordId));
  const changes = partners.map((partner) => ({ id: newUuid(), kind: 'record.updated', detail, ...partner }));
  for (let start = 0; start < changes.length; start += atOnce) {
    await insertChanges(ctx, changes.slice(start, start + atOnce));
  }
  return diffs;
}
