import type { Ctx } from '../../platform/context.ts';
import { newUuid } from '../../platform/ids.ts';
import { insertChanges } from '../history/public.ts';
import { changeLinks, findPartners, partnerChanges } from '../links/public.ts';
import {
  createIfAbsent,
  type Draft,
  findRecordByKey,
  lockRecord,
  publishUpdated,
  type RecordRow,
  touchRecords,
  updateLocked,
  type WriteSource,
} from '../records/public.ts';
import {
  type Attribute,
  type Definition,
  findDefinition,
  isRelation,
  type RelationAttribute,
} from '../schema/public.ts';
import { companyNameFrom, parseValue, phoneFrom, type Stored } from '../values/public.ts';
import { companyDomain, splitName } from './domains.rules.ts';
import { insertAround } from './meetings.store.ts';

/** What is known of somebody who booked, filled in a form or was called. */
export interface Someone {
  readonly email: string;
  readonly name?: string | null | undefined;
  readonly salutation?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly timezone?: string | null | undefined;
  /** What they did, as their timeline will say it: `form.submitted` with what there is to know of it. */
  readonly source: { readonly kind: string; readonly detail?: Readonly<Record<string, unknown>> };
}

export interface Remembered {
  readonly objectId: string;
  readonly personId: string;
  readonly companyId: string | null;
  readonly isNew: boolean;
}

const attempts = 3;

/**
 * Finds somebody by their address or adds them, with their company by its domain, and writes to their timeline what was
 * decided. Fills in what is empty and leaves alone what a person wrote. Does nothing while the CRM is off.
 */
export async function upsertPerson(ctx: Ctx, someone: Someone): Promise<Remembered | undefined> {
  const people = await findDefinition(ctx, 'people', 'write');
  const emails = people?.byKey.get('emails');
  const employment = people?.byKey.get('company');
  if (!people || !emails || !employment || !isRelation(employment)) return undefined;
  const address = parseValue(emails, [someone.email]);
  if ('expected' in address) return undefined;
  const known = knownOf(people, someone, address.value);
  const [key = ''] = address.value as readonly string[];

  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const found = await findRecordByKey(ctx, people.id, emails.id, key);
    const company = await companyFor(ctx, key, found, employment.relation.id);
    const source = sourceOf(someone);
    const person = found
      ? await fillIn(ctx, people, employment, found, known, company, source)
      : await add(ctx, people, emails, employment, known, company, source);
    if (!person) continue;
    const remembered = { objectId: people.id, personId: person.id, companyId: company.id, isNew: !found };
    await insertAround(
      ctx,
      { objectId: people.id, id: person.id, relationId: employment.relation.id },
      {
        ids: [newUuid(), newUuid()],
        kind: someone.source.kind,
        detail: { ...someone.source.detail, decided: decisionOf(remembered, person.filled, company) },
      },
    );
    return remembered;
  }
  return undefined;
}

function sourceOf({ source }: Someone): WriteSource {
  return { isPerson: false, detail: { source: source.kind } };
}

/** What a visitor typed is taken as far as it fits; a phone number that is none is left out. */
function knownOf(people: Definition, someone: Someone, emails: Stored): Readonly<Record<string, Stored>> {
  const { firstName, lastName } = splitName(someone.name ?? '');
  const wanted: Record<string, unknown> = {
    firstName,
    lastName,
    salutation: someone.salutation,
    phoneNumber: phoneFrom(someone.phone ?? '') ?? null,
    timezone: someone.timezone,
  };
  const values: Record<string, Stored> = { emails };
  for (const [key, value] of Object.entries(wanted)) {
    const attribute = people.byKey.get(key);
    const parsed = attribute ? parseValue(attribute, value) : { value: null };
    if ('value' in parsed && parsed.value !== null) values[key] = parsed.value;
  }
  return values;
}

interface CompanyChoice {
  readonly id: string | null;
  readonly isNew: boolean;
  readonly isKept: boolean;
  readonly skipped: 'free_mail' | 'role_address' | null;
}

const noCompany: CompanyChoice = { id: null, isNew: false, isKept: false, skipped: null };

/** The company that an address tells of; the one that somebody has, or was left without by hand, stays. */
async function companyFor(
  ctx: Ctx,
  email: string,
  found: RecordRow | undefined,
  relationId: string,
): Promise<CompanyChoice> {
  const told = companyDomain(email);
  if ('skipped' in told) return { ...noCompany, skipped: told.skipped };
  if (found) {
    const relation = { id: relationId, side: 'from' } as const;
    const [current] = (await findPartners(ctx, relation, [found.id])).get(found.id) ?? [];
    if (current) return { ...noCompany, id: current, isKept: true };
    if (found.by_hand.includes('company')) return noCompany;
  }
  const companies = await findDefinition(ctx, 'companies', 'write');
  const domain = companies?.byKey.get('domain');
  if (!companies || !domain) return noCompany;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const known = await findRecordByKey(ctx, companies.id, domain.id, told.domain);
    if (known) return { ...noCompany, id: known.id };
    const values = { name: companyNameFrom(told.domain), domain: told.domain };
    const draft: Draft = { values, links: new Map() };
    const made = await createIfAbsent(ctx, companies, domain, draft, { isPerson: false });
    if (made) return { ...noCompany, id: made.id, isNew: true };
  }
  return noCompany;
}

interface Kept {
  readonly id: string;
  readonly filled: readonly string[];
}

/** Undefined when somebody else added them at this moment. */
async function add(
  ctx: Ctx,
  people: Definition,
  emails: Attribute,
  employment: Attribute,
  values: Readonly<Record<string, Stored>>,
  company: CompanyChoice,
  source: WriteSource,
): Promise<Kept | undefined> {
  const links = new Map(company.id === null ? [] : [[employment, [company.id]] as const]);
  const made = await createIfAbsent(ctx, people, emails, { values, links }, source);
  return made && { id: made.id, filled: Object.keys(values) };
}

/** Undefined when they were deleted at this moment. */
async function fillIn(
  ctx: Ctx,
  people: Definition,
  employment: Attribute,
  found: RecordRow,
  known: Readonly<Record<string, Stored>>,
  company: CompanyChoice,
  source: WriteSource,
): Promise<Kept | undefined> {
  const link = company.id !== null && !company.isKept ? company.id : undefined;
  if (Object.keys(missingIn(found, known)).length === 0 && link === undefined)
    return { id: found.id, filled: [] };
  const held = await lockRecord(ctx, people.id, found.id);
  if (!held) return undefined;
  const values = missingIn(held, known);
  const written = await updateLocked(ctx, people, held, { values, links: new Map() }, source);
  if (written.changeId) await publishUpdated(ctx, people, written);
  if (link !== undefined && isRelation(employment))
    await employ(ctx, people, employment, held.id, link, source);
  return { id: held.id, filled: Object.keys(values) };
}

/** Links a person with a company, unless somebody gave them one at this moment. */
async function employ(
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
    { id: newUuid(), objectId: people.id, recordId: personId, kind: 'record.updated', diff, detail },
    ...partnerChanges(employment, personId, change),
  ]);
}

/** What a record has no value for and no person emptied. Where somebody is, they know best at the moment. */
function missingIn(
  { data, by_hand: byHand }: RecordRow,
  known: Readonly<Record<string, Stored>>,
): Record<string, Stored> {
  const hasName = Boolean(data['firstName']) || Boolean(data['lastName']);
  const missing = Object.entries(known).filter(([key, value]) => {
    if (byHand.includes(key) || key === 'emails') return false;
    if (hasName && (key === 'firstName' || key === 'lastName')) return false;
    const current = data[key] ?? null;
    return current === null || (key === 'timezone' && current !== value);
  });
  return Object.fromEntries(missing);
}

/** The decision in words that a program can read, so that nobody is added or left out silently. */
function decisionOf(remembered: Remembered, filled: readonly string[], company: CompanyChoice) {
  return {
    person: remembered.isNew ? 'created' : 'found',
    filled,
    company: company.skipped ?? companyWord(company),
    companyId: company.id,
  };
}

function companyWord({ id, isNew, isKept }: CompanyChoice): string {
  if (id === null) return 'none';
  if (isNew) return 'created';
  return isKept ? 'kept' : 'found';
}
