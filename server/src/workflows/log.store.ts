import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { matchAny } from '../platform/db/match-any.ts';
import type { RunRow, StepRow } from './runs.store.ts';

export interface LoggedRun extends RunRow {
  readonly steps: readonly StepRow[];
}

interface Listing {
  readonly workflowId: string;
  readonly state?: string | undefined;
}

const matching = (ctx: Ctx, { workflowId, state }: Listing) => sql`
  r.workspace_id = ${ctx.workspaceId} and r.workflow_id = ${workflowId}
    and (${state ?? null}::text is null or r.status = ${state ?? null})`;

/** Newest first. */
export async function listRuns(
  ctx: Ctx,
  listing: Listing,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<LoggedRun[]> {
  const { rows } = await sql<RunRow>`
    select r.* from workflow_run r where ${matching(ctx, listing)}
    order by r.created_at desc, r.id desc limit ${limit} offset ${offset}
  `.execute(ctx.db);
  const steps = await listSteps(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((run) => ({ ...run, steps: steps.filter(({ run_id }) => run_id === run.id) }));
}

async function listSteps(ctx: Ctx, runIds: readonly string[]): Promise<StepRow[]> {
  const { rows } = await sql<StepRow>`
    select * from workflow_step where workspace_id = ${ctx.workspaceId} and run_id = ${matchAny(runIds, 'uuid')}
    order by run_id, position
  `.execute(ctx.db);
  return rows;
}

export async function countRuns(ctx: Ctx, listing: Listing): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from workflow_run r where ${matching(ctx, listing)}`.execute(ctx.db);
  return rows[0]?.count ?? 0;
}
