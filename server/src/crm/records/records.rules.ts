import type { Diff } from '../history/public.ts';
import type { Data } from './columns.rules.ts';
import type { Attribute, Definition } from '../schema/public.ts';
import { companyNameFrom } from './domains.rules.ts';
import { parseValue, type Stored } from './values.rules.ts';

/** What is to become of a record: values by key, and the whole list of partners by relation. */
export interface Draft {
  readonly values: Readonly<Record<string, Stored>>;
  readonly links: ReadonlyMap<Attribute, readonly string[]>;
}

/** Reads a flat body by the definition of its object. Keys that are not its own are nobody's concern. */
export function draftFrom(
  definition: Definition,
  body: Readonly<Record<string, unknown>>,
): { draft: Draft; wrong: string[] } {
  const values: Record<string, Stored> = {};
  const links = new Map<Attribute, readonly string[]>();
  const wrong: string[] = [];
  for (const [key, given] of Object.entries(body)) {
    const attribute = definition.byKey.get(key);
    if (!attribute || attribute.isSystem || isDerived(definition, attribute)) continue;
    const parsed = parseValue(attribute, given);
    if ('expected' in parsed) wrong.push(`${key} ${parsed.expected}.`);
    else if (attribute.relation) links.set(attribute, (parsed.value ?? []) as string[]);
    else values[key] = parsed.value;
  }
  return { draft: { values, links }, wrong };
}

/** A person's name is made of its parts. */
function isDerived({ isStandard, slug }: Definition, { key }: Attribute): boolean {
  return isStandard && slug === 'people' && key === 'name';
}

/** The values of a record with those that follow from others. */
export function completed({ isStandard, slug }: Definition, data: Data): Data {
  if (!isStandard) return data;
  if (slug === 'people') {
    const name = [data['firstName'], data['lastName']].filter(Boolean).join(' ');
    return { ...data, name: name || null };
  }
  const { domain } = data;
  if (slug === 'companies' && !data['name'] && typeof domain === 'string') {
    return { ...data, name: companyNameFrom(domain) };
  }
  return data;
}

/** Which required attributes would have no value. An archived one is asked of nobody. */
export function missingKeys(definition: Definition, data: Data, { links }: Draft): string[] {
  const required = definition.attributes.filter(
    ({ isRequired, isArchived, isSystem }) => isRequired && !isArchived && !isSystem,
  );
  return required
    .filter((attribute) =>
      attribute.relation ? (links.get(attribute) ?? []).length === 0 : (data[attribute.key] ?? null) === null,
    )
    .map(({ key }) => key);
}

/** What differs between two states of a record. */
export function diffOf(before: Data, after: Data): Diff {
  const diff: Record<string, [unknown, unknown]> = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const old = before[key] ?? null;
    const now = after[key] ?? null;
    if (JSON.stringify(old) !== JSON.stringify(now)) diff[key] = [old, now];
  }
  return diff;
}

/** Values that are there: what is null is left out, so that data holds only what a record has. */
export function withoutNulls(data: Data): Data {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
}

/** Whether an `If-Match` header lets a change of this version through. */
export function isExpected(ifMatch: string | undefined, version: number): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true;
  return ifMatch
    .split(',')
    .some((tag) => tag.trim().replace(/^W\//, '').replaceAll('"', '') === String(version));
}
