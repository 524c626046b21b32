import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import type { Agent, DoNotCall } from '../platform/db/schema.gen.ts';

export type AgentRow = Selectable<Agent>;
export type DoNotCallRow = Selectable<DoNotCall>;

type Page = { limit: number; offset: number };

function agents(ctx: Ctx) {
  return ctx.db.selectFrom('agent').where('workspace_id', '=', ctx.workspaceId);
}

export function listAgents(ctx: Ctx, { limit, offset }: Page): Promise<AgentRow[]> {
  return agents(ctx)
    .where('deleted_at', 'is', null)
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countAgents(ctx: Ctx): Promise<number> {
  const row = await agents(ctx)
    .where('deleted_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

export async function hasAgentWithProvider(ctx: Ctx, provider: string): Promise<boolean> {
  const agent = agents(ctx).where('deleted_at', 'is', null).where('provider', '=', provider);
  return (await agent.select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** A row lock of PostgreSQL: `share` prevents changes and deletion, `update` also other locks. */
export type LockMode = 'share' | 'update';

/** Deleted ones, too: they may still have calls in progress. */
export function findAgent(ctx: Ctx, id: string, lock?: LockMode): Promise<AgentRow | undefined> {
  const agent = agents(ctx).where('id', '=', id).selectAll();
  const locked = { share: () => agent.forShare(), update: () => agent.forUpdate() };
  return (lock ? locked[lock]() : agent).executeTakeFirst();
}

export function insertAgent(ctx: Ctx, row: Omit<Insertable<Agent>, 'workspace_id'>): Promise<AgentRow> {
  return ctx.db
    .insertInto('agent')
    .values({ ...row, workspace_id: ctx.workspaceId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function updateAgent(ctx: Ctx, id: string, changes: Updateable<Agent>): Promise<AgentRow> {
  return ctx.db
    .updateTable('agent')
    .set(changes)
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function loadWorkspaceNames(ctx: Ctx): Promise<{ name: string; timezone: string }> {
  return ctx.db
    .selectFrom('workspace')
    .where('workspace_id', '=', ctx.workspaceId)
    .select(['name', 'timezone'])
    .executeTakeFirstOrThrow();
}

export async function hasPage(ctx: Ctx, id: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('event_type')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Of a number whose owner was erased only this is kept. Keyed, since there are few enough numbers to try all. */
export function hashNumber({ secrets }: Ctx, phoneNumber: string): Buffer {
  return secrets.derive('do not call', phoneNumber);
}

function listed(ctx: Ctx, phoneNumber: string | undefined) {
  const all = ctx.db.selectFrom('do_not_call').where('workspace_id', '=', ctx.workspaceId);
  if (phoneNumber === undefined) return all;
  return all.where((eb) =>
    eb.or([eb('phone_number', '=', phoneNumber), eb('number_hash', '=', hashNumber(ctx, phoneNumber))]),
  );
}

export function listDoNotCall(
  ctx: Ctx,
  phoneNumber: string | undefined,
  page: Page,
): Promise<DoNotCallRow[]> {
  return listed(ctx, phoneNumber)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countDoNotCall(ctx: Ctx, phoneNumber: string | undefined): Promise<number> {
  const row = await listed(ctx, phoneNumber)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

export async function isOnDoNotCallList(ctx: Ctx, phoneNumber: string): Promise<boolean> {
  return (await listed(ctx, phoneNumber).select('id').executeTakeFirst()) !== undefined;
}

/** Undefined when the number is on the list already. */
export function insertDoNotCall(
  ctx: Ctx,
  row: { id: string; phone_number: string; reason: string | null },
): Promise<DoNotCallRow | undefined> {
  return ctx.db
    .insertInto('do_not_call')
    .values({ ...row, workspace_id: ctx.workspaceId })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'phone_number']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function insertHashedNumber(ctx: Ctx, id: string, phoneNumber: string): Promise<void> {
  await ctx.db
    .insertInto('do_not_call')
    .values({ id, workspace_id: ctx.workspaceId, number_hash: hashNumber(ctx, phoneNumber) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** False when it does not exist. */
export async function deleteDoNotCall(ctx: Ctx, id: string): Promise<boolean> {
  const deleted = await ctx.db
    .deleteFrom('do_not_call')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}
