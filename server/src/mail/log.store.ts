import { sql, type RawBuilder } from 'kysely';
import { isAdmin } from '../platform/auth/actor.ts';
import type { Ctx } from '../platform/context.ts';
import type { MessageRow } from './store.ts';

export interface MessageFilter {
  readonly state?: string | undefined;
  readonly kind?: string | undefined;
  readonly recipient?: string | undefined;
  readonly event?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** The id of the message after which to go on. */
  readonly cursor?: string | undefined;
}

export async function listMessages(
  ctx: Ctx,
  search: MessageFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<MessageRow[]> {
  const after = search.cursor
    ? sql`and (created_at, id) < (select c.created_at, c.id from mail_message c
        where c.workspace_id = ${ctx.workspaceId} and c.id = ${search.cursor})`
    : sql``;
  const { rows } = await sql<MessageRow>`
    select * from mail_message where ${conditions(ctx, search)} ${after}
    order by created_at desc, id desc limit ${limit} offset ${offset}`.execute(ctx.db);
  return rows;
}

export async function countMessages(ctx: Ctx, search: MessageFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from mail_message where ${conditions(ctx, search)}`.execute(ctx.db);
  return rows[0]?.total ?? 0;
}

function conditions({ workspaceId }: Ctx, search: MessageFilter): RawBuilder<unknown> {
  const { state, kind, recipient, event, since, until } = search;
  return sql.join(
    [
      sql`workspace_id = ${workspaceId}`,
      ...(state ? [sql`status = ${state}`] : []),
      ...(kind ? [sql`kind = ${kind}`] : []),
      ...(recipient ? [sql`lower(to_email) = ${recipient.toLowerCase()}`] : []),
      ...(event ? [sql`event_id = ${event}`] : []),
      ...(since ? [sql`created_at >= ${since}::timestamptz`] : []),
      ...(until ? [sql`created_at <= ${until}::timestamptz`] : []),
    ],
    sql` and `,
  );
}

export interface UnsentMail {
  readonly id: string;
  readonly recipient: string;
  readonly error: string | null;
  readonly createdAt: string;
  readonly eventId: string | null;
}

/** Mail of the last days that could not be sent and was not sent again: for users, about events that they host. */
export async function listUnsentMail(
  { db, workspaceId, actor, now }: Ctx,
  limit: number,
): Promise<UnsentMail[]> {
  const { rows } = await sql<UnsentMail>`
    select m.id, m.to_email as recipient, m.last_error as error, m.created_at as "createdAt",
      m.event_id as "eventId"
    from mail_message m
    where m.workspace_id = ${workspaceId} and m.status in ('failed', 'bounced')
      and m.created_at > ${now.toISOString()}::timestamptz - interval '7 days'
      and not exists (select from mail_message again
        where again.workspace_id = m.workspace_id and again.dedupe_key like m.dedupe_key || ' again %')
      and (${isAdmin(actor)} or exists (select from event_host h
        where h.workspace_id = m.workspace_id and h.event_id = m.event_id and h.host_id = ${actor.memberId}))
    order by m.created_at desc, m.id limit ${limit}
  `.execute(db);
  return rows;
}

export async function findMessage(ctx: Ctx, id: string): Promise<MessageRow | undefined> {
  return ctx.db
    .selectFrom('mail_message')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirst();
}

export async function copyMessage(ctx: Ctx, id: string, newId: string): Promise<MessageRow> {
  const { rows } = await sql<MessageRow>`
    insert into mail_message (workspace_id, id, dedupe_key, kind, event_id, member_id, to_email, content_sealed)
    select workspace_id, ${newId}, dedupe_key || ' again ' || ${newId}, kind, event_id, member_id, to_email, content_sealed
    from mail_message where workspace_id = ${ctx.workspaceId} and id = ${id}
    returning *`.execute(ctx.db);
  const [copy] = rows;
  if (!copy) throw new Error('The message was there a moment ago.');
  return copy;
}
