import type { Ctx } from '../../platform/context.ts';
import type { PublishedEvent } from '../../platform/events.ts';
import { generateUuid } from '../../platform/ids.ts';
import { findPartners } from '../links/public.ts';
import { createAbsent, findRecordsByKey, type RecordRow } from '../records/public.ts';
import { type Definition, findDefinition, isRelation } from '../schema/public.ts';
import { parseValue, normalizePhone, type StoredValue } from '../values/public.ts';
import { ensureCompaniesByDomain, noCompany, type CompanyChoice } from './ensure-companies.ts';
import { parseCompanyDomain, splitName } from './domains.rules.ts';
import { fillInPerson, type PeopleSchema } from './fill-in-person.ts';
import { insertAround } from './meetings.store.ts';

/** What is known of somebody who booked, filled in a form or was called. */
export interface PersonInput {
  readonly email: string;
  readonly name?: string | null | undefined;
  readonly salutation?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly timezone?: string | null | undefined;
  /** What there is to know of what they did, for their timeline. */
  readonly detail?: Readonly<Record<string, unknown>>;
  /** What was published about it, which is on a timeline only once. */
  readonly event?: PublishedEvent;
}

interface UpsertedPerson {
  readonly objectId: string;
  readonly personId: string;
  readonly companyId: string | null;
  readonly isNew: boolean;
}

const maxAttempts = 3;

/**
 * Finds people by their address or creates them, with their company by its domain, and writes to their timelines what they
 * did (`kind`, such as `form.submitted`) and what was decided. Fills in what is empty and leaves alone what a person wrote;
 * what is required and not known stays empty. Returns by index who they are: nobody where there is no usable address, or
 * while the CRM is off.
 */
export async function upsertPeople(
  ctx: Ctx,
  kind: string,
  someones: readonly PersonInput[],
): Promise<(UpsertedPerson | undefined)[]> {
  const upserted: (UpsertedPerson | undefined)[] = someones.map(() => undefined);
  const standard = someones.length > 0 ? await openPeople(ctx, kind) : undefined;
  if (!standard) return upserted;
  let pending = someones.flatMap((someone, index) => candidateFrom(standard, someone, index));
  for (let stalled = 0; pending.length > 0 && stalled < maxAttempts;) {
    // The second time that somebody comes, they exist.
    const first = new Map([...pending].reverse().map((candidate) => [candidate.email, candidate]));
    const decided = await upsertEach(ctx, standard, [...first.values()]);
    for (const { candidate, person } of decided) upserted[candidate.index] = person;
    await insertTimeline(ctx, standard, kind, decided);
    const done = new Set(decided.map(({ candidate }) => candidate));
    stalled = done.size > 0 ? 0 : stalled + 1;
    pending = pending.filter((candidate) => !done.has(candidate));
  }
  return upserted;
}

async function openPeople(ctx: Ctx, kind: string): Promise<PeopleSchema | undefined> {
  const people = await findDefinition(ctx, 'people', 'write');
  const emails = people?.byKey.get('emails');
  const employment = people?.byKey.get('company');
  if (!people || !emails || !isRelation(employment)) return undefined;
  return { people, emails, employment, source: { isPerson: false, detail: { source: kind } } };
}

/** Somebody with an address that can be used, and what of them can be written. */
interface Candidate {
  readonly index: number;
  readonly someone: PersonInput;
  readonly email: string;
  readonly values: Readonly<Record<string, StoredValue>>;
}

function candidateFrom({ people, emails }: PeopleSchema, someone: PersonInput, index: number): Candidate[] {
  const address = parseValue(emails, [someone.email]);
  if ('expected' in address) return [];
  const [email = ''] = address.value as readonly string[];
  return [{ index, someone, email, values: valuesOf(people, someone, address.value) }];
}

/** What a visitor typed is taken as far as it fits; a phone number that is none is left out. */
function valuesOf(
  people: Definition,
  someone: PersonInput,
  emails: StoredValue,
): Readonly<Record<string, StoredValue>> {
  const { firstName, lastName } = splitName(someone.name ?? '');
  const wanted: Record<string, unknown> = {
    firstName,
    lastName,
    salutation: someone.salutation,
    phoneNumber: normalizePhone(someone.phone ?? '') ?? null,
    timezone: someone.timezone,
  };
  const values: Record<string, StoredValue> = { emails };
  for (const [key, value] of Object.entries(wanted)) {
    const attribute = people.byKey.get(key);
    const parsed = attribute ? parseValue(attribute, value) : { value: null };
    if ('value' in parsed && parsed.value !== null) values[key] = parsed.value;
  }
  return values;
}

interface PersonDecision {
  readonly candidate: Candidate;
  readonly person: UpsertedPerson;
  readonly decision: object;
}

/** Those who could be found or created, in the order in which they came. Others were created or deleted at this moment. */
async function upsertEach(
  ctx: Ctx,
  standard: PeopleSchema,
  candidates: readonly Candidate[],
): Promise<PersonDecision[]> {
  const { people, emails } = standard;
  const found = await findRecordsByKey(
    ctx,
    people.id,
    emails.id,
    candidates.map(({ email }) => email),
  );
  const companies = await companiesFor(ctx, standard, candidates, found);
  const created = await createEach(ctx, standard, candidates, found, companies);
  const decided: PersonDecision[] = [];
  for (const candidate of candidates.toSorted((a, b) => a.index - b.index)) {
    const { email, values } = candidate;
    const company = companies.get(email) ?? noCompany;
    const record = found.get(email);
    const filled = record
      ? await fillInPerson(ctx, standard, record, values, company.isKept ? null : company.id)
      : Object.keys(values);
    const personId = record?.id ?? created.get(email);
    if (personId === undefined || filled === undefined) continue;
    const person = { objectId: people.id, personId, companyId: company.id, isNew: !record };
    decided.push({ candidate, person, decision: decisionOf(person, filled, company) });
  }
  return decided;
}

/** Their ids by address. */
async function createEach(
  ctx: Ctx,
  { people, emails, employment, source }: PeopleSchema,
  candidates: readonly Candidate[],
  found: ReadonlyMap<string, RecordRow>,
  companies: ReadonlyMap<string, CompanyChoice>,
): Promise<Map<string, string>> {
  const missing = candidates.filter(({ email }) => !found.has(email));
  const drafts = missing.map(({ email, values }) => {
    const companyId = companies.get(email)?.id;
    return { values, links: new Map(companyId ? [[employment, [companyId]] as const] : []) };
  });
  const created = await createAbsent(ctx, people, emails, drafts, source);
  return new Map([...created].map(([index, { id }]) => [missing[index]?.email ?? '', id]));
}

/** The companies that addresses tell of. The one that somebody has, or that a person took away, is left as it is. */
async function companiesFor(
  ctx: Ctx,
  { employment, source }: PeopleSchema,
  candidates: readonly Candidate[],
  found: ReadonlyMap<string, RecordRow>,
): Promise<Map<string, CompanyChoice>> {
  const ids = [...found.values()].map(({ id }) => id);
  const current = await findPartners(ctx, employment.relation, ids);
  const choices = new Map<string, CompanyChoice>();
  const domains = new Map<string, string>();
  for (const { email } of candidates) {
    const told = parseCompanyDomain(email);
    const record = found.get(email);
    const [companyId] = (record && current.get(record.id)) ?? [];
    if ('skipped' in told) choices.set(email, { ...noCompany, skipped: told.skipped });
    else if (companyId) choices.set(email, { ...noCompany, id: companyId, isKept: true });
    else if (!record?.by_hand.includes('company')) domains.set(email, told.domain);
  }
  const { isPerson } = source;
  const companies = await ensureCompaniesByDomain(ctx, [...new Set(domains.values())], { isPerson });
  for (const [email, domain] of domains) choices.set(email, companies.get(domain) ?? noCompany);
  return choices;
}

async function insertTimeline(
  ctx: Ctx,
  { people, employment }: PeopleSchema,
  kind: string,
  decided: readonly PersonDecision[],
): Promise<void> {
  await insertAround(
    ctx,
    { objectId: people.id, relationId: employment.relation.id },
    decided.map(({ candidate: { someone }, person: { personId }, decision }) => ({
      id: someone.event?.id ?? generateUuid(),
      publishedAt: someone.event?.publishedAt ?? null,
      happenedAt: someone.event?.happenedAt,
      personId,
      kind,
      detail: { ...someone.detail, decided: decision },
    })),
  );
}

/** The decision in words that a program can read, so that nobody is added or left out silently. */
function decisionOf(person: UpsertedPerson, filled: readonly string[], company: CompanyChoice) {
  return {
    person: person.isNew ? 'created' : 'found',
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
