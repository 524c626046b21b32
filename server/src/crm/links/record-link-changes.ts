import type { Ctx } from '../../platform/context.ts';
import { generateUuid } from '../../platform/ids.ts';
import { insertChanges } from '../history/public.ts';
import type { Definition } from '../schema/public.ts';
import { computeLinkDiffs, type LinkDiff, type LinkRow } from './rules.ts';

interface LinkRows {
  readonly removed: readonly LinkRow[];
  readonly added: readonly LinkRow[];
  readonly detail?: Readonly<Record<string, unknown>>;
}

const batchSize = 1000;

/**
 * Writes the changes of links into the history of the partners. Returns the diffs of all records by id, since the history
 * of `ownIds` is written by the caller.
 */
export async function recordLinkChanges(
  ctx: Ctx,
  definition: Definition,
  ownIds: readonly string[],
  { removed, added, detail = {} }: LinkRows,
): Promise<ReadonlyMap<string, LinkDiff>> {
  const diffs = computeLinkDiffs(definition, removed, added);
  const partners = [...diffs.values()].filter(({ recordId }) => !ownIds.includes(recordId));
  const changes = partners.map((partner) => ({
    id: generateUuid(),
    kind: 'record.updated',
    detail,
    ...partner,
  }));
  for (let start = 0; start < changes.length; start += batchSize) {
    await insertChanges(ctx, changes.slice(start, start + batchSize));
  }
  return diffs;
}
