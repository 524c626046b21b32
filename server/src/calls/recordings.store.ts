import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { transact, type Database } from '../platform/db/transaction.ts';

interface NewRecording {
  readonly callId: string;
  readonly attemptId: string;
  readonly audio: Uint8Array;
  readonly expiresAt: Date;
}

export async function insertRecording(
  ctx: Ctx,
  { callId, attemptId, audio, expiresAt }: NewRecording,
): Promise<void> {
  await ctx.db
    .insertInto('call_recording')
    .values({
      workspace_id: ctx.workspaceId,
      call_id: callId,
      attempt_id: attemptId,
      audio: Buffer.from(audio),
      expires_at: expiresAt.toISOString(),
    })
    .execute();
}

/** Of the last attempt that has one. */
export async function findRecording(ctx: Ctx, callId: string): Promise<Buffer | undefined> {
  const row = await ctx.db
    .selectFrom('call_recording')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('call_id', '=', callId)
    .where('expires_at', '>', ctx.now.toISOString())
    .select('audio')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.audio;
}

const batch = 200;

/** With the address of each, which would lead nowhere. */
export async function deleteExpiredRecordings(database: Database, now: Date): Promise<void> {
  let deleted = batch;
  while (deleted === batch) deleted = await deleteBatch(database, now);
}

async function deleteBatch(database: Database, now: Date): Promise<number> {
  const result = await transact(database, '*', (db) =>
    sql`
      with expired as (
        delete from call_recording where (workspace_id, attempt_id) in (
          select workspace_id, attempt_id from call_recording where expires_at <= ${now.toISOString()}
          order by expires_at limit ${batch} for update skip locked)
        returning workspace_id, attempt_id)
      update call_attempt a set recording_url = null from expired e
      where a.workspace_id = e.workspace_id and a.id = e.attempt_id
    `.execute(db),
  );
  return Number(result.numAffectedRows ?? 0);
}
