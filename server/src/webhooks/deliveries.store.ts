import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { matchAny } from '../platform/db/match-any.ts';
import { purgeExpired } from '../platform/db/purge.ts';
import type { Database } from '../platform/db/transaction.ts';
import { generateUuid } from '../platform/ids.ts';
import { deliveriesChannel } from './delivery/public.ts';
import type { Filter } from './rules.ts';

export interface Subscriber {
  readonly id: string;
  readonly events: readonly string[];
  /** Whose events are delivered; null: everyone's. */
  readonly memberId: string | null;
  readonly filter: Filter | null;
}

/** Disabled webhooks included: their deliveries are written as skipped, for a replay. */
export async function findSubscribers(ctx: Ctx): Promise<Subscriber[]> {
  const result = await sql<Subscriber>`
    select w.id, w.events, w.filter, case w.scope when 'user' then w.member_id end as "memberId"
    from webhook w
    where w.workspace_id = ${ctx.workspaceId}
      and (w.scope = 'organization' or exists (
        select from member m where m.workspace_id = w.workspace_id and m.id = w.member_id and m.is_active))
  `.execute(ctx.db);
  return result.rows;
}

export interface NewEvent {
  readonly id?: string | undefined;
  readonly payload: string;
  readonly orderingKey: string;
  readonly webhookIds: readonly string[];
}

/**
 * Inserts events of one name and their deliveries, in order, but none whose id exists already. Deliveries to a disabled
 * webhook are skipped, and a webhook that is deleted at the same moment gets none: `for key share` waits for the deletion.
 */
export async function insertEvents(ctx: Ctx, name: string, events: readonly NewEvent[]): Promise<void> {
  const rows = events.map((event) => ({ ...event, id: event.id ?? generateUuid() }));
  const deliveries = rows.flatMap(({ id, orderingKey, webhookIds }, place) =>
    webhookIds.map((webhookId) => ({ id: generateUuid(), eventId: id, orderingKey, webhookId, place })),
  );
  await sql`
    with inserted as (
      insert into webhook_event (workspace_id, id, name, payload)
      select ${ctx.workspaceId}, t.id, ${name}, t.payload
      from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ payload }) => payload)}::text[]) as t (id, payload)
      on conflict do nothing
      returning id
    ), subscriber as (
      select id, disabled_at from webhook
      where workspace_id = ${ctx.workspaceId} and id = ${matchAny(
        deliveries.map(({ webhookId }) => webhookId),
        'uuid',
      )}
      order by id for key share
    )
    insert into webhook_delivery (workspace_id, id, webhook_id, event_id, ordering_key, status, finished_at)
    select ${ctx.workspaceId}, t.id, s.id, t."eventId", t."orderingKey",
      case when s.disabled_at is null then 'pending' else 'skipped' end, case when s.disabled_at is not null then now() end
    from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb)
      as t (id uuid, "eventId" uuid, "orderingKey" text, "webhookId" uuid, place integer)
    join subscriber s on s.id = t."webhookId"
    where t."eventId" in (select id from inserted)
    order by t.place
  `.execute(ctx.db);
}

export async function wakeDeliverers(ctx: Ctx): Promise<void> {
  await sql`select pg_notify(${deliveriesChannel}, '')`.execute(ctx.db);
}

interface AttemptJson {
  attempt: number;
  started_at: string;
  connect_ms: number | null;
  first_byte_ms: number | null;
  total_ms: number;
  status_code: number | null;
  error: string | null;
  response: string | null;
}

export interface DeliveryRow {
  id: string;
  event_id: string;
  name: string;
  payload: string;
  status: string;
  due_at: string;
  created_at: string;
  finished_at: string | null;
  attempts: AttemptJson[];
}

export interface DeliveryFilter {
  readonly id?: string | undefined;
  readonly status?: string | undefined;
  readonly event?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly search?: string | undefined;
}

function matching(ctx: Ctx, webhookId: string, filter: DeliveryFilter) {
  const { id, status, event, since, until, search } = filter;
  const holds = (text: ReturnType<typeof sql>) => sql`position(lower(${search}) in lower(${text})) > 0`;
  const conditions = [
    sql`d.workspace_id = ${ctx.workspaceId} and d.webhook_id = ${webhookId}`,
    ...(id === undefined ? [] : [sql`d.id = ${id}`]),
    ...(status === undefined ? [] : [sql`d.status = ${status}`]),
    ...(event === undefined ? [] : [sql`e.name = ${event}`]),
    ...(since === undefined ? [] : [sql`d.created_at >= ${since}`]),
    ...(until === undefined ? [] : [sql`d.created_at <= ${until}`]),
    ...(search === undefined
      ? []
      : [
          sql`(${holds(sql`e.payload`)} or exists (
            select from webhook_attempt a where a.workspace_id = d.workspace_id and a.delivery_id = d.id
              and (${holds(sql`a.error`)} or ${holds(sql`a.response`)})))`,
        ]),
  ];
  return sql`webhook_delivery d
    join webhook_event e on e.workspace_id = d.workspace_id and e.id = d.event_id
    where ${sql.join(conditions, sql` and `)}`;
}

export async function listDeliveries(
  ctx: Ctx,
  webhookId: string,
  filter: DeliveryFilter,
  page: { limit: number; offset: number },
): Promise<DeliveryRow[]> {
  const result = await sql<DeliveryRow>`
    select d.id, d.event_id, e.name, e.payload, d.status, d.due_at, d.created_at, d.finished_at,
      coalesce((select json_agg(a order by a.attempt) from webhook_attempt a
        where a.workspace_id = d.workspace_id and a.delivery_id = d.id), '[]') as attempts
    from ${matching(ctx, webhookId, filter)}
    order by d.created_at desc, d.seq desc
    limit ${page.limit} offset ${page.offset}
  `.execute(ctx.db);
  return result.rows;
}

export async function countDeliveries(ctx: Ctx, webhookId: string, filter: DeliveryFilter): Promise<number> {
  const result = await sql<{ total: number }>`
    select count(*) as total from ${matching(ctx, webhookId, filter)}
  `.execute(ctx.db);
  return result.rows[0]?.total ?? 0;
}

export interface PendingDeliveries {
  readonly count: number;
  readonly oldest: string | null;
}

export async function countWaiting(ctx: Ctx, webhookId: string): Promise<PendingDeliveries> {
  return ctx.db
    .selectFrom('webhook_delivery')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('webhook_id', '=', webhookId)
    .where('finished_at', 'is', null)
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.min<string | null>('created_at').as('oldest'),
    ])
    .executeTakeFirstOrThrow();
}

export interface Span {
  readonly since: string;
  readonly until: string | undefined;
  readonly status: 'undelivered' | 'all';
}

const dueAgain = sql`status = 'pending', failures = 0, due_at = now(), finished_at = null`;

function finishedIn(ctx: Ctx, webhookId: string, { since, until, status }: Span) {
  return sql`workspace_id = ${ctx.workspaceId} and webhook_id = ${webhookId} and finished_at is not null
    and created_at >= ${since} and created_at <= ${until ?? 'infinity'}
    and (${status} = 'all' or status <> 'delivered')`;
}

export async function countReplay(ctx: Ctx, webhookId: string, span: Span): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*) as count from webhook_delivery where ${finishedIn(ctx, webhookId, span)}
  `.execute(ctx.db);
  return result.rows[0]?.count ?? 0;
}

export async function markForReplay(ctx: Ctx, webhookId: string, span: Span): Promise<number> {
  const result = await sql`
    update webhook_delivery set ${dueAgain} where ${finishedIn(ctx, webhookId, span)}
  `.execute(ctx.db);
  return Number(result.numAffectedRows ?? 0);
}

/** Makes one delivery due now, unless it is being sent. */
export async function retryDelivery(ctx: Ctx, webhookId: string, id: string): Promise<boolean> {
  const result = await sql`
    update webhook_delivery set ${dueAgain}
    where workspace_id = ${ctx.workspaceId} and webhook_id = ${webhookId} and id = ${id}
      and (status <> 'sending' or due_at < now())
  `.execute(ctx.db);
  return Number(result.numAffectedRows ?? 0) > 0;
}

/**
 * Deletes deliveries that finished 30 days ago, with their attempts. Events are kept for five days more, since a delivery
 * that is retried on its last day still needs the payload.
 */
export function deleteOldDeliveries(database: Database): Promise<void> {
  return purgeExpired(database, [
    {
      table: 'webhook_delivery',
      rows: sql`select ctid from webhook_delivery
        where finished_at < now() - interval '30 days' and created_at < now() - interval '30 days' order by finished_at`,
    },
    {
      table: 'webhook_attempt',
      rows: sql`select ctid from webhook_attempt where started_at < now() - interval '30 days' order by started_at`,
    },
    {
      table: 'webhook_event',
      rows: sql`select ctid from webhook_event where told_at < now() - interval '35 days' order by told_at`,
    },
  ]);
}
