import {
  findDefinition,
  findRecords,
  findRecordsByKey,
  serializeRecords,
  type CrmDefinition,
  type RecordShape,
} from '../crm/public.ts';
import type { Ctx } from '../platform/context.ts';
import { findEventFacts, findHosts, type EventFacts, type HostFacts } from '../scheduled-events/public.ts';
import { formatValue, type Subject } from './rules.ts';
import type { RunRow, Submission } from './runs.store.ts';
import { findOrganization } from './store.ts';

/** Somebody to write to or to call. */
export interface PersonFacts {
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly language: string;
}

export interface RecordFacts {
  readonly definition: CrmDefinition;
  readonly record: RecordShape;
}

/** All that conditions look at and steps use. */
export interface Facts {
  readonly organization: string;
  /** The name of a picture. */
  readonly logo: string | null;
  readonly color: string;
  readonly person: PersonFacts | null;
  /** Hosts of the event, the owner of the form, or owners of the record. */
  readonly hosts: readonly HostFacts[];
  readonly answers: Submission['answers'];
  readonly form: string | null;
  readonly event: EventFacts | null;
  /** The record that changed, or the person's. */
  readonly record: RecordFacts | null;
}

type Occasion = Pick<RunRow, 'invitee_id' | 'object_slug' | 'record_id' | 'submission'>;

/** Undefined when what it was about is gone. */
export function loadFacts(ctx: Ctx, occasion: Occasion): Promise<Facts | undefined> {
  if (occasion.invitee_id !== null) return factsOfEvent(ctx, occasion.invitee_id);
  if (occasion.submission !== null) return factsOfSubmission(ctx, occasion.submission);
  return factsOfRecord(ctx, occasion.object_slug ?? '', occasion.record_id ?? '');
}

async function factsOfEvent(ctx: Ctx, inviteeId: string): Promise<Facts | undefined> {
  const event = (await findEventFacts(ctx, [inviteeId])).get(inviteeId);
  if (!event) return undefined;
  const { organization, logo, color, invitee, hosts } = event;
  const { name, email, phone, language } = invitee;
  return {
    ...{ organization, logo, color, hosts, event, form: null },
    person: { name, email, phone, language },
    answers: invitee.answers ?? [],
    record: await findPersonRecord(ctx, email),
  };
}

async function factsOfSubmission(ctx: Ctx, submission: Submission): Promise<Facts> {
  const { form, answers, person, memberIds } = submission;
  return {
    ...(await brand(ctx)),
    ...{ form, answers, event: null },
    hosts: await hostsOf(ctx, memberIds),
    person: person && { ...person, name: person.name ?? '', language: 'en' },
    record: person && (await findPersonRecord(ctx, person.email)),
  };
}

async function factsOfRecord(ctx: Ctx, slug: string, id: string): Promise<Facts | undefined> {
  const definition = await findDefinition(ctx, slug, 'read');
  const [row] = definition ? await findRecords(ctx, definition.id, [id]) : [];
  if (!definition || !row) return undefined;
  const [record] = await serializeRecords(ctx, definition, [row]);
  if (!record) return undefined;
  const { owners } = record.attributes;
  return {
    ...(await brand(ctx)),
    ...{ form: null, answers: [], event: null },
    hosts: await hostsOf(ctx, Array.isArray(owners) ? owners.map(userIdOf) : []),
    person: definition.slug === 'people' ? personIn(record) : null,
    record: { definition, record },
  };
}

const userIdOf = (owner: unknown): string =>
  typeof owner === 'object' && owner !== null ? String((owner as { uuid?: unknown }).uuid) : String(owner);

async function brand(ctx: Ctx): Promise<Pick<Facts, 'organization' | 'logo' | 'color'>> {
  const { color, ...organization } = await findOrganization(ctx);
  return { ...organization, color: color ?? '57606a' };
}

async function hostsOf(ctx: Ctx, ids: readonly string[]): Promise<HostFacts[]> {
  const hosts = await findHosts(ctx, ids);
  return ids.flatMap((id) => hosts.get(id) ?? []);
}

async function findPersonRecord(ctx: Ctx, email: string): Promise<RecordFacts | null> {
  const definition = await findDefinition(ctx, 'people', 'read');
  const emails = definition?.byKey.get('emails');
  if (!definition || !emails) return null;
  const row = (await findRecordsByKey(ctx, definition.id, emails.id, [email])).get(email);
  const [record] = row ? await serializeRecords(ctx, definition, [row]) : [];
  return record ? { definition, record } : null;
}

function personIn({ attributes }: RecordShape): PersonFacts | null {
  const { emails, name, phoneNumber } = attributes;
  const [email] = Array.isArray(emails) ? emails : [];
  if (typeof email !== 'string') return null;
  return { name: formatValue(name), email, phone: formatValue(phoneNumber) || null, language: 'en' };
}

export function toSubject({ event, hosts, answers, record }: Facts): Subject {
  return {
    pageId: event?.page_id ?? null,
    hostIds: hosts.map(({ id }) => id),
    answers,
    record: record && toRecordTexts(record),
  };
}

export function toRecordTexts({ record }: RecordFacts): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record.attributes).map(([key, value]) => [key, formatValue(value)]),
  );
}
