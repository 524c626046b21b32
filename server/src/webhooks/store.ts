import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { isAdmin } from '../platform/auth/actor.ts';
import type { Ctx } from '../platform/context.ts';
import type { Webhook } from '../platform/db/schema.gen.ts';
import type { Filter } from './rules.ts';

export type WebhookRow = Selectable<Webhook>;

/** A webhook with its creator and the name of its organization. */
export interface WebhookWithOwner extends WebhookRow {
  readonly first_name: string;
  readonly last_name: string;
  readonly slug: string;
  readonly organization_name: string;
}

function webhooks(ctx: Ctx) {
  return ctx.db
    .selectFrom('webhook as w')
    .innerJoin('member as m', (join) =>
      join.onRef('m.workspace_id', '=', 'w.workspace_id').onRef('m.id', '=', 'w.member_id'),
    )
    .innerJoin('workspace as o', 'o.workspace_id', 'w.workspace_id')
    .where('w.workspace_id', '=', ctx.workspaceId)
    .selectAll('w')
    .select(['m.first_name', 'm.last_name', 'm.slug', 'o.name as organization_name']);
}

export function findWebhook(ctx: Ctx, id: string): Promise<WebhookWithOwner | undefined> {
  return webhooks(ctx).where('w.id', '=', id).executeTakeFirst();
}

/** Locked, so that of two changes the second sees the first. */
export async function lockWebhook(ctx: Ctx, id: string): Promise<WebhookRow | undefined> {
  return ctx.db
    .selectFrom('webhook')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Whose webhooks: those of one member, those of the organization without another owner, or both; all when neither is given. */
export interface Ownership {
  readonly memberId?: string;
  readonly passed?: boolean;
}

function ownedBy({ memberId, passed = false }: Ownership) {
  if (memberId === undefined) return sql<boolean>`true`;
  return sql<boolean>`case when w.passed_at is null then w.member_id = ${memberId} else ${passed} end`;
}

export function listWebhooks(
  ctx: Ctx,
  ownership: Ownership,
  page: { limit: number; offset: number },
): Promise<WebhookWithOwner[]> {
  return webhooks(ctx)
    .where(ownedBy(ownership))
    .orderBy('w.created_at')
    .orderBy('w.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countWebhooks(ctx: Ctx, ownership: Ownership): Promise<number> {
  const row = await ctx.db
    .selectFrom('webhook as w')
    .where('w.workspace_id', '=', ctx.workspaceId)
    .where(ownedBy(ownership))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

export const disabledByHand = 'Disabled manually.';

export interface FailingWebhookRow {
  readonly id: string;
  readonly title: string;
  readonly failures: number;
  readonly failingSince: string | null;
  readonly disabledAt: string | null;
  readonly disabledReason: string | null;
}

/** Webhooks that fail, or that something else than a user disabled, as far as the actor may read them. */
export async function listFailingWebhooks(
  { db, workspaceId, actor }: Ctx,
  limit: number,
): Promise<FailingWebhookRow[]> {
  const { rows } = await sql<FailingWebhookRow>`
    select id, coalesce(name, callback_url) as title, failures, failing_since as "failingSince",
      disabled_at as "disabledAt", disabled_reason as "disabledReason"
    from webhook
    where workspace_id = ${workspaceId} and (${isAdmin(actor)} or (scope = 'user' and member_id = ${actor.memberId}))
      and case when disabled_at is null then failing_since is not null
        else disabled_reason is distinct from ${disabledByHand} end
    order by coalesce(disabled_at, failing_since) desc, id limit ${limit}
  `.execute(db);
  return rows;
}

/** A user's role and state, locked, so that they are still true when the transaction commits. */
export async function lockCreator(
  ctx: Ctx,
  memberId: string,
): Promise<{ readonly isActive: boolean; readonly isAdmin: boolean }> {
  const row = await ctx.db
    .selectFrom('member')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', memberId)
    .select(['is_active', 'role'])
    .forShare()
    .executeTakeFirst();
  const isActive = row?.is_active === true;
  return { isActive, isAdmin: isActive && row.role !== 'user' };
}

/** Webhooks that belong to their creator and are not disabled, locked. */
export function listEnabledOwn(
  ctx: Ctx,
  memberId: string,
  scope: 'user' | 'organization',
): Promise<WebhookRow[]> {
  return ctx.db
    .selectFrom('webhook')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('member_id', '=', memberId)
    .where('scope', '=', scope)
    .where('passed_at', 'is', null)
    .where('disabled_at', 'is', null)
    .selectAll()
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Returns the ids of the webhooks that belonged to the member until now. */
export async function reassignToOrganization(ctx: Ctx, memberId: string): Promise<string[]> {
  const passed = await ctx.db
    .updateTable('webhook')
    .set({ passed_at: ctx.now.toISOString() })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('member_id', '=', memberId)
    .where('scope', '=', 'organization')
    .where('passed_at', 'is', null)
    .returning('id')
    .execute();
  return passed.map(({ id }) => id);
}

export async function insertWebhook(ctx: Ctx, row: Omit<Insertable<Webhook>, 'workspace_id'>): Promise<void> {
  await ctx.db
    .insertInto('webhook')
    .values({ ...row, workspace_id: ctx.workspaceId })
    .execute();
}

export async function updateWebhook(ctx: Ctx, id: string, changes: Updateable<Webhook>): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await ctx.db
    .updateTable('webhook')
    .set(changes)
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

export async function deleteWebhook(ctx: Ctx, id: string): Promise<void> {
  await sql`
    delete from webhook_attempt where workspace_id = ${ctx.workspaceId} and delivery_id in (
      select id from webhook_delivery where workspace_id = ${ctx.workspaceId} and webhook_id = ${id})
  `.execute(ctx.db);
  await ctx.db
    .deleteFrom('webhook')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Replaces the secret. The old one stays valid for the overlap, by the database's clock. Returns when it expires. */
export async function replaceSecret(
  ctx: Ctx,
  webhook: WebhookRow,
  sealed: Buffer,
  overlapHours: number,
): Promise<string> {
  const row = await ctx.db
    .updateTable('webhook')
    .set({
      secret_sealed: sealed,
      old_secret_sealed: webhook.secret_sealed,
      old_secret_until: sql<string>`now() + ${overlapHours}::float8 * interval '1 hour'`,
    })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', webhook.id)
    .returning('old_secret_until')
    .executeTakeFirstOrThrow();
  return row.old_secret_until ?? '';
}

/** The entries of a filter that name nothing in the workspace. */
export async function findUnknown(
  { db, workspaceId }: Ctx,
  { eventTypes = [], teams = [], users = [], objects = [] }: Filter,
): Promise<{ list: keyof Filter; index: number }[]> {
  const { rows } = await sql<{ list: keyof Filter; index: number }>`
    with given (list, id, index) as (
      select 'eventTypes', id, n - 1 from unnest(${eventTypes}::text[]) with ordinality as x (id, n)
      union all select 'teams', id, n - 1 from unnest(${teams}::text[]) with ordinality as x (id, n)
      union all select 'users', id, n - 1 from unnest(${users}::text[]) with ordinality as x (id, n)
      union all select 'objects', id, n - 1 from unnest(${objects}::text[]) with ordinality as x (id, n))
    select list, index::int from given g where not case list
      when 'eventTypes' then exists (select from event_type t
        where t.workspace_id = ${workspaceId} and t.id::text = g.id and t.deleted_at is null)
      when 'teams' then exists (select from team t
        where t.workspace_id = ${workspaceId} and t.id::text = g.id and t.deleted_at is null)
      when 'users' then exists (select from member m where m.workspace_id = ${workspaceId} and m.id = g.id)
      else exists (select from crm_object o
        where o.workspace_id = ${workspaceId} and o.slug = g.id and o.deleted_at is null) end
  `.execute(db);
  return rows;
}
