import { sql, type Kysely } from 'kysely';
import type { DB } from './db/schema.gen.ts';
import type { WorkspaceId } from './db/workspace-id.ts';

/** Effects and jobs that have no attempts left, for the people of a workspace. */

interface InWorkspace {
  readonly db: Kysely<DB>;
  readonly workspaceId: WorkspaceId;
}

/** An effect or job that is not tried again. */
export interface AbandonedEffect {
  readonly id: string;
  readonly name: string;
  readonly error: string | null;
  readonly failedAt: string;
}

export async function listAbandonedEffects(
  { db, workspaceId }: InWorkspace,
  limit: number,
): Promise<AbandonedEffect[]> {
  const result = await sql<AbandonedEffect>`
    select id, name, error, failed_at as "failedAt" from outbox
    where workspace_id = ${workspaceId} and failed_at is not null
    order by failed_at desc limit ${limit}
  `.execute(db);
  return result.rows;
}

/** The same of the job queue, whose tables only a function may read. */
export async function listDeadJobs(
  { db, workspaceId }: InWorkspace,
  limit: number,
): Promise<AbandonedEffect[]> {
  const result = await sql<AbandonedEffect>`
    select id, task as name, error, failed_at as "failedAt" from dead_jobs(${workspaceId}, ${limit})
  `.execute(db);
  return result.rows;
}

/** Makes an effect that was given up due now; false if there is none with this id. */
export async function retryAbandonedEffect({ db, workspaceId }: InWorkspace, id: string): Promise<boolean> {
  const result = await sql`
    update outbox set attempts = 0, failed_at = null, run_at = clock_timestamp()
    where workspace_id = ${workspaceId} and id = ${id} and failed_at is not null
  `.execute(db);
  return Number(result.numAffectedRows ?? 0) > 0;
}

/** Makes a job that has no attempts left due now; false if there is none with this id. */
export async function retryDeadJob({ db, workspaceId }: InWorkspace, id: string): Promise<boolean> {
  const result = await sql<{ isFound: boolean }>`
    select retry_dead_job(${workspaceId}, ${id}) as "isFound"
  `.execute(db);
  return result.rows[0]?.isFound ?? false;
}
