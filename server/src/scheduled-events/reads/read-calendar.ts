import type { calendar, readCalendar as readCalendarRoute } from '@daybook/contract/calendar';
import type { Input } from '@daybook/contract/route';
import { formatDate } from '@daybook/engine/dates';
import { toDayRange } from '@daybook/engine/windows';
import type { z } from 'zod';
import { listHostTimes, type HostTimes } from '../../availability/public.ts';
import { findMember } from '../../members/public.ts';
import { isAdmin } from '../../platform/auth/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { toDays, validateDays } from '../../platform/days.ts';
import { throwIfInvalid, type FieldErrors } from '../../platform/problems.ts';
import { getZone } from '../../platform/zones.ts';
import { findUsers, listHostEvents, type SlimEvent } from './calendar.store.ts';

type Calendar = z.output<typeof calendar>;

const maxDays = 42;
const maxHosts = 20;

/** Hosts side by side: hours and busy time in one statement, events in another, however many days there are. */
export async function readCalendar(
  ctx: Ctx,
  query: Input<typeof readCalendarRoute>['query'],
): Promise<Calendar> {
  const timeZone = query.timeZone ?? (await findMember(ctx, ctx.actor.memberId))?.timezone ?? 'UTC';
  const zone = getZone(timeZone);
  const days = toDays(query, zone);
  const { hostIds, errors } = await resolveHosts(ctx, query.hosts);
  throwIfInvalid({ ...validateDays(days, maxDays), ...errors });

  const window = toDayRange(zone, days.first, days.last);
  const hosts = await listHostTimes(ctx, hostIds, window);
  const events = await listHostEvents(ctx, hostIds, window);
  const readableIds = new Set(events.map(({ id }) => id));
  return {
    from: formatDate(days.first),
    to: formatDate(days.last),
    timeZone,
    hosts: hosts.map(({ id, email, slug, name, timezone }) => ({
      uuid: id,
      email,
      slug,
      name,
      timeZone: timezone,
      isReadable: isReadable(ctx, id),
    })),
    events: events.map(serializeEvent),
    hours: hosts
      .filter(({ id }) => isReadable(ctx, id))
      .flatMap(({ id, hours }) => hours.map((times) => ({ host: id, ...times }))),
    busy: hosts.flatMap((host) => serializeBusy(host, readableIds)),
  };
}

async function resolveHosts(
  ctx: Ctx,
  given: string | undefined,
): Promise<{ hostIds: string[]; errors: FieldErrors }> {
  if (given === undefined) return { hostIds: [ctx.actor.memberId], errors: {} };
  const names = [...new Set(given.split(',').map((name) => name.trim()))].filter((name) => name !== '');
  if (names.length > maxHosts) return { hostIds: [], errors: { hosts: [`At most ${maxHosts} hosts.`] } };
  const users = await findUsers(ctx, [...names, ...names.map((name) => name.toLowerCase())]);
  const found = names.map((name) =>
    users.find(({ id, slug, email }) => [id, slug].includes(name) || email === name.toLowerCase()),
  );
  const messages = found.flatMap((user, index) =>
    user ? [] : [`Entry ${index + 1} isn’t a user in this workspace.`],
  );
  const hostIds = [...new Set(found.flatMap((user) => user?.id ?? []))];
  return { hostIds, errors: messages.length > 0 ? { hosts: messages } : {} };
}

/** Schedules are read by their users, owners and admins. */
function isReadable({ actor }: Ctx, hostId: string): boolean {
  return isAdmin(actor) || hostId === actor.memberId;
}

function serializeEvent(row: SlimEvent): Calendar['events'][number] {
  return {
    uuid: row.id,
    title: row.title,
    type: row.type as Calendar['events'][number]['type'],
    startTime: row.starts_at,
    endTime: row.ends_at,
    eventTypeUuid: row.event_type_id,
    color: row.color,
    location: row.location_type,
    hosts: row.hosts,
    invitees: row.invitees,
    activeInviteesCount: row.seats_taken,
  };
}

function serializeBusy(
  { id: host, busy }: HostTimes,
  readableIds: ReadonlySet<string>,
): Calendar['busy'][number][] {
  return busy.map(({ id, ...times }) => ({
    host,
    ...times,
    eventUuid: readableIds.has(id) ? id : null,
  }));
}
