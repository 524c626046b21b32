import { sql, type RawBuilder } from 'kysely';
import { isAdmin } from '../platform/auth/actor.ts';
import type { Ctx } from '../platform/context.ts';
import type { Part } from './rules.ts';

export type Metric =
  | 'bookings'
  | 'cancellations'
  | 'no-shows'
  | 'lead-time'
  | 'routing'
  | 'webhooks'
  | 'calls';

/** One metric as parts of a statement. */
interface Source {
  /** With its joins, led by the table that has the instant or its owner. */
  readonly from: RawBuilder<unknown>;
  readonly at: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
  readonly isOwn: RawBuilder<unknown>;
  readonly value: RawBuilder<unknown>;
  readonly groups: Readonly<Record<string, Group>>;
}

interface Group {
  readonly key: RawBuilder<unknown>;
  readonly label: RawBuilder<unknown>;
  readonly joins?: RawBuilder<unknown>;
  /** What of it is a user's own, beside what is theirs anyway. */
  readonly isOwn?: RawBuilder<unknown>;
}

/** How much happened in each bucket, for each group. */
export async function countParts(
  ctx: Ctx,
  metric: Metric,
  groupBy: string | undefined,
  edges: readonly string[],
): Promise<Part[]> {
  return (await buildPartsQuery(ctx, metric, groupBy, edges).execute(ctx.db)).rows;
}

/** One statement. Instants are compared with the edges and never converted: PostgreSQL's zones are not asked. */
export function buildPartsQuery(
  ctx: Ctx,
  metric: Metric,
  groupBy: string | undefined,
  edges: readonly string[],
): RawBuilder<Part> {
  const { from, at, where, isOwn, value, groups } = sourceOf(ctx, metric);
  const group = groupBy === undefined ? undefined : groups[groupBy];
  const owns = isAdmin(ctx.actor) ? [] : [isOwn, ...(group?.isOwn ? [group.isOwn] : [])];
  const conditions = [where, ...owns, sql`${at} >= ${edges[0]}`, sql`${at} < ${edges.at(-1)}`];
  return sql<Part>`
    select width_bucket(${at}, ${[...edges]}::timestamptz[]) as bucket, ${group?.key ?? sql`null::text`} as key,
      min(${group?.label ?? sql`null::text`}) as label, count(*)::int as count, ${value} as value
    from ${from} ${group?.joins ?? sql``}
    where ${sql.join(conditions, sql` and `)}
    group by 1, 2`;
}

const nothing: Group = { key: sql`null::text`, label: sql`null::text` };

const count = sql`count(*)::float8`;

function sourceOf({ workspaceId, actor }: Ctx, metric: Metric): Source {
  if (metric === 'routing') {
    return {
      from: sql`routing_form f
        join routing_submission s on s.workspace_id = f.workspace_id and s.form_id = f.id
        left join event_type p on p.workspace_id = s.workspace_id and p.id = (s.route -> 'eventType' ->> 'id')::uuid`,
      at: sql`s.created_at`,
      where: sql`f.workspace_id = ${workspaceId}`,
      isOwn: sql`f.owner_member_id = ${actor.memberId}`,
      value: count,
      groups: {
        page: { key: sql`p.id::text`, label: sql`p.title` },
        host: {
          ...named(sql`m`),
          joins: sql`join member m on m.workspace_id = f.workspace_id and m.id = f.owner_member_id`,
        },
        team: {
          key: sql`t.id::text`,
          label: sql`t.title`,
          joins: sql`left join team t on t.workspace_id = p.workspace_id and t.id = p.owner_team_id`,
        },
        form: { key: sql`f.id::text`, label: sql`f.name` },
      },
    };
  }
  if (metric === 'webhooks') {
    return {
      from: sql`webhook w
        join webhook_delivery d on d.workspace_id = w.workspace_id and d.webhook_id = w.id`,
      at: sql`d.created_at`,
      where: sql`w.workspace_id = ${workspaceId}`,
      isOwn: sql`w.scope = 'user' and w.member_id = ${actor.memberId}`,
      value: count,
      groups: {
        page: nothing,
        team: nothing,
        status: { key: sql`d.status`, label: sql`d.status` },
        webhook: { key: sql`w.id::text`, label: sql`coalesce(w.name, w.callback_url)` },
        host: {
          ...named(sql`m`),
          joins: sql`join member m on m.workspace_id = w.workspace_id and m.id = w.member_id`,
        },
      },
    };
  }
  if (metric === 'calls') {
    return {
      from: sql`outbound_call c`,
      at: sql`c.created_at`,
      where: sql`c.workspace_id = ${workspaceId}`,
      // Calls belong to the workspace: everyone who can list them can count them.
      isOwn: sql`true`,
      value: count,
      groups: {
        agent: {
          key: sql`g.id::text`,
          label: sql`g.name`,
          joins: sql`join agent g on g.workspace_id = c.workspace_id and g.id = c.agent_id`,
        },
        outcome: { key: callOutcome, label: callOutcome, joins: lastAttempt },
      },
    };
  }
  return {
    from: sql`invitee i join scheduled_event e on e.workspace_id = i.workspace_id and e.id = i.event_id`,
    where: sql`i.workspace_id = ${workspaceId} and ${inviteeConditions[metric]}`,
    at: inviteeTimes[metric],
    isOwn: sql`exists (select from event_host o
      where o.workspace_id = e.workspace_id and o.event_id = e.id and o.host_id = ${actor.memberId})`,
    value: metric === 'lead-time' ? medianHours : count,
    groups: {
      page: {
        key: sql`p.id::text`,
        label: sql`p.title`,
        joins: sql`join event_type p on p.workspace_id = e.workspace_id and p.id = e.event_type_id`,
      },
      host: {
        ...named(sql`m`),
        joins: sql`join event_host h on h.workspace_id = e.workspace_id and h.event_id = e.id
          join member m on m.workspace_id = h.workspace_id and m.id = h.host_id`,
        isOwn: sql`h.host_id = ${actor.memberId}`,
      },
      team: {
        key: sql`t.id::text`,
        label: sql`t.title`,
        joins: sql`left join team t on t.workspace_id = e.workspace_id and t.id = e.team_id`,
      },
    },
  };
}

/** The last at which somebody was dialled, as in `callLog`. */
const lastAttempt = sql`left join lateral (
  select outcome, event_uuid from call_attempt t
  where t.workspace_id = c.workspace_id and t.call_id = c.id and t.outcome is not null
  order by t.attempt desc limit 1) a on true`;

const callOutcome = sql`case
  when c.status in ('pending', 'in_progress') then 'open'
  when c.status = 'cancelled' then 'cancelled'
  when a.event_uuid is not null then 'booked'
  else coalesce(a.outcome, 'not_placed') end`;

function named(member: RawBuilder<unknown>): Group {
  return { key: sql`${member}.id`, label: sql`${member}.first_name || ' ' || ${member}.last_name` };
}

const inviteeTimes = {
  bookings: sql`i.scheduled_at`,
  'lead-time': sql`i.scheduled_at`,
  cancellations: sql`i.cancelled_at`,
  'no-shows': sql`e.starts_at`,
};

const inviteeConditions = {
  bookings: sql`true`,
  'lead-time': sql`e.starts_at >= i.scheduled_at`,
  cancellations: sql`i.cancelled_at is not null`,
  'no-shows': sql`i.no_show`,
};

const medianHours = sql`round((percentile_cont(0.5) within group (
  order by date_part('epoch', e.starts_at - i.scheduled_at) / 3600))::numeric, 1)::float8`;
