import type { Range } from '@daybook/engine/ranges';
import { minuteToMs } from '@daybook/engine/dates';
import { sql, type RawBuilder } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import type { HostTimeZones } from '../platform/zones.ts';
import { filterEventTakenBefore, filterTakenBefore } from './busy-source.store.ts';
import { selectNeedsJson, selectRoomCapacity, type NeedFacts } from './resources.store.ts';
import { selectBusyJson, toMinutes, readBusy, type BusyJson, type HostBusy } from './busy-sources.store.ts';

/** Which page: by its public address, or by id. */
export type PageAddress = { ownerSlug: string; eventTypeSlug: string } | { eventTypeId: string };

/** All that the engine needs to know of a page in a window, as one query brings it. Times are epoch minutes. */
export interface PageFacts {
  planActive: boolean;
  id: string;
  title: string;
  slug: string;
  type: 'ONE_ON_ONE' | 'GROUP' | 'ROUND_ROBIN' | 'COLLECTIVE';
  isActive: boolean;
  ownerSlug: string;
  ownerTeamId: string | null;
  ownerTimezone: string;
  pageTimezone: string;
  duration: number;
  durations: number[];
  slotInterval: number | null;
  maxActiveInvitees: number;
  /** Those who are assigned to the invitee in the CRM come first. */
  ownerFirst: boolean;
  bufferBefore: number;
  bufferAfter: number;
  minimumNotice: number;
  bookingWindow:
    | { type: 'rolling'; days: number }
    | { type: 'range'; startDate: string; endDate: string }
    | { type: 'unlimited' };
  dailyLimit: number | null;
  weeklyLimit: number | null;
  monthlyLimit: number | null;
  dailyMinutes: number | null;
  weeklyMinutes: number | null;
  monthlyMinutes: number | null;
  hosts: HostFacts[];
  /** A link offers these starts and no others, whatever the hours, the notice and the limits of the page. */
  onlyStarts?: readonly number[];
  /** Start and end of the page's confirmed events, when a limit counts them. */
  countedEvents: (readonly [start: number, end: number])[];
  groupEvents: {
    id: string;
    start: number;
    end: number;
    seatsLeft: number;
    /** Others may join it: not an event that was booked before the page took groups, nor one of a poll. */
    isOpen: boolean;
    bufferBefore: number;
    bufferAfter: number;
    hostIds: string[];
  }[];
  /** The kinds that an event takes one of each, in the order in which they are taken. */
  resources: NeedFacts[];
}

export interface HostFacts {
  id: string;
  email: string;
  slug: string;
  name: string;
  timezone: string;
  travel: HostTimeZones['travel'];
  weight: number;
  priority: number;
  /** How far the host is in a round robin; the lowest is next. */
  turn: number;
  lastBookedAt: string | null;
  dailyLimit: number | null;
  weeklyLimit: number | null;
  weeklyHours: Record<string, [string, string][]>;
  specialHours: Record<string, [string, string][]>;
  /** The host's own schedule, where the page has another one. */
  own: OwnSchedule | null;
  /** Has calendars elsewhere that count. */
  hasCalendars: boolean;
  busy: HostBusy;
}

interface OwnSchedule extends HostTimeZones {
  /** Dates without hours: the host is away all the same. */
  daysOff: string[];
}

export interface Selection {
  readonly address: PageAddress;
  /** The starts asked about. */
  readonly window: Range;
  /** These hosts instead of the page's own. */
  readonly hostIds?: readonly string[] | null;
  /** The id of what is not in its own way: an event that is about to move, a visitor's own hold. */
  readonly exceptId?: string | undefined;
  /** Leaves out bookings, holds and calendar entries that came after this time. */
  readonly takenBefore?: Date | undefined;
}

/**
 * Loads a page with its hosts, their hours, busy time and counts in one statement. Busy time is read from a little before
 * the window (starts are counted from where a free range begins): two days do, but for hosts who are open around the
 * clock, whose free ranges may be older; limits count whole weeks and months. `offset 0` lets conditions on what it computes
 * use an index (`BusySource`).
 */
export async function loadPage(ctx: Ctx, selection: Selection): Promise<PageFacts | undefined> {
  const from = sql`${new Date(minuteToMs(selection.window.start)).toISOString()}::timestamptz`;
  const to = sql`${new Date(minuteToMs(selection.window.end)).toISOString()}::timestamptz`;
  const except = sql`${selection.exceptId ?? ''}`;
  const now = sql`${ctx.now.toISOString()}::timestamptz`;
  const isTakenBefore = filterTakenBefore(selection.takenBefore);

  const result = await sql<PageRow>`
    select w.plan_active as "planActive", p.id, p.title, p.slug, p.type, p.is_active as "isActive",
      coalesce(om.slug, ot.slug) as "ownerSlug", p.owner_team_id as "ownerTeamId",
      coalesce(om.timezone, w.timezone) as "ownerTimezone",
      coalesce(ps.timezone, os.timezone, om.timezone, hosts.only_timezone, w.timezone) as "pageTimezone",
      p.duration, p.durations, p.slot_interval as "slotInterval", p.max_active_invitees as "maxActiveInvitees", p.owner_first as "ownerFirst",
      p.buffer_before as "bufferBefore", p.buffer_after as "bufferAfter", p.minimum_notice as "minimumNotice",
      p.booking_window as "bookingWindow", p.daily_limit as "dailyLimit", p.weekly_limit as "weeklyLimit",
      p.monthly_limit as "monthlyLimit", p.daily_minutes as "dailyMinutes", p.weekly_minutes as "weeklyMinutes",
      p.monthly_minutes as "monthlyMinutes", hosts.list as hosts, counted.list as "countedEvents", groups.list as "groupEvents",
      needs.list as resources
    ${pageWithOwner}
    cross join lateral (
      select coalesce(json_agg(json_build_object(
        'id', m.id, 'email', m.email, 'slug', m.slug,
        'name', m.first_name || ' ' || m.last_name, 'timezone', coalesce(s.timezone, m.timezone),
        'travel', coalesce(s.travel, '[]'), 'weight', coalesce(h.weight, 1), 'priority', coalesce(h.priority, 0),
        'turn', coalesce(h.turn, 0), 'lastBookedAt', h.last_booked_at,
        'dailyLimit', h.daily_limit, 'weeklyLimit', h.weekly_limit,
        'weeklyHours', coalesce(s.weekly_hours, '{}'), 'specialHours', coalesce(s.special_hours, '{}'),
        'hasCalendars', exists (select from calendar k
          where k.workspace_id = p.workspace_id and k.member_id = m.id and k.is_read),
        'busy', busy.list, 'own', own.schedule) order by h.position, m.id), '[]') as list,
        case when count(*) = 1 then min(coalesce(s.timezone, m.timezone)) end as only_timezone
      from ${hostRows(selection.hostIds)} h
      join member m on m.workspace_id = p.workspace_id and m.id = h.member_id and m.is_active
      cross join lateral (select coalesce(h.schedule_id, p.schedule_id) as schedule_id offset 0) chosen
      left join lateral (
        select d.timezone, d.travel, d.weekly_hours, d.special_hours
        from schedule d
        where d.workspace_id = p.workspace_id and d.id = chosen.schedule_id
        union all
        select d.timezone, d.travel, d.weekly_hours, d.special_hours
        from schedule d
        where d.workspace_id = p.workspace_id and d.member_id = m.id and d.is_default
          and chosen.schedule_id is null
      ) s on true
      left join lateral (
        select json_build_object('timezone', d.timezone, 'travel', d.travel, 'daysOff', array(
            select o.date from jsonb_each(d.special_hours::jsonb) as o (date, timesets) where o.timesets = '[]')) as schedule
        from schedule d
        where d.workspace_id = p.workspace_id and d.member_id = m.id and d.is_default
          and d.id <> chosen.schedule_id
      ) own on true
      cross join lateral (
        select ${from} - greatest(counted.around, interval '2 days', case
            when s.weekly_hours::text like '%24:00%' or s.special_hours::text like '%24:00%' then interval '18 days'
            end) as starts_at,
          ${to} + greatest(counted.around, interval '3 days') as ends_at
        -- Whole weeks and months, which may begin before the window and end after it: holds in them count as well.
        from (select case
          when coalesce(p.monthly_limit, p.monthly_minutes) is not null then interval '33 days'
          when coalesce(h.weekly_limit, p.weekly_limit, p.weekly_minutes) is not null then interval '9 days'
          end as around) counted
        offset 0
      ) reach
      cross join lateral (
        select ${selectBusyJson(
          {
            workspaceId: sql`p.workspace_id`,
            hostId: sql`m.id`,
            from: sql`reach.starts_at`,
            to: sql`reach.ends_at`,
            now,
            except,
            isTakenBefore,
          },
          sql`p.id`,
        )} as list
      ) busy
    ) hosts
    cross join lateral (
      select coalesce(json_agg(json_build_array(${toMinutes(sql`e.starts_at`)}, ${toMinutes(sql`e.ends_at`)})), '[]') as list
      from (
        select ${from} - counted.around as starts_at, ${to} + counted.around as ends_at
        from (select case when coalesce(p.monthly_limit, p.monthly_minutes) is null then interval '9 days'
          else interval '33 days' end as around) counted
        offset 0) reach,
        scheduled_event e
      where coalesce(p.daily_limit, p.weekly_limit, p.monthly_limit, p.daily_minutes, p.weekly_minutes, p.monthly_minutes)
          is not null
        and e.workspace_id = p.workspace_id and e.event_type_id = p.id and e.status = 'confirmed'
        and e.starts_at >= reach.starts_at and e.starts_at < reach.ends_at
        and e.id <> ${except} ${filterEventTakenBefore(selection.takenBefore)}
    ) counted
    cross join lateral (
      select coalesce(json_agg(json_build_object(
        'id', e.id, 'start', ${toMinutes(sql`e.starts_at`)}, 'end', ${toMinutes(sql`e.ends_at`)},
        -- Capacity that was raised reaches events that are there, if their rooms have it; capacity that was lowered evicts nobody.
        'seatsLeft', greatest(e.max_seats, least(p.max_active_invitees, ${selectRoomCapacity(sql`e`)})) - e.seats_taken,
        'isOpen', e.type = 'GROUP' and not e.is_closed,
        'bufferBefore', ${toMinutes(sql`e.starts_at - h.busy_from`)},
        'bufferAfter', ${toMinutes(sql`h.busy_to - e.ends_at`)},
        'hostIds', h.ids)), '[]') as list
      from scheduled_event e
      cross join lateral (
        select json_agg(x.host_id) as ids, min(x.busy_from) as busy_from, max(x.busy_to) as busy_to
        from event_host x where x.workspace_id = e.workspace_id and x.event_id = e.id
        having count(*) > 0) h
      where p.type = 'GROUP'
        and e.workspace_id = p.workspace_id and e.event_type_id = p.id and e.status = 'confirmed'
        and e.starts_at >= ${from} - interval '20 days' and e.starts_at < ${to} + interval '3 days'
        and e.id <> ${except} ${filterEventTakenBefore(selection.takenBefore)}
    ) groups
    cross join lateral (${selectNeedsJson({ from, to, now, except, isTakenBefore })}
    ) needs
    where p.workspace_id = ${ctx.workspaceId} and p.deleted_at is null and ${filterByAddress(selection.address)}
  `.execute(ctx.db);
  const row = result.rows[0];
  return row && { ...row, hosts: row.hosts.map((host) => ({ ...host, busy: readBusy(host.busy) })) };
}

interface PageRow extends Omit<PageFacts, 'hosts'> {
  hosts: (Omit<HostFacts, 'busy'> & { busy: BusyJson })[];
}

/** A page with its workspace, its owner, its own schedule and its owner's. What is read here counts in the page's version as well. */
export const pageWithOwner = sql`from event_type p
    join workspace w on w.workspace_id = p.workspace_id
    left join member om on om.workspace_id = p.workspace_id and om.id = p.owner_member_id
    left join team ot on ot.workspace_id = p.workspace_id and ot.id = p.owner_team_id
    left join schedule ps on ps.workspace_id = p.workspace_id and ps.id = p.schedule_id
    left join schedule os on os.workspace_id = p.workspace_id and os.member_id = p.owner_member_id and os.is_default`;

/**
 * Two texts instead of one with a condition: for a list that may be null PostgreSQL expects so many hosts that it plans the
 * whole statement anew for every request, which costs more than running it.
 */
function hostRows(hostIds: Selection['hostIds']): RawBuilder<unknown> {
  const ofPage = sql`
    select member_id, position, weight, priority, turn, last_booked_at, daily_limit, weekly_limit, schedule_id
    from event_type_host
    where workspace_id = p.workspace_id and event_type_id = p.id`;
  if (!hostIds) return sql`(${ofPage})`;
  const ids = [...hostIds];
  return sql`(
    ${ofPage} and member_id = any (${ids}::text[])
    union all
    select named, 1000, null, null, null, null, null, null, null
    from unnest(${ids}::text[]) named
    where not exists (select from event_type_host x
      where x.workspace_id = p.workspace_id and x.event_type_id = p.id and x.member_id = named))`;
}

/** Addresses of those who host the page and were deactivated: nobody can book them. */
export async function listDeactivatedHosts(ctx: Ctx, eventTypeId: string): Promise<string[]> {
  const result = await sql<{ email: string }>`
    select m.email
    from event_type_host h
    join member m on m.workspace_id = h.workspace_id and m.id = h.member_id
    where h.workspace_id = ${ctx.workspaceId} and h.event_type_id = ${eventTypeId} and not m.is_active
    order by h.position, m.id
  `.execute(ctx.db);
  return result.rows.map((row) => row.email);
}

/** In whose zone a page is shown to somebody who names none. */
export async function findOwnerTimezone(ctx: Ctx, address: PageAddress): Promise<string | undefined> {
  const result = await sql<{ timezone: string }>`
    select coalesce(m.timezone, w.timezone) as timezone
    from event_type p
    join workspace w on w.workspace_id = p.workspace_id
    left join member m on m.workspace_id = p.workspace_id and m.id = p.owner_member_id
    where p.workspace_id = ${ctx.workspaceId} and p.deleted_at is null and ${filterByAddress(address)}
  `.execute(ctx.db);
  return result.rows[0]?.timezone;
}

export function filterByAddress(address: PageAddress) {
  if ('eventTypeId' in address) return sql`p.id = ${address.eventTypeId}`;
  return sql`p.slug = ${address.eventTypeSlug} and p.owner_id = (
    select coalesce(member_id, team_id::text) from owner_slug where slug = ${address.ownerSlug})`;
}
