import { sql, type Insertable, type Selectable } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Ctx } from '../platform/context.ts';
import type { EventType } from '../platform/db/schema.gen.ts';

export type PageRow = Awaited<ReturnType<typeof findPage>> & object;

/** What can be set on a page and stands in its own row. */
export type Settings = Omit<
  Selectable<EventType>,
  | 'locations'
  | 'resources'
  | 'booking_window'
  | 'invitee_limit'
  | 'refund_policy'
  | 'recurrence'
  | 'workspace_id'
  | 'id'
  | 'owner_member_id'
  | 'owner_team_id'
  | 'owner_id'
  | 'position'
  | 'deleted_at'
  | 'created_at'
  | 'updated_at'
> & {
  locations: unknown;
  resources: unknown;
  booking_window: unknown;
  invitee_limit: unknown;
  refund_policy: unknown;
  recurrence: unknown;
};

export type Owner = { readonly owner_member_id: string } | { readonly owner_team_id: string };

/** Pages with all that is shown of them, in one query however many there are. */
export function selectPages(ctx: Ctx) {
  return ctx.db
    .selectFrom('event_type as page')
    .where('page.workspace_id', '=', ctx.workspaceId)
    .where('page.deleted_at', 'is', null)
    .selectAll('page')
    .select((eb) => [
      jsonObjectFrom(
        eb
          .selectFrom('member')
          .whereRef('member.workspace_id', '=', 'page.workspace_id')
          .whereRef('member.id', '=', 'page.owner_member_id')
          .select(['member.first_name', 'member.last_name', 'member.slug', 'member.avatar', 'member.email']),
      ).as('owner_member'),
      jsonObjectFrom(
        eb
          .selectFrom('team')
          .whereRef('team.workspace_id', '=', 'page.workspace_id')
          .whereRef('team.id', '=', 'page.owner_team_id')
          .select(['team.title', 'team.slug', 'team.avatar']),
      ).as('owner_team'),
      jsonArrayFrom(
        eb
          .selectFrom('event_type_host as host')
          .innerJoin('member', (join) =>
            join
              .onRef('member.workspace_id', '=', 'host.workspace_id')
              .onRef('member.id', '=', 'host.member_id'),
          )
          .whereRef('host.workspace_id', '=', 'page.workspace_id')
          .whereRef('host.event_type_id', '=', 'page.id')
          .select(['host.member_id', 'host.weight', 'host.priority', 'host.daily_limit', 'host.weekly_limit'])
          .select('host.schedule_id')
          .select(['member.email', 'member.slug', 'member.first_name', 'member.last_name'])
          .orderBy('host.position'),
      ).as('hosts'),
      jsonArrayFrom(
        eb
          .selectFrom('question')
          .whereRef('question.workspace_id', '=', 'page.workspace_id')
          .whereRef('question.event_type_id', '=', 'page.id')
          .select(['question.id', 'question.question', 'question.type', 'question.is_required'])
          .select(['question.is_active', 'question.options', 'question.position'])
          .orderBy('question.position'),
      ).as('questions'),
    ]);
}

/** The workspace's own colour, if it has set one. */
export async function findBrandColor(ctx: Ctx): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('workspace')
    .where('workspace_id', '=', ctx.workspaceId)
    .select('brand_color')
    .executeTakeFirst();
  return row?.brand_color ?? undefined;
}

/** Whether the workspace has an account with a provider of payments. */
export async function hasPaymentAccount(ctx: Ctx, provider: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('payment_account')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('provider', '=', provider)
    .select('provider')
    .executeTakeFirst();
  return row !== undefined;
}

export function findPage(ctx: Ctx, id: string) {
  return selectPages(ctx).where('page.id', '=', id).executeTakeFirst();
}

/** Locks a page until the transaction ends. Read it afterwards: a query that waits for a lock sees hosts and questions as they were. */
export async function lockPage(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .selectFrom('event_type')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .select('id')
    .forNoKeyUpdate()
    .execute();
}

/** Whether the owner has a page with this slug, other than the one that is asked for. */
export async function isSlugTaken(ctx: Ctx, owner: Owner, slug: string, pageId?: string): Promise<boolean> {
  const rows = await ctx.db
    .selectFrom('event_type')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('owner_id', '=', getOwnerId(owner))
    .where('slug', '=', slug)
    .where('deleted_at', 'is', null)
    .select('id')
    .execute();
  return rows.some(({ id }) => id !== pageId);
}

function getOwnerId(owner: Owner): string {
  return 'owner_member_id' in owner ? owner.owner_member_id : owner.owner_team_id;
}

/** Its place is after the other pages of its owner. False when one of them has this slug. */
export async function insertPage(ctx: Ctx, id: string, owner: Owner, settings: Settings): Promise<boolean> {
  const ownerId = getOwnerId(owner);
  const row = {
    ...columns(settings),
    ...owner,
    id,
    workspace_id: ctx.workspaceId,
    position: sql`(select coalesce(max(position) + 1, 0) from event_type
      where workspace_id = ${ctx.workspaceId} and owner_id = ${ownerId})`,
  };
  const inserted = await ctx.db
    .insertInto('event_type')
    .values(row as unknown as Insertable<EventType>)
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'owner_id', 'slug']).where('deleted_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** False when the owner has another page with the new slug; then nothing was changed. */
export async function updatePage(ctx: Ctx, id: string, settings: Settings): Promise<boolean> {
  await sql`savepoint page`.execute(ctx.db);
  try {
    await ctx.db
      .updateTable('event_type')
      .set({ ...columns(settings), updated_at: sql`now()` })
      .where('workspace_id', '=', ctx.workspaceId)
      .where('id', '=', id)
      .execute();
    await sql`release savepoint page`.execute(ctx.db);
    return true;
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'event_type_address') throw error;
    await sql`rollback to savepoint page`.execute(ctx.db);
    return false;
  }
}

function columns({
  locations,
  resources,
  booking_window,
  invitee_limit,
  refund_policy,
  recurrence,
  ...settings
}: Settings) {
  return {
    ...settings,
    locations: json(locations),
    resources: json(resources),
    booking_window: json(booking_window),
    invitee_limit: invitee_limit === null ? null : json(invitee_limit),
    refund_policy: refund_policy === null ? null : json(refund_policy),
    recurrence: recurrence === null ? null : json(recurrence),
  };
}

/** The generated type of a column with a default does not know that JSON is written as text. */
function json(value: unknown): string {
  return JSON.stringify(value);
}

export async function deletePage(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .updateTable('event_type')
    // Its schedule is no longer in use by it.
    .set({ deleted_at: sql`now()`, schedule_id: null })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

export async function deletePagesOfTeam(ctx: Ctx, teamId: string): Promise<void> {
  await ctx.db
    .updateTable('event_type')
    .set({ deleted_at: sql`now()`, schedule_id: null })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('owner_team_id', '=', teamId)
    .where('deleted_at', 'is', null)
    .execute();
}

export async function deleteHostOfTeamPages(ctx: Ctx, teamId: string, memberId: string): Promise<void> {
  await sql`
    delete from event_type_host h using event_type p
    where h.workspace_id = ${ctx.workspaceId} and h.member_id = ${memberId}
      and p.workspace_id = h.workspace_id and p.id = h.event_type_id and p.owner_team_id = ${teamId}
  `.execute(ctx.db);
}
