import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { listBrokenRules, resourceTakenTwice } from '../../../test/booking-rules.ts';
import {
  bookPage,
  buildBooking,
  listFreeTimes,
  createPage,
  mara,
  monday,
  getInviteePagePath,
} from '../../../test/booking.ts';
import { useApp, type TestApp } from '../../../test/harness.ts';
import { listMailsTo } from '../../../test/mail.ts';
import { createVisitorActor } from '../../platform/auth/actor.ts';
import { runInWorkspace } from '../../platform/context.ts';
import { generateLinkToken } from '../../platform/ids.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';
import { newBooking } from '@daybook/contract/scheduled-events';
import { prepareBooking, bookPrepared } from '../bookings/book.ts';
import { holdTime } from './hold.ts';
import { resolveTarget } from '../bookings/validate-booking.ts';

let nowMs = monday.getTime();
const clock = { now: () => new Date(nowMs) };
const app = useApp({ clock });
const unguarded = useApp({ clock });

const open = { bookingWindow: { type: 'unlimited' } };
const tomas = [{ email: 'tomas@juniper.example' }];

let count = 0;
/** Kinds of their own keep tests apart. */
async function rooms(on: TestApp, ...fields: object[]): Promise<string> {
  const kind = `Kind ${(count += 1)}`;
  for (const [index, each] of fields.entries()) {
    const { status } = await on.post('/resources', { name: `Room ${index + 1}`, kind, ...each });
    expect(status).toBe(201);
  }
  return kind;
}

/** One of Mara's, who needs a room, and one of Tomas's who works at the same hours. */
async function pagesWith(kind: string, fields: object = {}) {
  const resources = [{ kind }];
  return [
    await createPage(app, { ...open, ...fields, resources }),
    await createPage(app, { ...open, ...fields, resources, hosts: tomas, title: 'Of Tomas' }),
  ] as const;
}

// oxlint-disable-next-line no-explicit-any -- as it came over the wire
const namesOf = ({ body }: { body: any }): string[] | undefined =>
  (body.resource ?? body).resources?.map(({ name }: { name: string }) => name);

let week = 0;
/** A Tuesday that no other test of this file uses. */
function freeDay(): string {
  return new Date(Date.UTC(2027, 2, 2 + (week += 1) * 7)).toISOString().slice(0, 10);
}

describe('one room', () => {
  test('200 and 409: the second gets nothing at that time, with any host, and is not offered it', async () => {
    const [one, two] = await pagesWith(await rooms(app, {}));
    const date = freeDay();
    expect(await listFreeTimes(app, two, date)).toContain('15:30');
    const booked = await bookPage(app, one, { date, start: '15:30' });
    expect([booked.status, namesOf(booked)]).toEqual([200, ['Room 1']]);
    expect(await listFreeTimes(app, two, date)).not.toContain('15:30');
    expect((await bookPage(app, two, { date, start: '15:30' })).status).toBe(409);
    expect((await bookPage(app, two, { date, start: '16:00' })).status).toBe(200);
    const at = encodeURIComponent(`${date}T14:30:00Z`);
    const { body } = await app.get(`/availability/${mara}/event-types/${two.slug}/explain?at=${at}`);
    expect([body.resource.reason, body.resource.source.kind]).toEqual(['resource', 'page']);
  });

  test('buffers keep it as they keep hosts', async () => {
    const [one, two] = await pagesWith(await rooms(app, {}), { bufferAfter: 15, slotInterval: 15 });
    const date = freeDay();
    await bookPage(app, one, { date, start: '15:30' });
    const times = await listFreeTimes(app, two, date);
    expect(['15:00', '15:15', '16:00', '16:15'].map((time) => times.includes(time))).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  test('what hides a start moves no other: starts lie as without the room', async () => {
    const [one, two] = await pagesWith(await rooms(app, {}), { duration: 50 });
    const date = freeDay();
    const before = await listFreeTimes(app, two, date);
    await bookPage(app, one, { date, start: (await listFreeTimes(app, one, date)).at(-3) });
    const after = await listFreeTimes(app, two, date);
    expect(after.length).toBeLessThan(before.length);
    expect(after.filter((time) => !before.includes(time))).toEqual([]);
  });

  test('409: not even at any time by a host', async () => {
    const [one, two] = await pagesWith(await rooms(app, {}));
    const date = freeDay();
    await bookPage(app, one, { date, start: '05:00', anyTime: true });
    expect((await bookPage(app, two, { date, start: '05:00', anyTime: true })).status).toBe(409);
    expect((await bookPage(app, two, { date, start: '05:30', anyTime: true })).status).toBe(200);
  });

  test('it is free again after a cancellation, and goes with a move', async () => {
    const [one, two] = await pagesWith(await rooms(app, {}));
    const date = freeDay();
    const { body } = await bookPage(app, one, { date, start: '15:30' });
    const when = { date, start: '16:00', timeZone: 'Europe/Berlin' };
    expect((await app.put(`/scheduled-events/${body.uuid}/reschedule`, when)).status).toBe(200);
    expect((await bookPage(app, two, { date, start: '16:00' })).status).toBe(409);
    expect((await bookPage(app, two, { date, start: '15:30' })).status).toBe(200);
    await app.put(`/scheduled-events/${body.uuid}/cancel`);
    expect((await bookPage(app, two, { date, start: '16:00' })).status).toBe(200);
  });
});

describe('several', () => {
  test('the smallest that is large enough for the seats comes first, or the first that the page names', async () => {
    const kind = await rooms(app, { capacity: 20 }, { capacity: 4 }, { capacity: 2 });
    const date = freeDay();
    const group = { ...open, type: 'GROUP', maxActiveInvitees: 4, resources: [{ kind }] };
    const page = await createPage(app, group);
    expect(namesOf(await bookPage(app, page, { date, start: '10:00' }))).toEqual(['Room 2']);
    const { body } = await app.get(`/resources?kind=${kind}`);
    const ids = body.collection.map(({ uuid }: { uuid: string }) => uuid).toReversed();
    const named = await createPage(app, { ...open, resources: [{ kind, resourceIds: ids }] });
    expect(namesOf(await bookPage(app, named, { date, start: '11:00' }))).toEqual(['Room 3']);
  });

  test('the seats of a group share one, and a group that is too large for all of them has no times', async () => {
    const kind = await rooms(app, { capacity: 3 });
    const date = freeDay();
    const group = (maxActiveInvitees: number) =>
      createPage(app, { ...open, type: 'GROUP', maxActiveInvitees, resources: [{ kind }] });
    const page = await group(3);
    const answers = await Promise.all(
      [1, 2, 3].map((n) => bookPage(app, page, { date, start: '10:00', email: `seat${n}@fern.example` })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.uuid)).size).toBe(1);
    expect(await listFreeTimes(app, await group(4), date)).toEqual([]);
  });

  test('one of each kind; a time without one of them is not offered', async () => {
    const [kind, other] = [await rooms(app, {}, {}), await rooms(app, {})];
    const page = await createPage(app, { ...open, resources: [{ kind }, { kind: other }] });
    const onlyOther = await createPage(app, { ...open, hosts: tomas, resources: [{ kind: other }] });
    const date = freeDay();
    expect(namesOf(await bookPage(app, page, { date, start: '15:00' }))).toEqual(['Room 1', 'Room 1']);
    await bookPage(app, onlyOther, { date, start: '15:30' });
    const times = await listFreeTimes(app, page, date);
    expect([times.includes('15:30'), times.includes('16:00')]).toEqual([false, true]);
  });

  test('an event that moves stays in its room where it can', async () => {
    const kind = await rooms(app, { capacity: 1 }, {});
    const [one, two] = await pagesWith(kind);
    const date = freeDay();
    await bookPage(app, two, { date, start: '15:00' });
    const booked = await bookPage(app, one, { date, start: '15:00' });
    expect(namesOf(booked)).toEqual(['Room 2']);
    const when = { date, start: '16:00', timeZone: 'Europe/Berlin' };
    const moved = await app.put(`/scheduled-events/${booked.body.uuid}/reschedule`, when);
    expect(namesOf(moved)).toEqual(['Room 2']);
  });

  test('what became inactive stays with its events, and new ones do not get it', async () => {
    const kind = await rooms(app, {});
    const [one] = await pagesWith(kind);
    const date = freeDay();
    const { body } = await bookPage(app, one, { date, start: '15:00' });
    const [{ uuid }] = (await app.get(`/resources?kind=${kind}`)).body.collection;
    await app.patch(`/resources/${uuid}`, { isActive: false, force: true });
    expect(namesOf(await app.get(`/scheduled-events/${body.uuid}`))).toEqual(['Room 1']);
    expect(await listFreeTimes(app, one, date)).toEqual([]);
    const { status, body: refused } = await bookPage(app, one, { date, start: '16:00' });
    expect([status, Object.keys(refused.errors)]).toEqual([422, ['start']]);
  });
});

describe('holds and requests', () => {
  let workspaceId: WorkspaceId;
  beforeAll(async () => {
    const { rows } = await app.runtime.database.pool.query('select workspace_id from workspace');
    workspaceId = rows[0].workspace_id;
  });

  test('a hold keeps the room, books it, and keeps it from nobody once it has expired', async () => {
    const [one, two] = await pagesWith(await rooms(app, {}));
    const date = freeDay();
    const token = generateLinkToken();
    const request = newBooking.parse(buildBooking(one, { date, start: '15:30' }));
    const asVisitor = <T>(work: Parameters<typeof runInWorkspace<T>>[2]) =>
      runInWorkspace(app.runtime, createVisitorActor(workspaceId, '192.0.2.1'), work);
    const hold = () =>
      asVisitor(async (ctx) => holdTime(ctx, await resolveTarget(ctx, request), request, token));
    await hold();
    expect(await listFreeTimes(app, two, date)).not.toContain('15:30');
    expect((await bookPage(app, two, { date, start: '15:30' })).status).toBe(409);
    nowMs += 6 * 60_000;
    expect(await listFreeTimes(app, two, date)).toContain('15:30');
    const { body } = await bookPage(app, two, { date, start: '15:30' });
    expect(namesOf({ body })).toEqual(['Room 1']);
    await app.put(`/scheduled-events/${body.uuid}/cancel`);
    await hold();
    await asVisitor(async (ctx) => {
      const target = await resolveTarget(ctx, request);
      return bookPrepared(ctx, await prepareBooking(ctx, target, request, token), request);
    });
    expect((await bookPage(app, two, { date, start: '15:30' })).status).toBe(409);
  });

  test('a request keeps the room until it is declined, and has it once it is confirmed', async () => {
    const kind = await rooms(app, {});
    const [, two] = await pagesWith(kind);
    const page = await createPage(app, { ...open, requiresConfirmation: true, resources: [{ kind }] });
    const date = freeDay();
    const request = async (start: string) =>
      (await app.post('/booking-requests', buildBooking(page, { date, start }))).body.resource.uuid;
    const [declined, confirmed] = [await request('15:30'), await request('16:00')];
    expect((await bookPage(app, two, { date, start: '15:30' })).status).toBe(409);
    await app.put(`/booking-requests/${declined}/decline`, {});
    expect((await bookPage(app, two, { date, start: '15:30' })).status).toBe(200);
    expect(namesOf(await app.put(`/booking-requests/${confirmed}/confirm`))).toEqual(['Room 1']);
    expect((await bookPage(app, two, { date, start: '16:00' })).status).toBe(409);
  });
});

test('mail, calendar and the page of an invitee say where: the room beside the place of the page', async () => {
  const kind = await rooms(app, { name: 'Aalto', location: 'Second floor' });
  const page = await createPage(app, {
    ...open,
    resources: [{ kind }],
    locations: [{ type: 'IN_PERSON', address: 'Hafenstrasse 7', details: 'Ring twice' }],
  });
  const [location] = (await app.get(`/event-types/${page.uuid}/settings`)).body.resource.locations;
  const invitee = { locationId: location.id, email: 'room@okafor.example' };
  const { body } = await bookPage(app, page, { date: freeDay(), ...invitee });
  const [mail] = await listMailsTo(app, invitee.email);
  const own = await getInviteePagePath(app, body.invitees[0].uuid);
  const pages = await Promise.all(
    [own, own.replace('?', '/calendar.ics?')].map((url) => app.app.inject({ method: 'GET', url })),
  );
  const ics = (pages[1]?.body ?? '').replaceAll('\r\n ', '').replaceAll('\\,', ',');
  for (const text of [mail?.text, mail?.html, pages[0]?.body, ics]) {
    expect(text).toContain('Hafenstrasse 7');
    expect(text).toContain('Aalto, Second floor');
  }
});

test('what is listed can be booked and nothing is taken twice, on random pages that share rooms', async () => {
  const fields = fc.record({
    duration: fc.constantFrom(20, 30, 45),
    slotInterval: fc.constantFrom(null, 15),
    bufferBefore: fc.constantFrom(0, 10),
    bufferAfter: fc.constantFrom(0, 15),
    type: fc.constantFrom('ONE_ON_ONE', 'GROUP'),
  });
  const picks = fc.array(fc.tuple(fc.nat(1), fc.nat(1000)), { minLength: 8, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fields, fields, fc.integer({ min: 1, max: 2 }), picks, async (a, b, size, turns) => {
      const kind = await rooms(app, ...Array.from({ length: size }, () => ({})));
      const seats = (type: string) => ({ maxActiveInvitees: type === 'GROUP' ? 2 : 1 });
      const resources = [{ kind }];
      const pages = [
        await createPage(app, { ...open, ...a, ...seats(a.type), resources }),
        await createPage(app, { ...open, ...b, ...seats(b.type), resources, hosts: tomas }),
      ] as const;
      const date = freeDay();
      for (const [which, number] of turns) {
        const page = pages[which] as (typeof pages)[0];
        const offered = await listFreeTimes(app, page, date);
        const start = offered[number % (offered.length || 1)];
        if (start === undefined) continue;
        const { status, body } = await bookPage(app, page, { date, start });
        expect([status, body.resources?.length]).toEqual([200, 1]);
      }
    }),
    { numRuns: 6, seed: 20_270_301 },
  );
  expect(await broken(app)).toEqual([]);
}, 60_000);

const broken = (on: TestApp): Promise<string[]> =>
  listBrokenRules(async <T>(sql: string) => (await on.runtime.database.pool.query(sql)).rows as T[]);

/** Many clients book, move and cancel on pages of four hosts that share one room. */
async function turmoil(on: TestApp): Promise<Map<number, number>> {
  const kind = await rooms(on, {});
  const users = (await on.get('/organizations/users')).body.collection.slice(0, 4) as { email: string }[];
  const resources = [{ kind }];
  const pages = await Promise.all(
    users.map(({ email }, index) =>
      createPage(on, { ...open, title: `P${index}`, slotInterval: 15, hosts: [{ email }], resources }),
    ),
  );
  const events: string[] = [];
  const date = freeDay();
  const met = new Map<number, number>();
  const client = async (number: number) => {
    for (let round = 0; round < 6; round += 1) {
      const slot = 15 * 60 + ((number * 7 + round * 3) % 6) * 15;
      const start = `${Math.floor(slot / 60)}:${String(slot % 60).padStart(2, '0')}`;
      const when = { date, start, timeZone: 'Europe/Berlin', anyTime: true };
      const event = events[(number + round) % (events.length || 1)];
      const act = (number + round) % 4;
      const answer =
        event && act === 0
          ? await on.put(`/scheduled-events/${event}/cancel`)
          : event && act === 1
            ? await on.put(`/scheduled-events/${event}/reschedule`, when)
            : await bookPage(on, pages[(number + round) % pages.length] as { slug: string }, when);
      met.set(answer.status, (met.get(answer.status) ?? 0) + 1);
      if (answer.status === 200 && answer.body.uuid) events.push(answer.body.uuid);
    }
  };
  await Promise.all(Array.from({ length: 24 }, (_, number) => client(number)));
  return met;
}

/** Keeps a resource that was taken uncommitted for a moment, so that others still see it as free even on an idle machine. */
const delayCommits = (pool: TestApp['runtime']['database']['pool']) =>
  pool.query(`
    create function delay_commit() returns trigger language plpgsql as $$ begin perform pg_sleep(0.1); return null; end $$;
    create constraint trigger delay_commit after insert on event_resource
      deferrable initially deferred for each row execute function delay_commit()`);

describe('many at once, of many pages and hosts', () => {
  test('one room is never taken twice, and no request fails', async () => {
    const met = await turmoil(app);
    expect([...met.keys()].filter((status) => ![200, 409, 422].includes(status))).toEqual([]);
    expect(met.get(200)).toBeGreaterThan(5);
    expect(met.get(409)).toBeGreaterThan(20);
    expect(await broken(app)).toEqual([]);
  }, 60_000);

  test('the same without the constraint takes it twice: the check above can fail', async () => {
    const { pool } = unguarded.runtime.database;
    await pool.query('alter table event_resource drop constraint event_resource_never_twice');
    await delayCommits(pool);
    const isTakenTwice = async () => (await broken(unguarded)).includes(resourceTakenTwice);
    for (let round = 0; round < 20 && !(await isTakenTwice()); round += 1) await turmoil(unguarded);
    expect(await isTakenTwice()).toBe(true);
  }, 120_000);
});
