import { sql, type Selectable } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import type { MailMessage } from '../platform/db/schema.gen.ts';
import { purgeExpired } from '../platform/db/purge.ts';
import { transact, type Database } from '../platform/db/transaction.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';

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

export type MessageRow = Selectable<MailMessage>;

/** For how long the process that sends a message has it to itself. Longer than any attempt can take. */
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
  | { readonly status: 'sent'; readonly sender: string | null }
  | { readonly status: 'refused' }
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
        ...(outcome.status === 'sent' && { sent_at: sql<string>`now()`, sender: outcome.sender }),
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
