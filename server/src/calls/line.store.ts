import { sql, type Selectable } from 'kysely';
import type { Ctx, Runtime } from '../platform/context.ts';
import type { CallLine } from '../platform/db/schema.gen.ts';
import { transact } from '../platform/db/transaction.ts';
import type { SipTrunk } from './sip/public.ts';

/** Whether the trunk of this installation takes calls: it has one, whichever workspace calls. */

export type LineRow = Selectable<CallLine>;

/** Of the settings of a trunk: other settings are another line. */
export function deriveTrunkKey(
  { secrets }: Pick<Runtime, 'secrets'>,
  { host, peer, credentials }: SipTrunk,
): Buffer {
  return secrets.derive('trunk', JSON.stringify([peer.protocol, host, credentials ?? null]));
}

export function findLine({ db }: Pick<Ctx, 'db'>, trunk: Buffer): Promise<LineRow | undefined> {
  return db.selectFrom('call_line').where('trunk', '=', trunk).selectAll().executeTakeFirst();
}

/** Whichever trunk it is of, for who only looks. */
export function findPausedLine({ db }: Pick<Ctx, 'db'>): Promise<LineRow | undefined> {
  return db.selectFrom('call_line').where('paused_at', 'is not', null).selectAll().executeTakeFirst();
}

/** Of several who ask while a trial is due, one gets it. */
export async function claimProbe({ db, now }: Ctx, trunk: Buffer, nextAt: Date): Promise<boolean> {
  const row = await db
    .updateTable('call_line')
    .set({ probe_at: nextAt.toISOString() })
    .where('trunk', '=', trunk)
    .where('probe_at', '<=', now.toISOString())
    .returning('is_only')
    .executeTakeFirst();
  return row !== undefined;
}

export async function pauseLine(
  { db, now }: Ctx,
  trunk: Buffer,
  error: string,
  probeAt: Date,
): Promise<void> {
  const paused = { trunk, error, paused_at: now.toISOString(), probe_at: probeAt.toISOString() };
  await db
    .insertInto('call_line')
    .values(paused)
    .onConflict((conflict) =>
      conflict.column('is_only').doUpdateSet({
        ...paused,
        // It has been paused since the first refusal.
        paused_at: sql`case when call_line.trunk = excluded.trunk then coalesce(call_line.paused_at, excluded.paused_at) else excluded.paused_at end`,
        proven_at: sql`case when call_line.trunk = excluded.trunk then call_line.proven_at end`,
      }),
    )
    .execute();
}

const provenForMs = 60_000;

/** The trunk has taken a call. Most do, so that this is written once a minute. */
export async function markLineWorking({ db, now }: Ctx, trunk: Buffer): Promise<void> {
  const open = { trunk, error: null, paused_at: null, probe_at: null, proven_at: now.toISOString() };
  const line = await findLine({ db }, trunk);
  const isKnown = line?.proven_at && now.getTime() - Date.parse(line.proven_at) < provenForMs;
  if (isKnown && line.paused_at === null) return;
  await db
    .insertInto('call_line')
    .values(open)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(open))
    .execute();
}

/** What is known of a trunk that this server does not use any more. */
export async function deleteOtherLines({ database }: Runtime, trunk: Buffer | undefined): Promise<void> {
  await transact(database, '*', (db) =>
    db
      .deleteFrom('call_line')
      .$if(trunk !== undefined, (line) => line.where('trunk', '<>', trunk as Buffer))
      .execute(),
  );
}

/** When the trunk last refused the server as it placed this call. */
export async function findLastLineRefusal(ctx: Ctx, callId: string): Promise<string | undefined> {
  const row = await lineRefusals(ctx, callId)
    .select('ended_at')
    .orderBy('attempt', 'desc')
    .executeTakeFirst();
  return row?.ended_at ?? undefined;
}

export async function countLineRefusals(ctx: Ctx, callId: string): Promise<number> {
  const { total } = await lineRefusals(ctx, callId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

function lineRefusals(ctx: Ctx, callId: string) {
  return ctx.db
    .selectFrom('call_attempt')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('call_id', '=', callId)
    .where('is_line_refused', '=', true);
}
