import { sql } from 'kysely';
import { replaceBusy, saveEntries } from '../src/calendars/entries.store.ts';
import type { Ctx } from '../src/platform/context.ts';
import { bookTime } from '../src/scheduled-events/bookings/book.ts';
import { holdTime } from '../src/scheduled-events/times/hold.ts';
import { listHostIds } from '../src/scheduled-events/core/store.ts';
import { computeListing, type BusyTime, type World } from './offered-oracle.ts';

/** Random pages with hosts, and what takes their time, each as the product does it. */

export type Random = (below: number) => number;

/** A page of which one day is looked at. */
export interface Scene {
  readonly ctx: Ctx;
  readonly ownerSlug: string;
  readonly hostIds: readonly string[];
  readonly from: number;
}

export const dayMinutes = 1440;

export async function seedPage(
  ctx: Ctx,
  { hostNumbers }: { readonly hostNumbers: readonly number[] },
  random: Random,
): Promise<{ scene: Scene; world: World }> {
  const pick = <T>(...values: T[]): T => values[random(values.length)] as T;
  const type = pick('ONE_ON_ONE', 'ONE_ON_ONE', 'GROUP', 'ROUND_ROBIN', 'COLLECTIVE');
  const page = {
    type,
    duration: pick(15, 25, 30, 45, 60, 90),
    slotInterval: pick(null, null, 10, 15, 20, 45, 60),
    bufferBefore: pick(0, 0, 0, 5, 15),
    bufferAfter: pick(0, 0, 0, 10, 30),
    minimumNotice: pick(0, 0, 60, 1500),
    windowDays: pick(60, 60, 60, 2),
    dailyLimit: pick(null, null, null, 2, 3),
    seats: type === 'GROUP' ? 2 : 1,
  } as const;
  const numbers = hostNumbers.slice(0, type === 'ROUND_ROBIN' || type === 'COLLECTIVE' ? pick(2, 3) : 1);
  const near = pick('Europe/Berlin', 'Europe/London', 'Africa/Cairo');
  const hosts = numbers.map(() => ({
    timeZone:
      type === 'COLLECTIVE'
        ? near
        : pick(near, 'Europe/Berlin', 'Asia/Kathmandu', 'America/New_York', 'Australia/Lord_Howe'),
    hours: pick(
      [[540, 1020]],
      [
        [540, 720],
        [780, 1020],
      ],
      [[485, 905]],
      [[360, 1290]],
      [[600, 690]],
    ) as [number, number][],
  }));
  const from = Math.floor(Date.UTC(2027, 0, 5 + random(330)) / 60_000);
  const now = from - random(3) * dayMinutes + random(2 * 60) - 60;
  const hostIds = numbers.map((number) => `HOST${String(number).padStart(11, '0')}`);
  await writePage(ctx, page, hosts, hostIds);
  return {
    scene: { ctx, ownerSlug: `host-${numbers[0]}`, hostIds, from },
    world: { page, hosts, taken: [], now },
  };
}

async function writePage(
  { db, workspaceId }: Ctx,
  page: World['page'],
  hosts: World['hosts'],
  hostIds: readonly string[],
): Promise<void> {
  const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
  for (const [index, { timeZone, hours }] of hosts.entries()) {
    const timesets = hours.map((range) => range.map((minute) => formatClock(minute)));
    const weekly = JSON.stringify(Object.fromEntries(days.map((day) => [day, timesets])));
    await sql`update schedule set timezone = ${timeZone}, weekly_hours = ${weekly}::jsonb
      where workspace_id = ${workspaceId} and member_id = ${hostIds[index]}`.execute(db);
  }
  const { rows } = await sql<{ id: string }>`
    update event_type set type = ${page.type}, duration = ${page.duration}, durations = ${[page.duration]}::int[],
      slot_interval = ${page.slotInterval}, buffer_before = ${page.bufferBefore}, buffer_after = ${page.bufferAfter},
      minimum_notice = ${page.minimumNotice}, daily_limit = ${page.dailyLimit}, max_active_invitees = ${page.seats},
      booking_window = ${JSON.stringify({ type: 'rolling', days: page.windowDays })}::jsonb
    where workspace_id = ${workspaceId} and owner_member_id = ${hostIds[0]} and slug = 'call' returning id`.execute(
    db,
  );
  await sql`
    insert into event_type_host (workspace_id, event_type_id, member_id, position)
    select ${workspaceId}, ${rows[0]?.id}, id, n from unnest(${hostIds.slice(1)}::text[]) with ordinality as h (id, n)`.execute(
    db,
  );
}

/** Some time is taken long before, some lately. */
export async function seedTaken(scene: Scene, empty: World, random: Random): Promise<World> {
  let taken = empty.taken;
  const minutesAgo = Array.from({ length: random(5) }, () =>
    random(2) === 0 ? 31 + random(90) : random(30),
  );
  for (const ago of minutesAgo.toSorted((a, b) => b - a)) {
    taken = (await takeSome(scene, { ...empty, taken, now: empty.now - ago }, random)) ?? taken;
  }
  return { ...empty, taken };
}

async function takeSome(
  scene: Scene,
  world: World,
  random: Random,
): Promise<readonly BusyTime[] | undefined> {
  const { from } = scene;
  const { now: at, taken, page } = world;
  const kind = (['booking', 'booking', 'calendar', 'hold'] as const)[random(4)] ?? 'booking';
  const ctx = createContextAt(scene, world);
  if (kind === 'calendar') {
    const host = random(scene.hostIds.length);
    const start = from + 300 + random(180) * 5;
    const entry = { kind, start, end: start + 15 + random(12) * 5, hosts: [host], at, seatsLeft: 0 };
    await writeEntry(ctx, scene.hostIds[host] ?? '', entry);
    return [...taken, entry];
  }
  const starts = [...computeListing(world, from, from + dayMinutes).keys()];
  const start = starts[random(starts.length || 1)];
  if (start === undefined || (kind === 'hold' && page.type === 'GROUP')) return undefined;
  const time = { start, end: start + page.duration, at };
  if (kind === 'hold') {
    const { id } = await holdTime(
      asVisitor(ctx, `visitor ${start} ${at}`),
      getTargetPage(scene),
      whenOf(start),
      `hold ${start} ${at}`,
      600,
    );
    const hosts = (await listHostIds(ctx, id)).map((hostId) => scene.hostIds.indexOf(hostId));
    return [...taken, { kind, ...time, hosts, seatsLeft: 0 }];
  }
  const { eventId } = await bookTime(ctx, buildBookingAt(scene, start));
  const joined =
    page.type === 'GROUP' && taken.find((each) => each.kind === 'booking' && each.start === start);
  if (joined)
    return taken.map((each) => (each === joined ? { ...each, seatsLeft: each.seatsLeft - 1 } : each));
  const hosts = (await listHostIds(ctx, eventId)).map((hostId) => scene.hostIds.indexOf(hostId));
  return [...taken, { kind, ...time, hosts, seatsLeft: page.seats - 1 }];
}

/** One visitor holds few times. */
const asVisitor = (ctx: Ctx, id: string): Ctx => ({ ...ctx, actor: { ...ctx.actor, id } });

/** Twice, as a calendar that is synced again: an entry is as old as when it was first seen. */
async function writeEntry(ctx: Ctx, memberId: string, { start, end }: BusyTime): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from calendar
    where workspace_id = ${ctx.workspaceId} and member_id = ${memberId} order by external_id limit 1`.execute(
    ctx.db,
  );
  const calendarId = rows[0]?.id ?? '';
  const externalId = `entry ${start} ${end} ${ctx.now.getTime()}`;
  const [startsAt, endsAt] = [start, end].map((minute) => new Date(minute * 60_000).toISOString());
  const busy = [{ externalId, startsAt: startsAt ?? '', endsAt: endsAt ?? '', isOutOfOffice: false }];
  await saveEntries(ctx, calendarId, [{ externalId, etag: null, seriesId: null, content: '{}' }]);
  await replaceBusy(ctx, { calendarId, memberId }, [externalId], busy);
  const later = { ...ctx, now: new Date(ctx.now.getTime() + 60 * 60_000) };
  await replaceBusy(later, { calendarId, memberId }, [externalId], busy);
}

export const createContextAt = ({ ctx }: Scene, { now }: World): Ctx => ({
  ...ctx,
  now: new Date(now * 60_000),
});
export const getTargetPage = ({ ownerSlug }: Scene) => ({ address: { ownerSlug, eventTypeSlug: 'call' } });

function whenOf(start: number): { date: string; start: string; timeZone: string } {
  return {
    date: new Date(start * 60_000).toISOString().slice(0, 10),
    start: formatClock(start),
    timeZone: 'UTC',
  };
}

export function buildBookingAt({ ownerSlug }: Scene, start: number): Parameters<typeof bookTime>[1] {
  const who = { name: 'Ines Okafor', email: `ines@${ownerSlug}.example`, language: 'en' as const };
  return { ownerSlug, eventTypeSlug: 'call', ...whenOf(start), ...who };
}

export function formatClock(minute: number): string {
  const ofDay = ((minute % dayMinutes) + dayMinutes) % dayMinutes;
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(ofDay / 60))}:${pad(ofDay % 60)}`;
}

/** A seed always gives the same ones (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}
