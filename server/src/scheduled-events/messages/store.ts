import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { matchAny } from '../../platform/db/match-any.ts';
import {
  findInvitations,
  selectAttendees,
  type EventPlace,
  type Invitation,
  type InvitationHost,
} from '../reads/public.ts';

/** Everything that mail about one invitee of an event says. */
export interface EventFacts
  extends
    MailColumns,
    Pick<
      Invitation,
      | 'title'
      | 'notes'
      | 'type'
      | 'starts_at'
      | 'ends_at'
      | 'duration'
      | 'status'
      | 'sequence'
      | 'location_type'
      | 'location_join_url'
    > {
  readonly id: string;
  readonly page_id: string;
  readonly location_details: PlaceFacts;
  readonly invitee: InviteeFacts;
  readonly hosts: readonly HostFacts[];
}

/** What mail reads beside the invitation itself. */
interface MailColumns {
  readonly organization: string;
  /** Emails of the workspace don't name Daybook. */
  readonly hidesBrand?: boolean;
  /** The name of a picture. */
  readonly logo: string | null;
  readonly color: string;
  /** The places of the page, which its host wrote. */
  readonly page_places: PlaceFacts[];
  /** Everyone who is coming, this invitee included; as many as a calendar should hold. */
  readonly attending: { name: string; email: string }[];
}

export type PlaceFacts = Omit<EventPlace, 'type'>;

export interface InviteeFacts extends Pick<
  Invitation,
  | 'id'
  | 'email'
  | 'phone'
  | 'seats'
  | 'payment'
  | 'timezone'
  | 'language'
  | 'guests'
  | 'key_sealed'
  | 'cancelled_at'
  | 'cancellation_reason'
> {
  readonly name: string;
  readonly answers: readonly { readonly question: string; readonly answer: string }[] | null;
}

export interface HostFacts extends Pick<InvitationHost, 'id' | 'email' | 'language' | 'timezone'> {
  readonly name: string;
  /** Bookings are entered in their calendar, so that no mail needs to carry them. */
  readonly hasEntry: boolean;
}

const hostName = sql`trim(m.first_name || ' ' || m.last_name)`;
const hasEntry = sql`exists (select from calendar k
  where k.workspace_id = m.workspace_id and k.member_id = m.id and k.is_written and k.can_write)`;

/** What is known now of some invitees and their events, by the invitee's id. */
export async function findEventFacts(
  ctx: Ctx,
  inviteeIds: readonly string[],
): Promise<Map<string, EventFacts>> {
  const rows = await findInvitations<MailColumns, HostFacts>(ctx, inviteeIds, {
    columns: sql`w.name as organization, w.hides_brand as "hidesBrand", w.logo, p.color, p.locations as page_places,
      ${selectAttendees(100)} as attending`,
    joins: sql`
      join event_type p on p.workspace_id = e.workspace_id and p.id = e.event_type_id
      join workspace w on w.workspace_id = e.workspace_id`,
    hostEntries: sql`'name', ${hostName}, 'hasEntry', ${hasEntry}`,
  });
  return new Map([...rows].map(([id, row]) => [id, toEventFacts(row)]));
}

function toEventFacts(row: Invitation<HostFacts> & MailColumns): EventFacts {
  const { id, full_name: name, email, phone, seats, payment, timezone, language, guests, answers } = row;
  const { key_sealed, cancelled_at, cancellation_reason } = row;
  return {
    ...row,
    id: row.event_id,
    page_id: row.event_type_id,
    invitee: {
      ...{ id, name, email, phone, seats, payment, timezone, language, guests, answers },
      ...{ key_sealed, cancelled_at, cancellation_reason },
    },
  };
}

export async function findHosts(ctx: Ctx, ids: readonly string[]): Promise<Map<string, HostFacts>> {
  const result = await sql<HostFacts>`
    select id, ${hostName} as name, email, language, timezone, ${hasEntry} as "hasEntry"
    from member m where workspace_id = ${ctx.workspaceId} and id = ${matchAny([...new Set(ids)], 'text')}
  `.execute(ctx.db);
  return new Map(result.rows.map((row) => [row.id, row]));
}

export async function findActiveInvitees(ctx: Ctx, eventIds: readonly string[]): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('invitee')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('event_id', '=', sql<string>`${matchAny(eventIds, 'text')}`)
    .where('cancelled_at', 'is', null)
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Who was invited to some events as a guest, as `eventId address`. */
export async function findInvitedGuests(ctx: Ctx, eventIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ guest: string }>`
    select event_id || ' ' || lower(to_email) as guest from mail_message
    where workspace_id = ${ctx.workspaceId} and event_id = ${matchAny(eventIds, 'text')}
      and kind in ('confirmed', 'moved') and status in ('queued', 'sent', 'kept')
    union
    -- The message about a series names its first event.
    select i.event_id || ' ' || lower(m.to_email)
    from invitee i
    join invitee first on first.workspace_id = i.workspace_id and first.series_id = i.series_id
    join mail_message m on m.workspace_id = first.workspace_id and m.event_id = first.event_id
    where i.workspace_id = ${ctx.workspaceId} and i.event_id = ${matchAny(eventIds, 'text')}
      and m.kind = 'confirmed' and m.status in ('queued', 'sent', 'kept')
  `.execute(ctx.db);
  return new Set(rows.map(({ guest }) => guest));
}

/** An event for which somebody waits. */
export interface AwaitedEvent {
  readonly id: string;
  readonly event_type_id: string;
  readonly title: string;
  readonly starts_at: string;
  readonly ends_at: string;
}

export async function findAwaitedEvents(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AwaitedEvent>> {
  const rows = await ctx.db
    .selectFrom('scheduled_event')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', sql<string>`${matchAny(ids, 'text')}`)
    .select(['id', 'event_type_id', 'title', 'starts_at', 'ends_at'])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The sealed code that confirms an address. */
export interface CodeFacts {
  readonly organization: string;
  readonly title: string;
  readonly email: string;
  readonly language: string;
  readonly code_sealed: Buffer;
}

/** Only what the page says, since the address may not be that of who typed it. */
export async function findCodeFacts(ctx: Ctx, id: string): Promise<CodeFacts | undefined> {
  const { rows } = await sql<CodeFacts>`
    select w.name as organization, p.title, c.email, c.language, c.code_sealed
    from address_confirmation c join workspace w on w.workspace_id = c.workspace_id
    join event_type p on p.workspace_id = c.workspace_id and p.id = c.event_type_id
    where c.workspace_id = ${ctx.workspaceId} and c.id = ${id}`.execute(ctx.db);
  return rows[0];
}
