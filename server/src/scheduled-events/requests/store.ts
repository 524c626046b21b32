import { sql, type Insertable, type Selectable } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { isOfMailbox } from '../../platform/db/mailbox.ts';
import type { BookingRequest } from '../../platform/db/schema.gen.ts';
import type { Answer, Booking } from '../bookings/public.ts';

type Row = Selectable<BookingRequest>;
export type RequestStatus = 'open' | 'confirmed' | 'declined' | 'expired' | 'withdrawn';

/** A request with its page and hosts, as it is shown. */
export interface RequestRow extends Omit<Row, 'status' | 'booking' | 'answers'> {
  readonly status: RequestStatus;
  readonly booking: Booking;
  readonly answers: readonly Answer[];
  /** Expired ones are not until a job has said so. */
  readonly is_closed: boolean;
  readonly title: string;
  readonly hosts: readonly {
    readonly id: string;
    readonly first_name: string;
    readonly last_name: string;
    readonly email: string;
    readonly slug: string;
    readonly avatar: string | null;
    readonly language: string;
    readonly timezone: string;
    readonly is_active: boolean;
  }[];
}

export async function insertRequest(
  ctx: Ctx,
  row: Omit<Insertable<BookingRequest>, 'workspace_id'>,
): Promise<void> {
  await ctx.db
    .insertInto('booking_request')
    .values({ ...row, workspace_id: ctx.workspaceId })
    .execute();
}

/** Locked until the transaction ends: of those who answer at once, one does. */
export async function lockRequest(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .selectFrom('booking_request')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .select('id')
    .forUpdate()
    .execute();
}

/** Open ones that have expired are so at once, although a job says it later. */
const statusAt = (now: Date) => sql<RequestStatus>`case
  when r.status = 'open' and r.expires_at <= ${now.toISOString()}::timestamptz then 'expired' else r.status end`;

function requests(ctx: Ctx) {
  return ctx.db
    .selectFrom('booking_request as r')
    .innerJoin('event_type as p', (join) =>
      join.onRef('p.workspace_id', '=', 'r.workspace_id').onRef('p.id', '=', 'r.event_type_id'),
    )
    .where('r.workspace_id', '=', ctx.workspaceId)
    .selectAll('r')
    .select([
      'p.title',
      statusAt(ctx.now).as('status'),
      sql<boolean>`r.status <> 'open'`.as('is_closed'),
      sql<RequestRow['hosts']>`coalesce((
        select json_agg(json_build_object('id', m.id, 'first_name', m.first_name, 'last_name', m.last_name, 'email', m.email,
          'slug', m.slug, 'avatar', m.avatar, 'language', m.language, 'timezone', m.timezone, 'is_active', m.is_active)
          order by array_position(r.host_ids, m.id))
        from member m where m.workspace_id = r.workspace_id and m.id = any (r.host_ids)), '[]')`.as('hosts'),
    ]);
}

export async function findRequests(ctx: Ctx, ids: readonly string[]): Promise<RequestRow[]> {
  const rows = await requests(ctx)
    .where('r.id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute();
  return rows as unknown as RequestRow[];
}

export interface RequestFilter {
  readonly status: RequestStatus;
  /** Of everybody, if undefined. */
  readonly hostId: string | undefined;
}

export async function listRequests(
  ctx: Ctx,
  filter: RequestFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<RequestRow[]> {
  const rows = await requests(ctx)
    .where(matching(ctx, filter))
    .orderBy('r.expires_at', filter.status === 'open' ? 'asc' : 'desc')
    .orderBy('r.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows as unknown as RequestRow[];
}

export async function countRequests(ctx: Ctx, filter: RequestFilter): Promise<number> {
  const row = await ctx.db
    .selectFrom('booking_request as r')
    .where('r.workspace_id', '=', ctx.workspaceId)
    .where(matching(ctx, filter))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

function matching({ now }: Ctx, { status, hostId }: RequestFilter) {
  return sql<boolean>`${statusAt(now)} = ${status} and (${hostId ?? null}::text is null or ${hostId ?? null} = any (r.host_ids))`;
}

/** How many are open on a page by one address. Counted under the lock of the page's holds. */
export async function countOpenRequests(ctx: Ctx, eventTypeId: string, email: string): Promise<number> {
  const row = await ctx.db
    .selectFrom('booking_request')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('event_type_id', '=', eventTypeId)
    .where('status', '=', 'open')
    .where('expires_at', '>', ctx.now.toISOString())
    .where(isOfMailbox(sql`email`, email))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

/** Of a visitor, on all pages. Counted one after the other, or two at once would both find room for the last. */
export async function countRequestsOfVisitor(ctx: Ctx, visitorHash: Buffer): Promise<number> {
  const key = `requests ${ctx.workspaceId} ${visitorHash.toString('hex')}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(ctx.db);
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from booking_request r
    join hold h on h.workspace_id = r.workspace_id and h.id = r.id and h.visitor_hash = ${visitorHash}
    where r.workspace_id = ${ctx.workspaceId} and r.status = 'open' and r.expires_at > ${ctx.now.toISOString()}::timestamptz
  `.execute(ctx.db);
  return rows[0]?.total ?? 0;
}

export async function closeRequest(
  ctx: Ctx,
  id: string,
  changes: Partial<Pick<Row, 'event_id' | 'invitee_id' | 'reason'>> & { readonly status: RequestStatus },
): Promise<void> {
  await ctx.db
    .updateTable('booking_request')
    .set({ ...changes, updated_at: ctx.now.toISOString() })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}
