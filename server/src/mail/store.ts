import { sql, type Selectable } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { matchAny } from '../platform/db/match-any.ts';
import type { MailMessage } from '../platform/db/schema.gen.ts';
import { purgeExpired } from '../platform/db/purge.ts';
import { transact, type Database } from '../platform/db/transaction.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import {
  findInvitations,
  selectAttendees,
  type EventPlace,
  type Invitation,
  type InvitationHost,
} from '../scheduled-events/public.ts';

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
    columns: sql`w.name as organization, w.logo, p.color, p.locations as page_places, ${selectAttendees(100)} as attending`,
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

export interface NewMessage {
  readonly id: string;
  readonly dedupe_key: string;
  readonly kind: string;
  readonly event_id: string | null;
  readonly member_id: string | null;
  readonly to_email: string;
  readonly content_sealed: Buffer;
  /** For somebody who wants no mail: shown in the list of messages, never sent. */
  readonly status?: 'refused';
}

/** Writes messages, but none that was written before. Returns the ids of the new ones that are to be sent. */
export async function insertMessages(ctx: Ctx, messages: readonly NewMessage[]): Promise<string[]> {
  if (messages.length === 0) return [];
  const column = <K extends keyof NewMessage>(name: K) => messages.map((message) => message[name]);
  const result = await sql<{ id: string; status: string }>`
    insert into mail_message (workspace_id, id, dedupe_key, kind, event_id, member_id, to_email, content_sealed, status)
    select ${ctx.workspaceId}, * from unnest(${column('id')}::uuid[], ${column('dedupe_key')}::text[],
      ${column('kind')}::text[], ${column('event_id')}::text[], ${column('member_id')}::text[],
      ${column('to_email')}::text[], ${column('content_sealed')}::bytea[],
      ${messages.map(({ status = 'queued' }) => status)}::text[])
    on conflict (workspace_id, dedupe_key) do nothing
    returning id, status
  `.execute(ctx.db);
  return result.rows.filter(({ status }) => status === 'queued').map(({ id }) => id);
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

export type MessageRow = Selectable<MailMessage>;

/** For how long whoever sends a message has it to themselves. Longer than any attempt can take. */
const lease = sql`interval '10 minutes'`;

/** Messages to look at: some of one workspace, or all there are. */
export interface MessageSelection {
  readonly some?: { readonly workspaceId: WorkspaceId; readonly ids: readonly string[] };
}

/** Takes messages that are due; nobody else gets them for the time of a lease. */
export function claimDue(
  database: Database,
  { some }: MessageSelection,
  limit: number,
): Promise<MessageRow[]> {
  const among = some ? sql`and workspace_id = ${some.workspaceId} and id = any (${some.ids}::uuid[])` : sql``;
  return transact(database, some?.workspaceId ?? '*', async (db) => {
    const result = await sql<MessageRow>`
      update mail_message set attempts = attempts + 1, due_at = now() + ${lease}
      where (workspace_id, id) in (
        select workspace_id, id from mail_message where status = 'queued' and due_at <= now() ${among}
        order by due_at limit ${limit} for update skip locked)
      returning *`.execute(db);
    return result.rows;
  });
}

/** Where there is no mail server, messages that are due stay in the local outbox. */
export async function moveDueToOutbox(database: Database, { some }: MessageSelection): Promise<void> {
  const among = some ? sql`and workspace_id = ${some.workspaceId} and id = any (${some.ids}::uuid[])` : sql``;
  await transact(database, some?.workspaceId ?? '*', (db) =>
    sql`update mail_message set status = 'kept' where status = 'queued' and due_at <= now() ${among}`.execute(
      db,
    ),
  );
}

type Outcome =
  | { readonly status: 'sent' | 'refused' }
  | { readonly status: 'failed'; readonly error: string }
  | { readonly status: 'queued'; readonly error: string; readonly retrySeconds: number };

export async function recordOutcome(
  database: Database,
  message: MessageRow,
  outcome: Outcome,
): Promise<void> {
  const error = 'error' in outcome ? outcome.error : null;
  const waitSeconds = outcome.status === 'queued' ? outcome.retrySeconds : 0;
  await transact(database, message.workspace_id, (db) =>
    db
      .updateTable('mail_message')
      .set({
        status: outcome.status,
        last_error: error,
        due_at: sql<string>`now() + make_interval(secs => ${waitSeconds})`,
        ...(outcome.status === 'sent' && { sent_at: sql<string>`now()` }),
      })
      .where('workspace_id', '=', message.workspace_id)
      .where('id', '=', message.id)
      .execute(),
  );
}

/** Records that a message came back. False for one that is unknown, too old, or not on its way. */
export async function recordBounce(database: Database, id: string, error: string): Promise<boolean> {
  const result = await transact(database, '*', (db) =>
    sql`update mail_message set status = 'bounced', last_error = ${error} where id = ${id} and status = 'sent'`.execute(
      db,
    ),
  );
  return result.numAffectedRows === 1n;
}

/** The newest messages of every workspace: for the local outbox, which only the machine itself can see. */
export function listAllMessages(database: Database, limit: number): Promise<MessageRow[]> {
  return transact(database, '*', (db) =>
    db
      .selectFrom('mail_message')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),
  );
}

export function findAnyMessage(database: Database, id: string): Promise<MessageRow | undefined> {
  return transact(database, '*', (db) =>
    db
      .selectFrom('mail_message')
      .selectAll()
      .where(sql<boolean>`id = ${id}::uuid`)
      .executeTakeFirst(),
  );
}

export function deleteOldMessages(database: Database, days: number): Promise<void> {
  const rows = sql`
    select ctid from mail_message where created_at < now() - make_interval(days => ${days}) order by created_at`;
  return purgeExpired(database, [{ table: 'mail_message', rows }]);
}
