import type { LinkRow } from '../links/public.ts';
import type { Attribute, Definition } from '../schema/public.ts';
import { type Data, parseValue, type StoredValue } from '../values/public.ts';

export type Choices = Readonly<Record<string, unknown>>;

/** The values that the survivor takes from the merged record: those that were chosen, and those that it lacks. */
export function mergeValues(
  { attributes }: Definition,
  survivor: Data,
  merged: Data,
  choices: Choices,
): { values: Record<string, StoredValue>; wrong: string[] } {
  const values: Record<string, StoredValue> = {};
  const wrong: string[] = [];
  for (const attribute of attributes) {
    const { key, isSystem, relation } = attribute;
    if (isSystem || relation) continue;
    const own = survivor[key] ?? null;
    const chosen = choose(attribute, own, merged[key] ?? null, choices[key]);
    if ('expected' in chosen) wrong.push(`${key} ${chosen.expected}.`);
    else if (JSON.stringify(chosen.value) !== JSON.stringify(own)) values[key] = chosen.value;
  }
  return { values, wrong };
}

function choose(attribute: Attribute, own: StoredValue, other: StoredValue, choice: unknown) {
  const isGiven = choice !== undefined && choice !== 'survivor' && choice !== 'merged';
  const given = isGiven ? parseValue(attribute, choice) : undefined;
  if (given && 'expected' in given) return given;
  // All items of a list are kept: a person is still found by each of their addresses.
  if (attribute.isList) {
    const first = given ? given.value : choice === 'merged' ? other : own;
    const all = [first, own, other].flatMap((list) => (list ?? []) as readonly string[]);
    return { value: all.length === 0 ? null : [...new Set(all)] };
  }
  if (given) return given;
  if (choice === 'merged') return { value: other };
  return { value: choice === 'survivor' ? own : (own ?? other) };
}

/** Links with one record in place of another, without those that would link it with itself. */
export function replaceLinkedRecord(
  links: readonly LinkRow[],
  objectId: string,
  from: string,
  to: string,
): LinkRow[] {
  return links
    .map((link) => ({
      ...link,
      from_id: link.from_object_id === objectId && link.from_id === from ? to : link.from_id,
      to_id: link.to_object_id === objectId && link.to_id === from ? to : link.to_id,
    }))
    .filter(({ from_id: a, to_id: b, from_object_id: x, to_object_id: y }) => a !== b || x !== y);
}

/** Groups of at least two records of which none is known to differ from another, each record in the first group that it fits. */
export function splitDifferent(
  ids: readonly string[],
  different: readonly { readonly oneId: string; readonly otherId: string }[],
): string[][] {
  const groups: string[][] = [];
  for (const id of ids) {
    const others = new Set(
      different.flatMap(({ oneId, otherId }) => (oneId === id ? otherId : otherId === id ? oneId : [])),
    );
    const fitting = groups.find((group) => !group.some((each) => others.has(each)));
    if (fitting) fitting.push(id);
    else groups.push([id]);
  }
  return groups.filter((group) => group.length > 1);
}
