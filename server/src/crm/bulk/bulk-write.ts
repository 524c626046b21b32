import type { Ctx } from '../../platform/context.ts';
import { badRequest, conflict, invalid, invalidField, type FieldErrors } from '../../platform/problems.ts';
import { createMany } from './bulk-create.ts';
import {
  apart,
  failedBy,
  matchingKeys,
  type How,
  type Item,
  type Outcome,
  type Progress,
} from './bulk.rules.ts';
import { updateMany, type Match } from './bulk-update.ts';
import type { Attribute, Definition } from '../schema/public.ts';
import { findKeys, findMemberIds } from '../records/public.ts';

const attempts = 5;

/**
 * Writes many records with a few statements, by the rules of one: the same keys are claimed in the same way, the same
 * changes are noted and told. What can't be written leaves no trace, and says why. What was created is still to be counted.
 */
export async function writeMany(
  ctx: Ctx,
  definition: Definition,
  items: readonly Item[],
  { matching, source, onHeld }: How,
): Promise<Map<number, Outcome>> {
  const outcomes = new Map<number, Outcome>();
  let open = await withKnownUsers(ctx, definition, items, outcomes);
  for (let idle = 0; open.length > 0;) {
    const { now, later } = matching ? apart(open, matching) : { now: open, later: [] };
    const { creates, updates, again } = matching
      ? await matched(ctx, matching, now, outcomes)
      : { creates: now, updates: [], again: [] };
    const isLast = updates.length + again.length + later.length === 0;
    const parts = [
      await updateMany(ctx, definition, updates, source),
      await createMany(ctx, definition, creates, { source, matching, onHeld: isLast ? onHeld : undefined }),
    ];
    const unsettled = [...again, ...settle(parts, outcomes)];
    idle = unsettled.length === now.length ? idle + 1 : 0;
    if (idle === attempts) {
      for (const { index } of unsettled) outcomes.set(index, failedBy(conflict(meanwhile)));
      unsettled.length = 0;
    }
    open = [...unsettled, ...later].toSorted((a, b) => a.index - b.index);
  }
  return outcomes;
}

const meanwhile = 'This record is being created and deleted by others at the moment. Try again.';

function settle(parts: readonly Progress[], outcomes: Map<number, Outcome>): Item[] {
  for (const part of parts) for (const [index, outcome] of part.outcomes) outcomes.set(index, outcome);
  return parts.flatMap(({ again }) => again);
}

/** Which items are there already, by the value that they are matched by. */
async function matched(
  ctx: Ctx,
  matching: Attribute,
  items: readonly Item[],
  outcomes: Map<number, Outcome>,
): Promise<{ creates: Item[]; updates: Match[]; again: Item[] }> {
  const keysByItem = new Map(items.map((item) => [item, matchingKeys(matching, item)]));
  const found = await findKeys(ctx, matching.id, [...keysByItem.values()].flat());
  const ownerOf = new Map(found.map(({ key, recordId }) => [key, recordId]));
  const creates: Item[] = [];
  const updates: Match[] = [];
  const again: Item[] = [];
  const taken = new Set<string>();
  for (const [item, keys] of keysByItem) {
    const owners = [...new Set(keys.flatMap((key) => ownerOf.get(key) ?? []))];
    const [owner] = owners;
    if (keys.length === 0) {
      const why = 'This field is required, since it is matched by.';
      outcomes.set(item.index, failedBy(invalidField(matching.key, why)));
    } else if (owners.length > 1) {
      const why = `${matching.key} belong to several records: ${owners.join(', ')}. Merge them first.`;
      outcomes.set(item.index, failedBy(badRequest(why)));
    } else if (owner === undefined) creates.push(item);
    else if (taken.has(owner)) again.push(item);
    else updates.push({ item, recordId: owner, matching });
    if (owner !== undefined) taken.add(owner);
  }
  return { creates, updates, again };
}

/** Users are looked up once for all. */
async function withKnownUsers(
  ctx: Ctx,
  { attributes }: Definition,
  items: readonly Item[],
  outcomes: Map<number, Outcome>,
): Promise<Item[]> {
  const keys = attributes.filter(({ type }) => type === 'user').map(({ key }) => key);
  const usersIn = ({ draft }: Item, key: string) => (draft.values[key] ?? []) as readonly string[];
  const wanted = new Set(items.flatMap((item) => keys.flatMap((key) => usersIn(item, key))));
  if (wanted.size === 0) return [...items];
  const known = new Set(await findMemberIds(ctx, [...wanted]));
  return items.filter((item) => {
    const errors: FieldErrors = {};
    for (const key of keys) {
      const unknown = usersIn(item, key).filter((id) => !known.has(id));
      if (unknown.length > 0) {
        errors[key] = unknown.map((id) => `No user of this workspace has the id ${id}.`);
      }
    }
    if (Object.keys(errors).length > 0) outcomes.set(item.index, failedBy(invalid(errors)));
    return Object.keys(errors).length === 0;
  });
}
