import type { knownPerson } from '@daybook/contract/home';
import type { z } from 'zod';
import { readLatestNotes } from '../../notes/public.ts';
import { isAdmin } from '../../platform/auth/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { excerptHtml } from '../../platform/html.ts';
import { findLatestNotes, nameMentioned } from '../notes/public.ts';
import { findRecords, type RecordRow } from '../records/public.ts';
import { type Definition, findDefinition } from '../schema/public.ts';
import { type BriefedInvitee, findBriefedInvitees } from './brief-people.store.ts';
import { findCompanies } from './companies.store.ts';
import type { CompanySummary } from './view.ts';

type KnownPerson = z.output<typeof knownPerson>;
type Note = NonNullable<KnownPerson['lastNote']>;

const maxPeople = 10;
const maxNoteLength = 280;

/** What the CRM knows about the invitees of an event, as far as the actor may read it. */
export async function briefPeople(ctx: Ctx, eventId: string): Promise<KnownPerson[]> {
  const people = await findDefinition(ctx, 'people', 'read');
  if (!people?.isActive) return [];
  const invitees = await findBriefedInvitees(ctx, eventId, maxPeople);
  const ids = [...new Set(invitees.map(({ personId }) => personId))];
  if (ids.length === 0) return [];
  const records = new Map((await findRecords(ctx, people.id, ids)).map((row) => [row.id, row]));
  const companies = await companiesOf(ctx, people, ids);
  const notes = await latestNotes(ctx, people, invitees);
  return invitees.flatMap((invitee) => {
    const record = records.get(invitee.personId);
    if (!record) return [];
    const company = companies.get(record.id);
    return [serialize(ctx, invitee, record, company, notes.get(record.id))];
  });
}

/** Empty for actors from whom companies are hidden: the relation isn't part of their definition. */
async function companiesOf(
  ctx: Ctx,
  people: Definition,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CompanySummary>> {
  const relation = people.byKey.get('company')?.relation;
  return relation ? findCompanies(ctx, relation.id, ids) : new Map();
}

/** The latest note of each person, whether it was written on the person or on one of their events. */
async function latestNotes(
  ctx: Ctx,
  people: Definition,
  invitees: readonly BriefedInvitee[],
): Promise<ReadonlyMap<string, Note>> {
  const onPeople = await findLatestNotes(
    ctx,
    people.id,
    invitees.map(({ personId }) => personId),
  );
  const onEvents = await readLatestNotes(ctx, [...new Set(invitees.flatMap(({ eventIds }) => eventIds))]);
  const latest = new Map(
    invitees.flatMap(({ personId, eventIds }) => {
      const [note] = [
        ...onPeople.filter((each) => each.record_id === personId),
        ...onEvents.filter((each) => eventIds.includes(each.event_id)),
      ].toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at));
      return note ? [[personId, note] as const] : [];
    }),
  );
  const texts = await nameMentioned(ctx, new Map([...latest].map(([id, { note }]) => [id, note])));
  return new Map(
    [...latest].map(([id, { first_name, last_name, created_at: createdAt }]) => {
      const author = [first_name, last_name].filter(Boolean).join(' ') || null;
      return [id, { text: excerptHtml(texts.get(id) ?? '', maxNoteLength), author, createdAt }];
    }),
  );
}

function serialize(
  ctx: Ctx,
  { inviteeId, personId, meetings, noShows, lastMeeting }: BriefedInvitee,
  { data }: RecordRow,
  company: CompanySummary | undefined,
  note: Note | undefined,
): KnownPerson {
  const [email = ''] = (data['emails'] ?? []) as readonly string[];
  const canOpen = lastMeeting?.isHost || isAdmin(ctx.actor);
  return {
    inviteeUuid: inviteeId,
    personId,
    name: String(data['name'] ?? email),
    jobTitle: (data['jobTitle'] ?? null) as string | null,
    company: company ? { id: company.id, name: company.name ?? company.domain ?? '' } : null,
    meetings,
    noShows,
    lastMeeting: lastMeeting && {
      title: lastMeeting.title,
      startTime: lastMeeting.startsAt,
      eventUuid: canOpen ? lastMeeting.eventId : null,
    },
    lastNote: note ?? null,
  };
}
