import { sql, type Insertable, type Selectable } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { matchAny } from '../platform/db/match-any.ts';
import { transact, type Database } from '../platform/db/transaction.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import type { Poll, PollVote } from '../platform/db/schema.gen.ts';
import type { PageLocation } from '../scheduled-events/public.ts';

export type PollStatus = 'open' | 'finalised' | 'cancelled' | 'expired';
/** What keeps an open poll from being booked: the same that `bookGroup` would find. */
type Obstacle = 'page' | 'plan' | 'host';
export type AnswerName = 'yes' | 'if_needed' | 'no';
/** By start, in minutes since 1970. */
export type Answers = Readonly<Record<string, AnswerName>>;

/** A poll with its hosts, as it is shown. */
export interface PollRow extends Omit<Selectable<Poll>, 'status' | 'location'> {
  readonly status: PollStatus;
  /** An expired one is not until a job has said so. */
  readonly is_closed: boolean;
  readonly obstacle: Obstacle | null;
  readonly location: PageLocation | null;
  readonly hosts: readonly {
    readonly first_name: string;
    readonly last_name: string;
    readonly email: string;
    readonly slug: string;
    readonly avatar: string | null;
  }[];
}

export interface VoteRow extends Omit<Selectable<PollVote>, 'answers'> {
  readonly answers: Answers;
}

export async function insertPoll(ctx: Ctx, row: Omit<Insertable<Poll>, 'workspace_id'>): Promise<void> {
  await ctx.db
    .insertInto('poll')
    .values({ ...row, workspace_id: ctx.workspaceId })
    .execute();
}

/** Locked until the transaction ends: who votes, picks and cancels at once does it one after the other. */
export async function lockPoll(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .selectFrom('poll')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .select('id')
    .forUpdate()
    .execute();
}

/** Open polls that a user who leaves created or hosts. Without another one they stay, and owners and admins decide them. */
export async function reassignPolls(
  ctx: Ctx,
  { memberId, heirId }: { readonly memberId: string; readonly heirId: string | null },
): Promise<void> {
  if (heirId === null) return;
  await sql`
    update poll set updated_at = now(),
      member_id = case when member_id = ${memberId} then ${heirId} else member_id end,
      host_ids = case when ${heirId} = any (host_ids) then array_remove(host_ids, ${memberId})
        else array_replace(host_ids, ${memberId}, ${heirId}) end
    where workspace_id = ${ctx.workspaceId} and status = 'open'
      and (member_id = ${memberId} or ${memberId} = any (host_ids))
  `.execute(ctx.db);
}

/** Open ones whose times are past are expired at once, although a job says it later. */
const statusAt = (now: Date) => sql<PollStatus>`case
  when p.status = 'open' and p.expires_at <= ${now.toISOString()}::timestamptz then 'expired' else p.status end`;

const obstacle = sql<Obstacle | null>`case
  when p.status <> 'open' then null
  when not exists (select from event_type t
    where t.workspace_id = p.workspace_id and t.id = p.event_type_id and t.is_active and t.deleted_at is null) then 'page'
  when not (select w.plan_active from workspace w where w.workspace_id = p.workspace_id) then 'plan'
  when (select count(*) from member m
    where m.workspace_id = p.workspace_id and m.id = any (p.host_ids) and m.is_active) < cardinality(p.host_ids) then 'host'
  end`;

function polls(ctx: Ctx) {
  return ctx.db
    .selectFrom('poll as p')
    .where('p.workspace_id', '=', ctx.workspaceId)
    .selectAll('p')
    .select([
      statusAt(ctx.now).as('status'),
      sql<boolean>`p.status <> 'open'`.as('is_closed'),
      obstacle.as('obstacle'),
      sql<PollRow['hosts']>`coalesce((
        select json_agg(json_build_object('first_name', m.first_name, 'last_name', m.last_name, 'email', m.email,
          'slug', m.slug, 'avatar', m.avatar) order by array_position(p.host_ids, m.id))
        from member m where m.workspace_id = p.workspace_id and m.id = any (p.host_ids)), '[]')`.as('hosts'),
    ]);
}

export async function findPolls(ctx: Ctx, ids: readonly string[]): Promise<PollRow[]> {
  const rows = await polls(ctx)
    .where('p.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  return rows as unknown as PollRow[];
}

interface Filter {
  readonly status: PollStatus | undefined;
  /** Of everybody, if undefined. */
  readonly memberId: string | undefined;
}

export async function listPolls(
  ctx: Ctx,
  filter: Filter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<PollRow[]> {
  const rows = await polls(ctx)
    .where(matching(ctx, filter))
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows as unknown as PollRow[];
}

/** Open polls of the actor that have votes, once nobody is asked for more of them, the next to expire first. */
export async function listPollsToDecide(ctx: Ctx, limit: number): Promise<PollToDecide[]> {
  const result = await sql<PollToDecide>`
    select p.id, p.title, v.votes, v.since
    from poll p cross join lateral (
      select count(*)::int as votes, max(v.updated_at) as since from poll_vote v
      where v.workspace_id = p.workspace_id and v.poll_id = p.id) v
    where p.workspace_id = ${ctx.workspaceId} and ${matching(ctx, { status: 'open', memberId: ctx.actor.memberId })}
      and v.votes > 0 and (p.deadline is null or p.deadline <= ${ctx.now.toISOString()}::timestamptz)
    order by p.expires_at, p.id limit ${limit}
  `.execute(ctx.db);
  return result.rows;
}

export interface PollToDecide {
  readonly id: string;
  readonly title: string;
  readonly votes: number;
  /** When the latest vote was cast or changed. */
  readonly since: string;
}

export async function countPolls(ctx: Ctx, filter: Filter): Promise<number> {
  const row = await ctx.db
    .selectFrom('poll as p')
    .where('p.workspace_id', '=', ctx.workspaceId)
    .where(matching(ctx, filter))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

function matching({ now }: Ctx, { status, memberId }: Filter) {
  const [wanted, own] = [status ?? null, memberId ?? null];
  return sql<boolean>`(${wanted}::text is null or ${statusAt(now)} = ${wanted})
    and (${own}::text is null or p.member_id = ${own} or ${own} = any (p.host_ids))`;
}

export async function closePoll(
  ctx: Ctx,
  id: string,
  changes: { readonly status: PollStatus; readonly chosen_start?: number; readonly event_id?: string },
): Promise<void> {
  await ctx.db
    .updateTable('poll')
    .set({ ...changes, updated_at: ctx.now.toISOString() })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

/** With its votes. */
export async function removePoll(ctx: Ctx, id: string): Promise<void> {
  await ctx.db.deleteFrom('poll').where('workspace_id', '=', ctx.workspaceId).where('id', '=', id).execute();
}

/** Open polls of all workspaces whose times are past. */
export function listPastPolls(
  database: Database,
  now: Date,
): Promise<{ workspaceId: WorkspaceId; id: string }[]> {
  return transact(database, '*', async (db) => {
    const { rows } = await sql<{ workspaceId: WorkspaceId; id: string }>`
      select workspace_id as "workspaceId", id from poll
      where status = 'open' and expires_at <= ${now.toISOString()}::timestamptz order by expires_at limit 1000
    `.execute(db);
    return rows;
  });
}

export async function listVotes(ctx: Ctx, pollIds: readonly string[]): Promise<VoteRow[]> {
  const rows = await ctx.db
    .selectFrom('poll_vote')
    .where('workspace_id', '=', ctx.workspaceId)
    .where(sql<boolean>`poll_id = ${matchAny(pollIds, 'uuid')}`)
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows as unknown as VoteRow[];
}

type Vote = Pick<VoteRow, 'id' | 'name' | 'email_confirmed' | 'timezone' | 'language' | 'answers'>;

export async function insertVote(ctx: Ctx, vote: Vote & Pick<VoteRow, 'email' | 'poll_id'>): Promise<void> {
  await ctx.db
    .insertInto('poll_vote')
    .values({ ...vote, answers: JSON.stringify(vote.answers), workspace_id: ctx.workspaceId })
    .execute();
}

export async function updateVote(ctx: Ctx, id: string, { answers, ...vote }: Vote): Promise<void> {
  await ctx.db
    .updateTable('poll_vote')
    .set({ ...vote, answers: JSON.stringify(answers), updated_at: ctx.now.toISOString() })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Who they became. */
export async function setInvitees(
  ctx: Ctx,
  pairs: readonly { readonly voteId: string; readonly inviteeId: string }[],
): Promise<void> {
  await sql`
    update poll_vote v set invitee_id = n.invitee_id
    from unnest(${pairs.map(({ voteId }) => voteId)}::uuid[], ${pairs.map(({ inviteeId }) => inviteeId)}::text[])
      as n (id, invitee_id)
    where v.workspace_id = ${ctx.workspaceId} and v.id = n.id
  `.execute(ctx.db);
}
