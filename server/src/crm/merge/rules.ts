import { type Data, parseValue, type Stored } from '../records/public.ts';
import type { Attribute, Definition } from '../schema/public.ts';

export type Choices = Readonly<Record<string, unknown>>;

/** What the survivor of two records is to have that it has not: by choice, or because it lacks it. */
export function mergedValues(
  { attributes }: Definition,
  survivor: Data,
  merged: Data,
  choices: Choices,
): { values: Record<string, Stored>; wrong: string[] } {
  const values: Record<string, Stored> = {};
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

function choose(attribute: Attribute, own: Stored, other: Stored, choice: unknown) {
  const isGiven = choice !== undefined && choice !== 'survivor' && choice !== 'merged';
  const given = isGiven ? parseValue(attribute, choice) : undefined;
  if (given && 'expected' in given) return given;
  // No address is lost: whoever writes to it is still the same.
  if (attribute.isList) {
    const first = given ? given.value : choice === 'merged' ? other : own;
    const all = [first, own, other].flatMap((list) => (list ?? []) as readonly string[]);
    return { value: all.length === 0 ? null : [...new Set(all)] };
  }
  if (given) return given;
  if (choice === 'merged') return { value: other };
  return { value: choice === 'survivor' ? own : (own ?? other) };
}
