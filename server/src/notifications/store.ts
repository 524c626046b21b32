import { sql, type RawBuilder } from 'kysely';
import { isAdmin } from '../platform/auth/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { matchAny } from '../platform/db/match-any.ts';
import { purgeExpired } from '../platform/db/purge.ts';
import type { Database } from '../platform/db/transaction.ts';
import type { NotificationKind } from './rules.ts';

interface NewNotification {
  readonly id: string;
  readonly memberId: string;
  readonly kind: NotificationKind;
  readonly noteId: string;
  readonly actorId: string | null;
}

/** The ids of those that are new: a user is told of a note once. */
export async function insertNotifications(ctx: Ctx, rows: readonly NewNotification[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const { rows: inserted } = await sql<{ id: string }>`
    insert into notification (workspace_id, id, member_id, kind, note_id, actor_id)
    select ${ctx.workspaceId}, x.id, x."memberId", x.kind, x."noteId", x."actorId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as x (id uuid, "memberId" text, kind text, "noteId" uuid, "actorId" text)
    order by x."memberId"
    on conflict (workspace_id, note_id, member_id, kind) do nothing
    returning id
  `.execute(ctx.db);
  return inserted.map(({ id }) => id);
}

export interface NotificationRow {
  readonly id: string;
  readonly kind: NotificationKind;
  readonly actor_id: string | null;
  readonly actor_name: string;
  readonly slug: string;
  readonly record_id: string;
  readonly record_name: string;
  readonly is_comment: boolean;
  readonly note: string;
  readonly created_at: string;
  readonly read_at: string | null;
}

const columns = sql`
  x.id, x.kind, x.actor_id, trim(coalesce(a.first_name || ' ' || a.last_name, '')) as actor_name, o.slug,
  n.record_id, coalesce(r.data ->> o.primary_attribute, '') as record_name, n.thread_id is not null as is_comment,
  n.note, x.created_at, x.read_at`;

/** Without those about objects that are deleted or disabled, and while the CRM is disabled. */
const about = sql`
  from notification x
  join workspace w on w.workspace_id = x.workspace_id and w.crm_enabled
  join crm_note n on n.workspace_id = x.workspace_id and n.id = x.note_id
  join crm_object o on o.workspace_id = n.workspace_id and o.id = n.object_id and o.is_active and o.deleted_at is null
  join crm_record r on r.workspace_id = n.workspace_id and r.object_id = n.object_id and r.id = n.record_id
  left join member a on a.workspace_id = x.workspace_id and a.id = x.actor_id`;

function isOwn(ctx: Ctx, isUnread: boolean): RawBuilder<unknown> {
  return sql`x.workspace_id = ${ctx.workspaceId} and x.member_id = ${ctx.actor.memberId}
    and ${isAdmin(ctx.actor) ? sql`true` : sql`o.user_permission <> 'none'`}
    and ${isUnread ? sql`x.read_at is null` : sql`true`}`;
}

/** Latest first, those that the actor can see. */
export async function listNotifications(
  ctx: Ctx,
  isUnread: boolean,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ rows: NotificationRow[]; total: number }> {
  const { rows } = await sql<NotificationRow>`
    select ${columns} ${about} where ${isOwn(ctx, isUnread)}
    order by x.created_at desc, x.id desc limit ${limit} offset ${offset}
  `.execute(ctx.db);
  const count = await sql<{ total: number }>`
    select count(*) as total ${about} where ${isOwn(ctx, isUnread)}
  `.execute(ctx.db);
  return { rows, total: count.rows[0]?.total ?? 0 };
}

export interface MailFacts extends NotificationRow {
  readonly organization: string;
  readonly logo: string | null;
  readonly color: string | null;
  readonly member_id: string;
  readonly member_name: string;
  readonly email: string;
  readonly language: string;
}

/** Undefined when it must not be emailed: it was read, the user wants no email, was deactivated, or can no longer see the record. */
export async function findMailFacts(ctx: Ctx, id: string): Promise<MailFacts | undefined> {
  const { rows } = await sql<MailFacts>`
    select ${columns}, w.name as organization, w.logo, w.brand_color as color, m.id as member_id,
      trim(m.first_name || ' ' || m.last_name) as member_name, m.email, m.language
    ${about}
    join member m on m.workspace_id = x.workspace_id and m.id = x.member_id and m.is_active
    left join notification_setting s on s.workspace_id = x.workspace_id and s.member_id = x.member_id and s.kind = x.kind
    where x.workspace_id = ${ctx.workspaceId} and x.id = ${id} and x.read_at is null and coalesce(s.email, true)
      and (m.role <> 'user' or o.user_permission <> 'none')
  `.execute(ctx.db);
  return rows[0];
}

/** By ids, or all up to a time. */
export async function markRead(
  ctx: Ctx,
  which: { readonly ids: readonly string[] } | { readonly until: string },
): Promise<void> {
  const condition =
    'ids' in which
      ? sql`id = ${matchAny(which.ids, 'uuid')}`
      : sql`created_at <= ${which.until}::timestamptz`;
  await sql`
    update notification set read_at = ${ctx.now.toISOString()}
    where workspace_id = ${ctx.workspaceId} and member_id = ${ctx.actor.memberId} and read_at is null and ${condition}
  `.execute(ctx.db);
}

/** The kinds that a user changed. */
export async function findSettings(ctx: Ctx): Promise<ReadonlyMap<string, boolean>> {
  const { rows } = await sql<{ kind: string; email: boolean }>`
    select kind, email from notification_setting
    where workspace_id = ${ctx.workspaceId} and member_id = ${ctx.actor.memberId}
  `.execute(ctx.db);
  return new Map(rows.map(({ kind, email }) => [kind, email]));
}

export async function upsertSetting(ctx: Ctx, kind: NotificationKind, email: boolean): Promise<void> {
  await sql`
    insert into notification_setting (workspace_id, member_id, kind, email)
    values (${ctx.workspaceId}, ${ctx.actor.memberId}, ${kind}, ${email})
    on conflict (workspace_id, member_id, kind) do update set email = excluded.email
  `.execute(ctx.db);
}

const keptDays = 90;

export function deleteOldNotifications(database: Database): Promise<void> {
  const rows = sql`
    select ctid from notification where created_at < now() - make_interval(days => ${keptDays}) order by created_at`;
  return purgeExpired(database, [{ table: 'notification', rows }]);
}
