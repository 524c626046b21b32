import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listAvailability } from '../server/src/availability/public.ts';
import { syncConnection } from '../server/src/calendars/sync.ts';
import { createSystemActor } from '../server/src/platform/auth/actor.ts';
import { readInWorkspace } from '../server/src/platform/context.ts';
import { generateUuid } from '../server/src/platform/ids.ts';
import { openWorld, seedSubscriptions } from '../server/test/webhook-parts.ts';
import { loadEvents, loadHosts } from './parts/calendar.ts';
import { computeMedian } from './parts/load.ts';
import { chooseForSmoke } from './parts/smoke.ts';

/**
 * Availability of a month of a page with 20 hosts, each with 3 calendars of 2,000 outside entries, over that of 20 hosts without
 * calendars; both have bookings. Then the first sync of a calendar with 5,000 entries: time and memory.
 *
 *   npx tsx bench/calendars.ts
 */
const hostsOfPage = 20;
const calendars = 3;
const entries = chooseForSmoke(2_000, 50);
const events = chooseForSmoke(100_000, 1_000);
const rounds = chooseForSmoke(50, 12);
const synced = chooseForSmoke(5_000, 100);
const month = {
  startDate: '2027-03-01',
  endDate: '2027-03-30',
  timeZone: 'Europe/Berlin',
  includeFirstAvailableDate: false,
};

const world = await openWorld();
try {
  const [company] = await seedSubscriptions(world, 1, ['http://127.0.0.1:9/nobody']);
  if (!company) throw new Error('No company.');
  const { workspaceId } = company;
  const actor = createSystemActor(workspaceId);
  await loadHosts(world.connection, workspaceId);
  await loadEvents(world.connection, events, '2027-03-15T00:00:00Z');
  await plantPage('without', 1);
  await plantPage('with', 1 + hostsOfPage);
  await plantCalendars(1 + hostsOfPage);
  await compare();
  await measureSync();

  /** A round robin of hosts from this one on. */
  async function plantPage(slug: string, first: number): Promise<void> {
    await world.query(
      `with page as (insert into event_type (workspace_id, id, owner_member_id, title, slug, type, duration, durations, booking_window)
         select workspace_id, gen_random_uuid(), id, 'Call', $2, 'ROUND_ROBIN', 30, '{30}', '{"type":"unlimited"}'
         from member where slug = 'host-' || $1 returning workspace_id, id)
       insert into event_type_host (workspace_id, event_type_id, member_id, position)
       select p.workspace_id, p.id, m.id, 0 from page p join member m on m.workspace_id = p.workspace_id
       and m.slug = any (array(select 'host-' || n from generate_series($1::int, $1::int + ${hostsOfPage - 1}) n))`,
      [first, slug],
    );
  }

  /** Entries of half an hour at all hours, over the 540 days that are kept. */
  async function plantCalendars(first: number): Promise<void> {
    await world.query(
      `with host as (select workspace_id, id, row_number() over () as n from member
         where slug = any (array(select 'host-' || n from generate_series($1::int, $1::int + ${hostsOfPage - 1}) n))),
       connection as (insert into calendar_connection (workspace_id, id, member_id, provider, account_key, account, secret_sealed)
         select workspace_id, gen_random_uuid(), id, 'ics', '', '', '' from host returning workspace_id, id, member_id)
       insert into calendar (workspace_id, id, connection_id, member_id, external_id, name, can_write, is_read)
       select workspace_id, gen_random_uuid(), id, member_id, n::text, '', false, true
       from connection, generate_series(1, ${calendars}) n`,
      [first],
    );
    await world.query(
      `insert into calendar_entry (workspace_id, calendar_id, external_id, content)
       select workspace_id, id, n::text, '' from calendar, generate_series(1, ${entries}) n`,
    );
    await world.query(
      `insert into calendar_busy (workspace_id, member_id, calendar_id, external_id, position, starts_at, ends_at)
       select workspace_id, member_id, id, n::text, 1, s.at, s.at + interval '30 minutes'
       from calendar, generate_series(1, ${entries}) n, lateral (
         select timestamptz '2026-12-01' + make_interval(mins => 15 * (('x' || substr(md5(id::text || n), 1, 7))::bit(28)::int % 51840)) as at) s`,
    );
    // As autovacuum does it, so that the index alone is read.
    await world.query('vacuum analyze');
  }

  async function compare(): Promise<void> {
    const tookMs = { without: [] as number[], with: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      for (const [slug, owner] of [
        ['without', 'host-1'],
        ['with', `host-${1 + hostsOfPage}`],
      ] as const) {
        const target = { address: { ownerSlug: owner, eventTypeSlug: slug } };
        const began = performance.now();
        await readInWorkspace(world.runtime, actor, (ctx) => listAvailability(ctx, target, month));
        // The first ones compile and fill caches.
        if (round >= 10) tookMs[slug].push(performance.now() - began);
      }
    }
    const [without, withThem] = [computeMedian(tookMs.without), computeMedian(tookMs.with)];
    console.log(`a month of ${hostsOfPage} hosts without calendars: ${without.toFixed(1)} ms`);
    console.log(
      `with ${calendars} calendars of ${entries} entries each: ${withThem.toFixed(1)} ms, ` +
        `ratio ${(withThem / without).toFixed(2)} (limit 1.2)`,
    );
  }

  async function measureSync(): Promise<void> {
    const server = createServer((_, response) => void response.end(calendarOf(synced)));
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.ics`;
    const secret = world.runtime.secrets.seal(JSON.stringify({ url }));
    const id = generateUuid();
    await world.query(
      `with made as (insert into calendar_connection (workspace_id, id, member_id, provider, account_key, account, secret_sealed)
         select workspace_id, $1, id, 'ics', '', '', $2 from member where slug = 'host-100' returning workspace_id, id, member_id)
       insert into calendar (workspace_id, id, connection_id, member_id, external_id, name, can_write, is_read)
       select workspace_id, gen_random_uuid(), id, member_id, '', '', false, true from made`,
      [id, secret],
    );
    let maxMb = 0;
    const before = process.memoryUsage().rss;
    const watch = setInterval(() => {
      maxMb = Math.max(maxMb, (process.memoryUsage().rss - before) / 1024 / 1024);
    }, 20);
    const began = performance.now();
    const cpu = process.cpuUsage();
    await syncConnection(world.runtime, { workspace_id: workspaceId, id });
    const tookMs = performance.now() - began;
    const cpuMs = process.cpuUsage(cpu).user / 1000;
    clearInterval(watch);
    maxMb = Math.max(maxMb, (process.memoryUsage().rss - before) / 1024 / 1024);
    server.close();
    const [row] = await world.query<{ count: number; error: string | null }>(
      `select (select count(*)::int from calendar_busy b join calendar k on k.workspace_id = b.workspace_id and k.id = b.calendar_id
         where k.connection_id = c.id) as count, c.error from calendar_connection c where c.id = $1`,
      [id],
    );
    if (!row || row.error) throw new Error(row?.error ?? 'No connection.');
    console.log(
      `first sync of ${synced} entries: ${(tookMs / 1000).toFixed(1)} s, of which ${(cpuMs / 1000).toFixed(1)} s our CPU, ${maxMb.toFixed(0)} MB more, ${row.count} busy times`,
    );
  }
} finally {
  await world.close();
}

/** Every tenth is a weekly series of a year. */
function calendarOf(count: number): string {
  const events = Array.from({ length: count }, (_, index) => {
    const at = new Date(Date.UTC(2026, 10, 1 + (index % 400), index % 24))
      .toISOString()
      .replaceAll(/[-:]|\.\d+/g, '');
    const rule = index % 10 === 0 ? 'RRULE:FREQ=WEEKLY;COUNT=52\r\n' : '';
    return (
      `BEGIN:VEVENT\r\nUID:${index}@bench.example\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:${at}\r\nDURATION:PT45M\r\n${rule}` +
      `SUMMARY:Entry ${index}\r\nDESCRIPTION:${'What it is about. '.repeat(8)}\r\nLOCATION:Room ${index % 7}\r\nEND:VEVENT\r\n`
    );
  });
  return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//x//EN\r\n${events.join('')}END:VCALENDAR\r\n`;
}
