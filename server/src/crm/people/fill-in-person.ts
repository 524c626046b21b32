import type { Ctx } from '../../platform/context.ts';
import { generateUuid } from '../../platform/ids.ts';
import { insertChanges } from '../history/public.ts';
import { changeLinks, listPartnerChanges } from '../links/public.ts';
import {
  lockRecord,
  publishUpdated,
  type RecordRow,
  touchRecords,
  updateLocked,
  type WriteSource,
} from '../records/public.ts';
import type { Attribute, Definition, RelationAttribute } from '../schema/public.ts';
import type { StoredValue } from '../values/public.ts';

/** The object of people, the attributes by which they are found and employed, and where values come from. */
export interface PeopleSchema {
  readonly people: Definition;
  readonly emails: Attribute;
  readonly employment: RelationAttribute;
  readonly source: WriteSource;
}

/**
 * Gives a person the values and the company that they lack, and leaves alone what somebody wrote or emptied. Returns the keys
 * that were filled in; undefined when the person was deleted at this moment.
 */
export async function fillInPerson(
  ctx: Ctx,
  { people, employment, source }: PeopleSchema,
  found: RecordRow,
  known: Readonly<Record<string, StoredValue>>,
  companyId: string | null,
): Promise<string[] | undefined> {
  if (Object.keys(missingIn(found, known)).length === 0 && companyId === null) return [];
  const locked = await lockRecord(ctx, people.id, found.id);
  if (!locked) return undefined;
  const values = missingIn(locked, known);
  const written = await updateLocked(ctx, people, locked, { values, links: new Map() }, source);
  if (written.changeId) await publishUpdated(ctx, people, written);
  if (companyId !== null) await linkCompany(ctx, people, employment, locked.id, companyId, source);
  return Object.keys(values);
}

/** Links a person with a company, unless somebody gave them one at this moment. */
async function linkCompany(
  ctx: Ctx,
  people: Definition,
  employment: RelationAttribute,
  personId: string,
  companyId: string,
  { detail = {} }: WriteSource,
): Promise<void> {
  const change = await changeLinks(ctx, employment, personId, { add: [companyId], remove: [] });
  if (change.added.length === 0) return;
  await touchRecords(ctx, people.id, [personId]);
  const diff = { [employment.key]: [[], change.added] } as const;
  await insertChanges(ctx, [
    { id: generateUuid(), objectId: people.id, recordId: personId, kind: 'record.updated', diff, detail },
    ...listPartnerChanges(employment, personId, change),
  ]);
}

/** What a record has no value for and no person emptied. Where somebody is, they know best at the moment. */
function missingIn(
  { data, by_hand: byHand }: RecordRow,
  known: Readonly<Record<string, StoredValue>>,
): Record<string, StoredValue> {
  const hasName = Boolean(data['firstName']) || Boolean(data['lastName']);
  const missing = Object.entries(known).filter(([key, value]) => {
    if (byHand.includes(key) || key === 'emails') return false;
    if (hasName && (key === 'firstName' || key === 'lastName')) return false;
    const current = data[key] ?? null;
    return current === null || (key === 'timezone' && current !== value);
  });
  return Object.fromEntries(missing);
}
