import type { FieldErrors, Problem } from '../../platform/problems.ts';
import type { Diff } from '../history/public.ts';
import type { Attribute, Definition } from '../schema/public.ts';
import {
  type Data,
  parseValue,
  type StoredValue,
  listUniqueKeys,
  addDerivedValues,
} from '../values/public.ts';
import type { RecordRow } from './store.ts';

/** What is to be written to a record: values by key, and the whole list of partners by relation. */
export interface Draft {
  readonly values: Readonly<Record<string, StoredValue>>;
  readonly links: ReadonlyMap<Attribute, readonly string[]>;
}

/** On whose behalf records are written. What a person wrote, a booking does not replace. */
export interface WriteSource {
  readonly isPerson: boolean;
  /** Options that were archived since may be written, as they come from another record. */
  readonly mayKeepArchived?: boolean;
  /** Stored with the change: which import, form or booking it came from. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

export const byPerson: WriteSource = { isPerson: true };

/** A draft among others that are written with it. */
export interface WriteItem {
  readonly index: number;
  readonly draft: Draft;
  /** The record that the caller names, where items are matched by id. */
  readonly recordId?: string | undefined;
}

export type Outcome =
  | { readonly status: 'created' | 'updated' | 'unchanged'; readonly record: RecordRow }
  | { readonly status: 'failed'; readonly problem: Problem };

/** Outcomes by index, and the items to look up again because another transaction changed what they were matched with. */
export interface Progress {
  readonly outcomes: Map<number, Outcome>;
  readonly retry: WriteItem[];
}

/** Parses a flat body by the definition of its object. Keys that the object does not have are ignored. */
export function parseDraft(
  definition: Definition,
  body: Readonly<Record<string, unknown>>,
): { draft: Draft; wrong: string[] } {
  const values: Record<string, StoredValue> = {};
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

/** A person's name is made of first and last name. */
function isDerived(definition: Definition, { key }: Attribute): boolean {
  return isPeople(definition) && key === 'name';
}

function isPeople({ isStandard, slug }: Definition): boolean {
  return isStandard && slug === 'people';
}

/** What keeps a record from being created. */
export function validateNew(definition: Definition, data: Data, draft: Draft): FieldErrors {
  const errors = {
    ...required(missingKeys(definition, data, draft)),
    ...archivedChoices(definition, {}, data),
  };
  if (isPeople(definition) && !data['name'] && !data['emails']) {
    errors['emails'] ??= ['Give at least a name or an email address.'];
  }
  return errors;
}

/** Required attributes without a value. Archived ones are no longer required. */
function missingKeys(definition: Definition, data: Data, { links }: Draft): string[] {
  return definition.attributes
    .filter(({ isRequired, isArchived, isSystem }) => isRequired && !isArchived && !isSystem)
    .filter((attribute) =>
      attribute.relation ? (links.get(attribute) ?? []).length === 0 : (data[attribute.key] ?? null) === null,
    )
    .map(({ key }) => key);
}

function required(keys: readonly string[]): FieldErrors {
  return Object.fromEntries(keys.map((key) => [key, ['This field is required.']]));
}

/** A record as an update will leave it. */
export interface PlannedUpdate {
  readonly before: RecordRow;
  readonly draft: Draft;
  readonly data: Data;
  readonly diff: Diff;
  readonly manualKeys: readonly string[];
  readonly errors: FieldErrors;
}

export function planUpdate(
  definition: Definition,
  before: RecordRow,
  draft: Draft,
  source: WriteSource,
): PlannedUpdate {
  const data = addDerivedValues(definition, { ...before.data, ...draft.values });
  // A record may lack an attribute that became required later, but an update may not empty one.
  const written = new Set(keysOfDraft(draft));
  const emptied = missingKeys(definition, data, draft).filter((key) => written.has(key));
  return {
    before,
    draft,
    data,
    diff: diffData(before.data, data),
    manualKeys: listManualKeys(definition, draft, source, before.by_hand),
    errors: {
      ...required(emptied),
      ...(source.isPerson && !source.mayKeepArchived && archivedChoices(definition, before.data, data)),
    },
  };
}

/** Archived options that a record does not have yet. */
function archivedChoices({ attributes }: Definition, before: Data, after: Data): FieldErrors {
  const errors: FieldErrors = {};
  for (const { key, options } of attributes) {
    const had = [before[key] ?? []].flat() as unknown[];
    const chosen = [after[key] ?? []].flat().filter((id) => !had.includes(id));
    const archived = options.filter(({ id, isArchived }) => isArchived && chosen.includes(id as never));
    if (archived.length > 0) {
      errors[key] = archived.map(({ value }) => `The option ${value} is archived and can’t be chosen.`);
    }
  }
  return errors;
}

/** The attributes of people and companies that a person wrote, which bookings leave alone. */
export function listManualKeys(
  { isStandard }: Definition,
  draft: Draft,
  { isPerson }: WriteSource,
  before: readonly string[] = [],
): readonly string[] {
  return isStandard && isPerson ? [...new Set([...before, ...keysOfDraft(draft)])] : before;
}

function keysOfDraft({ values, links }: Draft): string[] {
  return [...Object.keys(values), ...[...links.keys()].map(({ key }) => key)];
}

/** What differs between two states of a record. */
export function diffData(before: Data, after: Data): Diff {
  const diff: Record<string, [unknown, unknown]> = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [from, to] = [before[key] ?? null, after[key] ?? null];
    if (JSON.stringify(from) !== JSON.stringify(to)) diff[key] = [from, to];
  }
  return diff;
}

/** The keys by which an item is matched with a record. */
export function listMatchingKeys({ key, isSystem }: Attribute, { draft, recordId }: WriteItem): string[] {
  if (isSystem) return recordId === undefined ? [] : [recordId];
  return listUniqueKeys(draft.values[key] ?? null);
}

/** Items of which no two are matched by the same key, and the rest: a later item updates what an earlier one wrote. */
export function splitByKey(
  items: readonly WriteItem[],
  matching: Attribute,
): { now: WriteItem[]; later: WriteItem[] } {
  const seen = new Set<string>();
  const now: WriteItem[] = [];
  const later: WriteItem[] = [];
  for (const item of items) {
    const keys = listMatchingKeys(matching, item);
    (keys.some((key) => seen.has(key)) ? later : now).push(item);
    for (const key of keys) seen.add(key);
  }
  return { now, later };
}

/** A record that is matched by one item of a list keeps the others. */
export function mergeListValues({ isList, key }: Attribute, { data }: RecordRow, draft: Draft): Draft {
  if (!isList) return draft;
  const before = (data[key] ?? []) as readonly string[];
  const added = ((draft.values[key] ?? []) as readonly string[]).filter((item) => !before.includes(item));
  return { ...draft, values: { ...draft.values, [key]: [...before, ...added] } };
}

export function countOutcomes(outcomes: ReadonlyMap<number, Outcome>, status: Outcome['status']): number {
  return [...outcomes.values()].filter((outcome) => outcome.status === status).length;
}

const nouns: Partial<Record<string, string>> = { people: 'Person', companies: 'Company' };

/** What a record of this object is called in a 404. */
export function getNoun({ slug, isStandard }: Definition): string {
  return (isStandard ? nouns[slug] : undefined) ?? 'Record';
}
