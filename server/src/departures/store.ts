import { sql, type RawBuilder } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import type { KindName } from './kinds.ts';

const conditions: Readonly<Record<KindName, (memberId: string) => RawBuilder<unknown>>> = {
  sessions: (id) => sql`from session s where s.member_id = ${id} and s.expires_at > now()`,
  tokens: (
    id,
  ) => sql`from api_token s where (s.member_id = ${id} or s.creator_id = ${id}) and s.revoked_at is null
    and coalesce(s.expires_at, 'infinity') > now()`,
  connectedApps: (id) => sql`from app_grant s where s.member_id = ${id} and s.exchanged_at is not null`,
  resetLinks: (id) =>
    sql`from password_reset s where s.member_id = ${id} and s.used_at is null and s.expires_at > now()`,
  invitations: (id) => sql`from invitation s where s.invited_by = ${id} and s.accepted_at is null
    and s.withdrawn_at is null and s.expires_at > now()`,
  personalWebhooks: (id) =>
    sql`from webhook s where s.member_id = ${id} and s.scope = 'user' and s.disabled_at is null`,
  webhookCatchers: (id) => sql`from webhook_catcher s where s.member_id = ${id} and s.expires_at > now()`,
  calendarFeed: (id) => sql`from calendar_feed s where s.member_id = ${id}`,
  calendarConnections: (id) => sql`from calendar_connection s where s.member_id = ${id}`,
  imports: (id) => sql`from crm_import s where s.member_id = ${id} and s.status in ('pending', 'running')`,
  tasks: (id) => sql`from crm_task s where s.owner_id = ${id} and s.done_at is null`,
  polls: (id) =>
    sql`from poll s where (s.member_id = ${id} or ${id} = any (s.host_ids)) and s.status = 'open' and s.expires_at > now()`,
  routingForms: (id) => sql`from routing_form s where s.owner_member_id = ${id}`,
  webhooks: (
    id,
  ) => sql`from webhook s where s.member_id = ${id} and s.scope = 'organization' and s.passed_at is null
    and s.disabled_at is null`,
  apps: (id) => sql`from app s where s.creator_id = ${id}`,
  scimTokens: (id) => sql`from scim_token s where s.creator_id = ${id} and s.revoked_at is null`,
  // Those that nobody else hosts.
  bookingPages: (id) =>
    sql`from event_type s where s.is_active and s.deleted_at is null
      and exists (select from event_type_host h
        where h.workspace_id = s.workspace_id and h.event_type_id = s.id and h.member_id = ${id})
      and not exists (select from event_type_host h join member m on m.workspace_id = h.workspace_id and m.id = h.member_id
        where h.workspace_id = s.workspace_id and h.event_type_id = s.id and m.is_active and m.id <> ${id})`,
};

/** How many there are of each kind. */
export async function countKinds(ctx: Ctx, memberId: string): Promise<ReadonlyMap<KindName, number>> {
  const counts = Object.entries(conditions).map(
    ([kind, build]) =>
      sql`select ${kind} as kind, count(*)::int as count ${build(memberId)} and s.workspace_id = ${ctx.workspaceId}`,
  );
  const { rows } = await sql<{ kind: KindName; count: number }>`
    ${sql.join(counts, sql` union all `)}`.execute(ctx.db);
  return new Map(rows.map(({ kind, count }) => [kind, count]));
}
