import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { matchAny } from '../platform/db/match-any.ts';
import { transact, type Database } from '../platform/db/transaction.ts';
import type { Person } from '../platform/personal-data.ts';
import { buildContainsPattern } from '../platform/text.ts';

interface NamingEvent {
  readonly id: string;
  readonly name: string;
  readonly payload: string;
  readonly told_at: string;
}

/** Events whose payload has an address or an id of a person. */
export async function findEventsNaming(ctx: Ctx, person: Person): Promise<NamingEvent[]> {
  const facts = [...person.emails, ...person.inviteeIds, ...person.recordIds];
  const patterns = facts.map((fact) => buildContainsPattern(fact.toLowerCase()));
  const result = await sql<NamingEvent>`
    select id, name, payload, told_at from webhook_event
    where workspace_id = ${ctx.workspaceId} and lower(payload) like any (${patterns}::text[])
    order by told_at, id
  `.execute(ctx.db);
  return result.rows;
}

/** Deletes events with their deliveries, whose ids it returns. */
export async function deleteEvents(ctx: Ctx, ids: readonly string[]): Promise<string[]> {
  const deliveries = await sql<{ id: string }>`
    delete from webhook_delivery where workspace_id = ${ctx.workspaceId} and event_id = ${matchAny(ids, 'uuid')}
    returning id
  `.execute(ctx.db);
  await sql`
    delete from webhook_event where workspace_id = ${ctx.workspaceId} and id = ${matchAny(ids, 'uuid')}
  `.execute(ctx.db);
  return deliveries.rows.map(({ id }) => id);
}

export async function deleteAttempts(ctx: Ctx, deliveryIds: readonly string[]): Promise<void> {
  await sql`
    delete from webhook_attempt
    where workspace_id = ${ctx.workspaceId} and delivery_id = ${matchAny(deliveryIds, 'uuid')}
  `.execute(ctx.db);
}

/** Deletes one batch of deliveries past the time for which their workspace keeps them; how many there were. */
export function deleteExpiredDeliveries(database: Database, limit: number): Promise<number> {
  return transact(database, '*', async (db) => {
    const result = await sql<{ count: number }>`
      with expired as (
        delete from webhook_delivery where (workspace_id, id) in (
          select d.workspace_id, d.id from webhook_delivery d join workspace w on w.workspace_id = d.workspace_id
          where d.finished_at < now() - make_interval(days => w.delivery_days) limit ${limit})
        returning workspace_id, id, event_id
      ), attempts as (
        delete from webhook_attempt a using expired x where a.workspace_id = x.workspace_id and a.delivery_id = x.id
      ), events as (
        delete from webhook_event e using expired x where e.workspace_id = x.workspace_id and e.id = x.event_id
          and not exists (select from webhook_delivery d where d.workspace_id = e.workspace_id and d.event_id = e.id
            and not exists (select from expired y where y.workspace_id = d.workspace_id and y.id = d.id))
      )
      select count(*)::int as count from expired
    `.execute(db);
    return result.rows[0]?.count ?? 0;
  });
}

/** Attempts whose error or response matches a pattern: an attempt is never changed, so it can only be deleted. */
export async function deleteAttemptsLike(ctx: Ctx, pattern: string): Promise<void> {
  await sql`
    delete from webhook_attempt
    where workspace_id = ${ctx.workspaceId} and concat_ws(' ', error, response) ~* ${pattern}
  `.execute(ctx.db);
}
