import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import type { CallAttempt, OutboundCall } from '../platform/db/schema.gen.ts';
import { read, type Database } from '../platform/db/transaction.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import { findEvent } from '../scheduled-events/public.ts';

export type CallRow = Selectable<OutboundCall>;
export type AttemptRow = Selectable<CallAttempt>;
export type CallWithAttempts = CallRow & { readonly attempts: readonly AttemptRow[] };

export interface CallRef {
  readonly workspaceId: WorkspaceId;
  readonly callId: string;
}

interface Listing {
  readonly agentId?: string | undefined;
  readonly status?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly search?: string | undefined;
}

function calls(ctx: Ctx) {
  return ctx.db.selectFrom('outbound_call').where('workspace_id', '=', ctx.workspaceId);
}

function callsOf(ctx: Ctx, { agentId, status, since, until, search }: Listing) {
  const text = sql<string>`lower(concat_ws(' ', full_name, email, phone_number))`;
  return calls(ctx)
    .$if(agentId !== undefined, (found) => found.where('agent_id', '=', agentId ?? ''))
    .$if(status !== undefined, (found) => found.where('status', '=', status ?? ''))
    .$if(since !== undefined, (found) => found.where('created_at', '>=', since ?? ''))
    .$if(until !== undefined, (found) => found.where('created_at', '<=', until ?? ''))
    .$if(search !== undefined, (found) =>
      found.where(sql<boolean>`position(lower(${search}) in ${text}) > 0`),
    );
}

export async function listCalls(
  ctx: Ctx,
  listing: Listing,
  { limit, offset }: { limit: number; offset: number },
): Promise<CallWithAttempts[]> {
  const rows = await callsOf(ctx, listing)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return withAttempts(ctx, rows);
}

export async function countCalls(ctx: Ctx, listing: Listing): Promise<number> {
  const row = await callsOf(ctx, listing)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

export async function findCall(ctx: Ctx, id: string): Promise<CallWithAttempts | undefined> {
  const rows = await calls(ctx).where('id', '=', id).selectAll().execute();
  return (await withAttempts(ctx, rows))[0];
}

/** Locked, so that of cancelling and starting at the same moment the second sees the first. */
export function lockCall(ctx: Ctx, id: string): Promise<CallRow | undefined> {
  return calls(ctx).where('id', '=', id).selectAll().forUpdate().executeTakeFirst();
}

async function withAttempts(ctx: Ctx, rows: readonly CallRow[]): Promise<CallWithAttempts[]> {
  const attempts = await ctx.db
    .selectFrom('call_attempt')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('call_id', '=', sql<string>`any (${rows.map(({ id }) => id)}::uuid[])`)
    .selectAll()
    .orderBy('attempt')
    .execute();
  return rows.map((row) => ({ ...row, attempts: attempts.filter(({ call_id }) => call_id === row.id) }));
}

/** With its row in `call_address`, by which a report finds the workspace. */
export async function insertCall(
  ctx: Ctx,
  row: Omit<Insertable<OutboundCall>, 'workspace_id'>,
): Promise<CallRow> {
  const call = await ctx.db
    .insertInto('outbound_call')
    .values({ ...row, workspace_id: ctx.workspaceId })
    .returningAll()
    .executeTakeFirstOrThrow();
  await ctx.db
    .insertInto('call_address')
    .values({ call_id: call.id, workspace_id: ctx.workspaceId })
    .execute();
  return call;
}

export async function updateCall(ctx: Ctx, id: string, changes: Updateable<OutboundCall>): Promise<void> {
  await ctx.db
    .updateTable('outbound_call')
    .set(changes)
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

export async function cancelPendingCalls(ctx: Ctx, agentId: string): Promise<void> {
  await ctx.db
    .updateTable('outbound_call')
    .set({ status: 'cancelled', due_at: null })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('agent_id', '=', agentId)
    .where('status', '=', 'pending')
    .execute();
}

/** By the database's clock, which all workers share. */
function inSeconds(seconds: number) {
  return sql<string>`clock_timestamp() + make_interval(secs => ${seconds})`;
}

export function insertAttempt(
  ctx: Ctx,
  row: { call_id: string; id: string; started_at: string },
  leaseSeconds: number,
): Promise<AttemptRow> {
  const earlier = ctx.db
    .selectFrom('call_attempt')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('call_id', '=', row.call_id)
    .select(sql<number>`coalesce(max(attempt), 0) + 1`.as('next'));
  return ctx.db
    .insertInto('call_attempt')
    .values({ ...row, workspace_id: ctx.workspaceId, attempt: earlier, check_at: inSeconds(leaseSeconds) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Renews the lease of an attempt whose lease has expired. Of several workers, one gets the row. */
export function claimOverdueAttempt(
  ctx: Ctx,
  callId: string,
  leaseSeconds: number,
): Promise<AttemptRow | undefined> {
  return ctx.db
    .updateTable('call_attempt')
    .set({ check_at: inSeconds(leaseSeconds) })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('call_id', '=', callId)
    .where('check_at', '<=', sql<string>`clock_timestamp()`)
    .returningAll()
    .executeTakeFirst();
}

/** An attempt that has not ended. */
export function findOpenAttempt(ctx: Ctx, callId: string, id: string): Promise<AttemptRow | undefined> {
  return ctx.db
    .selectFrom('call_attempt')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('call_id', '=', callId)
    .where('id', '=', id)
    .where('state', '<>', 'ended')
    .selectAll()
    .executeTakeFirst();
}

/** Keeps an attempt open, and sets when it is looked up again. */
export async function scheduleCheck(
  ctx: Ctx,
  { call_id, attempt }: AttemptRow,
  changes: { state?: 'active'; error?: string; telephony?: string | undefined; result?: string },
  checkInSeconds: number,
): Promise<void> {
  await ctx.db
    .updateTable('call_attempt')
    .set({ ...changes, check_at: inSeconds(checkInSeconds) })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('call_id', '=', call_id)
    .where('attempt', '=', attempt)
    .execute();
}

export async function endAttempt(
  ctx: Ctx,
  { call_id, attempt }: AttemptRow,
  changes: Updateable<CallAttempt> & { ended_at: string },
): Promise<void> {
  await ctx.db
    .updateTable('call_attempt')
    .set({ ...changes, state: 'ended', check_at: null })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('call_id', '=', call_id)
    .where('attempt', '=', attempt)
    .execute();
}

/** How many attempts right before this one the line failed. */
export async function countFailures(ctx: Ctx, { call_id, attempt }: AttemptRow): Promise<number> {
  const earlier = await ctx.db
    .selectFrom('call_attempt')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('call_id', '=', call_id)
    .where('attempt', '<', attempt)
    .where('is_line_refused', '=', false)
    .select('telephony')
    .orderBy('attempt', 'desc')
    .execute();
  const other = earlier.findIndex(({ telephony }) => telephony !== 'failed');
  return other < 0 ? earlier.length : other;
}

/** What was booked during an attempt. Locked, so that of two who book in it the second sees the first. */
export async function findEventOfAttempt(ctx: Ctx, callId: string, id: string): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('call_attempt')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('call_id', '=', callId)
    .where('id', '=', id)
    .select('event_uuid')
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.event_uuid;
}

export async function setEventOfAttempt(
  ctx: Ctx,
  callId: string,
  id: string,
  eventId: string | null,
): Promise<void> {
  await ctx.db
    .updateTable('call_attempt')
    .set({ event_uuid: eventId })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('call_id', '=', callId)
    .where('id', '=', id)
    .execute();
}

export async function hasEvent(ctx: Ctx, id: string): Promise<boolean> {
  return (await findEvent(ctx, id)) !== undefined;
}

/** Calls of all workspaces that are due, or have an attempt whose lease has expired. */
export function findDueCalls(database: Database, now: Date, limit: number): Promise<CallRef[]> {
  return read(database, '*', async (db) => {
    const due = await db
      .selectFrom('outbound_call')
      .where('due_at', '<=', now.toISOString())
      .select(['workspace_id as workspaceId', 'id as callId'])
      .orderBy('due_at')
      .limit(limit)
      .execute();
    const overdue = await db
      .selectFrom('call_attempt')
      .where('check_at', '<=', sql<string>`clock_timestamp()`)
      .select(['workspace_id as workspaceId', 'call_id as callId'])
      .orderBy('check_at')
      .limit(limit)
      .execute();
    return [...due, ...overdue];
  });
}

/** A report names a call and no workspace. */
export async function findCallWorkspace(
  database: Database,
  callId: string,
): Promise<WorkspaceId | undefined> {
  const row = await read(database, '*', (db) =>
    db.selectFrom('call_address').where('call_id', '=', callId).select('workspace_id').executeTakeFirst(),
  );
  return row?.workspace_id;
}
