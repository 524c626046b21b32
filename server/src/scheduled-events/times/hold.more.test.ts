import { newBooking } from '@daybook/contract/scheduled-events';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  bookPage as bookByToken,
  buildBooking,
  listFreeTimes,
  createPage,
  mara,
  monday,
} from '../../../test/booking.ts';
import { useApp } from '../../../test/harness.ts';
import { repeatConcurrently } from '../../../test/times.ts';
import { createVisitorActor } from '../../platform/auth/actor.ts';
import { runInWorkspace, type Ctx } from '../../platform/context.ts';
import { generateLinkToken } from '../../platform/ids.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';
import { Problem } from '../../platform/problems.ts';
import { prepareBooking, bookPrepared } from '../bookings/book.ts';
import { holdTime, releaseHold } from './hold.ts';
import { resolveTarget } from '../bookings/validate-booking.ts';

let nowMs = monday.getTime();
const app = useApp({ clock: { now: () => new Date(nowMs) } });
const minutesLater = (minutes: number) => void (nowMs += minutes * 60_000);

const open = { bookingWindow: { type: 'unlimited' } };
const colleagues = [{ email: 'mara@juniper.example' }, { email: 'tomas@juniper.example' }];

let workspaceId: WorkspaceId;
beforeAll(async () => {
  const { rows } = await app.runtime.database.pool.query('select workspace_id from workspace');
  workspaceId = rows[0].workspace_id;
});

interface Page {
  readonly slug: string;
  readonly uuid: string;
}

let visitors = 0;
/** Work of a visitor nobody has seen before, unless their address says otherwise. */
function asVisitor<T>(work: (ctx: Ctx) => Promise<T>, address = `192.0.2.${(visitors += 1)}`): Promise<T> {
  return runInWorkspace(app.runtime, createVisitorActor(workspaceId, address), work);
}

/** What came of it: the value, or the status of the refusal. */
async function outcome<T>(work: Promise<T>): Promise<T | number> {
  return work.catch((error: unknown) => {
    if (error instanceof Problem) return error.status;
    throw error;
  });
}

let day = 0;
/** A weekday that no other test of this file uses. */
function freeDay(): string {
  day += 1;
  const dayOfMonth = 7 + Math.floor(day / 5) * 7 + (day % 5);
  return new Date(Date.UTC(2027, 5, dayOfMonth)).toISOString().slice(0, 10);
}

const request = (page: Page, fields: object) => newBooking.parse(buildBooking(page, fields));
/** Holds a time, and keeps the token that books it. */
async function hold(page: Page, fields: object, address?: string, token = generateLinkToken()) {
  const wanted = request(page, fields);
  const held = await asVisitor(
    async (ctx) => holdTime(ctx, await resolveTarget(ctx, wanted), wanted, token),
    address,
  );
  return { ...held, token };
}
const bookWith = (page: Page, fields: object, token?: string) => {
  const booking = request(page, fields);
  return outcome(
    asVisitor(async (ctx) =>
      bookPrepared(
        ctx,
        await prepareBooking(ctx, await resolveTarget(ctx, booking), booking, token),
        booking,
      ),
    ),
  );
};

async function heldRows({ uuid }: Page): Promise<number> {
  const { rows } = await app.runtime.database.pool.query(
    'select count(*)::int as count from event_host where hold_id is not null and event_type_id = $1',
    [uuid],
  );
  return rows[0].count;
}

describe('a held time', () => {
  test('is not offered or booked by others, and the other starts stay where they are', async () => {
    const page = await createPage(app, { ...open, duration: 45 });
    const date = freeDay();
    const before = await listFreeTimes(app, page, date);
    expect(before.slice(0, 4)).toEqual(['09:00', '09:45', '10:30', '11:15']);
    await hold(page, { date, start: '09:45' });
    expect(await listFreeTimes(app, page, date)).toEqual(before.filter((time) => time !== '09:45'));
    const refused = await bookByToken(app, page, { date, start: '09:45' });
    expect([refused.status, refused.body.message]).toEqual([409, 'This time is no longer available.']);
  });

  test('is booked by the owner of the token, once; the hold is over with it', async () => {
    const page = await createPage(app, open);
    const when = { date: freeDay(), start: '10:00' };
    const { token } = await hold(page, when);
    expect(await bookWith(page, when, 'not the token')).toBe(409);
    expect(await bookWith(page, when, token)).toMatchObject({ eventId: expect.any(String) });
    expect(await bookWith(page, when, token)).toBe(409);
    expect(await heldRows(page)).toBe(0);
  });

  test('is free again once it expires, without any job, for listing, booking and holding', async () => {
    const page = await createPage(app, open);
    const date = freeDay();
    await hold(page, { date, start: '10:00' });
    await hold(page, { date, start: '11:00' });
    await hold(page, { date, start: '12:00' });
    minutesLater(4);
    expect(await bookWith(page, { date, start: '10:00' })).toBe(409);
    minutesLater(2);
    expect(await listFreeTimes(app, page, date)).toEqual(expect.arrayContaining(['10:00', '11:00', '12:00']));
    expect((await bookByToken(app, page, { date, start: '10:00' })).status).toBe(200);
    expect(await outcome(hold(page, { date, start: '11:00' }))).toMatchObject({
      token: expect.any(String),
    });
    expect(await bookWith(page, { date, start: '12:00' })).toMatchObject({ eventId: expect.any(String) });
  });

  test('of a token that has expired is booked like any other: if it is free', async () => {
    const page = await createPage(app, open);
    const date = freeDay();
    const first = await hold(page, { date, start: '10:00' });
    const second = await hold(page, { date, start: '11:00' });
    minutesLater(6);
    expect((await bookByToken(app, page, { date, start: '10:00' })).status).toBe(200);
    expect(await bookWith(page, { date, start: '10:00' }, first.token)).toBe(409);
    expect(await bookWith(page, { date, start: '11:00' }, second.token)).toMatchObject({
      eventId: expect.any(String),
    });
  });

  test('is free again when it is released, or given up for another', async () => {
    const page = await createPage(app, open);
    const date = freeDay();
    const before = await listFreeTimes(app, page, date);
    const { token } = await hold(page, { date, start: '10:00' });
    await hold(page, { date, start: '10:30' }, undefined, token);
    expect(await listFreeTimes(app, page, date)).toEqual(before.filter((time) => time !== '10:30'));
    await asVisitor((ctx) => releaseHold(ctx, token));
    expect(await listFreeTimes(app, page, date)).toEqual(before);
  });

  test('is one, although the form was sent several times at once', async () => {
    const page = await createPage(app, open);
    const date = freeDay();
    const token = generateLinkToken();
    const starts = ['10:00', '11:00', '12:00'];
    await Promise.all(starts.map((start) => outcome(hold(page, { date, start }, '192.0.2.250', token))));
    expect(await heldRows(page)).toBe(1);
  });

  test('is given up when its visitor books another', async () => {
    const page = await createPage(app, open);
    const date = freeDay();
    const { token } = await hold(page, { date, start: '10:00' });
    expect(await bookWith(page, { date, start: '14:00' }, token)).toMatchObject({
      eventId: expect.any(String),
    });
    expect(await listFreeTimes(app, page, date)).toContain('10:00');
  });

  test('can be booked although bookings made meanwhile moved the page’s starts', async () => {
    const page = await createPage(app, { ...open, duration: 45 });
    const short = await createPage(app, { ...open, duration: 15, slotInterval: 15 });
    const date = freeDay();
    const { token } = await hold(page, { date, start: '10:30' });
    expect((await bookByToken(app, short, { date, start: '09:00' })).status).toBe(200);
    expect(await listFreeTimes(app, page, date)).not.toContain('10:30');
    expect(await bookWith(page, { date, start: '10:30' }, token)).toMatchObject({
      eventId: expect.any(String),
    });
  });

  test('keeps the host from every page, from moved events and from other holds; buffers count', async () => {
    const page = await createPage(app, { ...open, bufferAfter: 30 });
    const other = await createPage(app, open);
    const date = freeDay();
    const event = await bookByToken(app, other, { date, start: '15:00' });
    await hold(page, { date, start: '10:00' });
    const offered = await listFreeTimes(app, other, date);
    expect(offered).toEqual(expect.arrayContaining(['09:30', '11:00']));
    expect(offered).not.toContain('10:00');
    expect(offered).not.toContain('10:30');
    expect(await outcome(hold(other, { date, start: '10:30' }))).toBe(409);
    const move = { date, start: '10:30', timeZone: 'Europe/Berlin' };
    expect((await app.put(`/scheduled-events/${event.body.uuid}/reschedule`, move)).status).toBe(409);
    const at = `${date}T08:30:00Z`;
    const { body } = await app.get(`/availability/${mara}/event-types/${other.slug}/explain?at=${at}`);
    expect(body.resource).toMatchObject({
      reason: 'buffer',
      source: { kind: 'hold', label: 'Held for another visitor' },
    });
  });

  test('of a collective is everybody’s, of a round robin one host’s', async () => {
    const all = await createPage(app, { ...open, type: 'COLLECTIVE', hosts: colleagues });
    const any = await createPage(app, { ...open, type: 'ROUND_ROBIN', hosts: colleagues });
    const date = freeDay();
    // 15:00 to 17:00 in Berlin is 09:00 to 11:00 in New York.
    const { token } = await hold(all, { date, start: '15:00' });
    expect(await heldRows(all)).toBe(2);
    expect(await listFreeTimes(app, any, date)).not.toContain('15:00');
    expect(await bookWith(all, { date, start: '15:00' }, token)).toMatchObject({
      eventId: expect.any(String),
    });
    await hold(any, { date, start: '16:00' });
    expect(await listFreeTimes(app, any, date)).toContain('16:00');
    expect(await listFreeTimes(app, all, date)).not.toContain('16:00');
    await hold(any, { date, start: '16:00' });
    expect(await listFreeTimes(app, any, date)).not.toContain('16:00');
    expect(await outcome(hold(any, { date, start: '16:00' }))).toBe(409);
  });

  test('counts against the limits of a day, and is booked although the limit is reached by it', async () => {
    const page = await createPage(app, { ...open, dailyLimit: 2 });
    const date = freeDay();
    expect((await bookByToken(app, page, { date, start: '09:00' })).status).toBe(200);
    const { token } = await hold(page, { date, start: '10:00' });
    expect(await listFreeTimes(app, page, date)).toEqual([]);
    expect((await bookByToken(app, page, { date, start: '11:00' })).status).toBe(409);
    expect(await outcome(hold(page, { date, start: '11:00' }))).toBe(409);
    expect(await bookWith(page, { date, start: '10:00' }, token)).toMatchObject({
      eventId: expect.any(String),
    });
  });

  test('must be one that is offered; seats of a group are not held', async () => {
    const page = await createPage(app, open);
    const group = await createPage(app, { ...open, type: 'GROUP' });
    const date = freeDay();
    expect(await outcome(hold(page, { date, start: '03:00' }))).toBe(422);
    expect(await outcome(hold(page, { date, start: '10:10' }))).toBe(422);
    expect(await outcome(hold(page, { date, start: '10:00', duration: 31 }))).toBe(422);
    expect(await outcome(hold(group, { date, start: '10:00' }))).toBe(400);
    expect(await outcome(hold({ slug: 'nope', uuid: '' }, { date }))).toBe(404);
  });
});

describe('what can be held is bounded', () => {
  const halfHours = Array.from(
    { length: 16 },
    (_, index) => `${String(9 + (index >> 1)).padStart(2, '0')}:${index % 2 ? '30' : '00'}`,
  );

  test('by those behind one address to ten times of a page, also when many are asked for at once', async () => {
    const page = await createPage(app, open);
    const date = freeDay();
    const answers = await Promise.all(
      halfHours.map((start) => outcome(hold(page, { date, start }, '198.51.100.7'))),
    );
    expect(answers.filter((answer) => answer === 429)).toHaveLength(6);
    expect(await listFreeTimes(app, page, date)).toHaveLength(6);
    minutesLater(6);
    expect(await outcome(hold(page, { date, start: '09:00' }, '198.51.100.7'))).toHaveProperty('token');
  });

  test('on a page to twenty times, for all visitors together', async () => {
    const page = await createPage(app, open);
    const dates = [freeDay(), freeDay()];
    const answers = await Promise.all(
      dates.flatMap((date) => halfHours.map((start) => outcome(hold(page, { date, start })))),
    );
    expect(answers.filter((answer) => answer === 429)).toHaveLength(12);
  });

  test('in rows: what expired is gone with the next hold of the page', async () => {
    minutesLater(60);
    const page = await createPage(app, open);
    const date = freeDay();
    for (const start of halfHours) {
      await hold(page, { date, start });
      minutesLater(6);
    }
    const { rows } = await app.runtime.database.pool.query(
      'select count(*)::int as count from hold where event_type_id = $1',
      [page.uuid],
    );
    expect(rows[0].count).toBe(1);
  });
});

describe('at the same moment', () => {
  const taken = async () => {
    const { rows } = await app.runtime.database.pool.query(
      `select count(*)::int as count from event_host a join event_host b
         on a.workspace_id = b.workspace_id and a.host_id = b.host_id and a.event_id < b.event_id and a.during && b.during
       where a.blocking and b.blocking`,
    );
    return rows[0].count;
  };

  test('of fifty who hold or book one time, one has it', async () => {
    const page = await createPage(app, open);
    const when = { date: freeDay(), start: '10:00' };
    const answers = await repeatConcurrently<unknown>(50, (number) =>
      number % 2 === 0 ? outcome(hold(page, when)) : bookWith(page, when),
    );
    expect(answers.filter((answer) => typeof answer !== 'number')).toHaveLength(1);
    expect(new Set(answers.filter((answer) => typeof answer === 'number'))).toEqual(new Set([409]));
  });

  test('of fifty who book a held time, the one with the token has it', async () => {
    const page = await createPage(app, open);
    const when = { date: freeDay(), start: '10:00' };
    const { token } = await hold(page, when);
    const answers = await repeatConcurrently(50, (number) =>
      bookWith(page, when, number === 25 ? token : undefined),
    );
    expect(answers.filter((answer) => answer !== 409)).toEqual([answers[25]]);
    expect(answers[25]).toMatchObject({ eventId: expect.any(String) });
  });

  test('of fifty who use one token, one books', async () => {
    const page = await createPage(app, open);
    const when = { date: freeDay(), start: '10:00' };
    const { token } = await hold(page, when);
    const answers = await repeatConcurrently(50, () => bookWith(page, when, token));
    expect(answers.filter((answer) => answer !== 409)).toHaveLength(1);
  });

  test('of fifty who come to a time whose hold has just expired, one has it; neighbours in it have theirs', async () => {
    const page = await createPage(app, {
      ...open,
      eventDurations: [{ minutes: 30, default: true }, { minutes: 60 }],
    });
    const date = freeDay();
    await hold(page, { date, start: '10:00', duration: 60 });
    minutesLater(6);
    const answers = await repeatConcurrently<unknown>(50, (number) =>
      number % 2 === 0
        ? bookWith(page, { date, start: number % 4 === 0 ? '10:00' : '10:30' })
        : outcome(hold(page, { date, start: number % 4 === 1 ? '10:00' : '10:30' })),
    );
    expect(answers.filter((answer) => typeof answer !== 'number')).toHaveLength(2);
    expect(await taken()).toBe(0);
  });

  test('whatever many do, no time is held or sold twice', { timeout: 60_000 }, async () => {
    const pages = [
      await createPage(app, { ...open, duration: 15, slotInterval: 15 }),
      await createPage(app, { ...open, duration: 60, slotInterval: 15, bufferBefore: 15, bufferAfter: 15 }),
      await createPage(app, { ...open, type: 'ROUND_ROBIN', hosts: colleagues, slotInterval: 15 }),
      await createPage(app, { ...open, type: 'COLLECTIVE', hosts: colleagues, slotInterval: 15 }),
    ];
    const date = freeDay();
    const met = new Map<string, number>();
    const note = (answer: unknown) => {
      const key = typeof answer === 'number' ? String(answer) : 'done';
      met.set(key, (met.get(key) ?? 0) + 1);
    };
    await repeatConcurrently(24, async (client) => {
      let token: string | undefined;
      let when = { date, start: '15:00' };
      let page = pages[0] as Page;
      for (let round = 0; round < 12; round += 1) {
        const dice = (client * 7919 + round * 104_729) % 10;
        const minute = 15 * 60 + ((client * 31 + round * 17) % 8) * 15;
        const start = `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;
        if (dice < 5) {
          page = pages[(client + round) % pages.length] as Page;
          when = { date, start };
          const held = await outcome(hold(page, when, `client ${client}`));
          token = typeof held === 'number' ? token : held.token;
          note(held);
        } else if (dice < 7) note(await bookWith(page, when, token));
        else if (dice < 8) note(await bookWith(pages[round % pages.length] as Page, { date, start }));
        else if (token) await asVisitor((ctx) => releaseHold(ctx, token ?? ''));
        if (client === 0 && round % 4 === 3) minutesLater(6);
      }
    });
    expect([...met.keys()].filter((key) => !['done', '409', '422', '429'].includes(key))).toEqual([]);
    expect(met.get('done')).toBeGreaterThan(10);
    expect(met.get('409')).toBeGreaterThan(20);
    expect(await taken()).toBe(0);
  });

  test('the control, last: without the constraint, many have one time', async () => {
    await app.runtime.database.pool.query('alter table event_host drop constraint event_host_never_twice');
    const page = await createPage(app, open);
    // Whether two meet is a matter of microseconds, so there are several rounds.
    for (let round = 0; round < 20 && (await taken()) === 0; round += 1) {
      const when = { date: freeDay(), start: '10:00' };
      await repeatConcurrently<unknown>(50, (number) =>
        number % 2 === 0 ? outcome(hold(page, when)) : bookWith(page, when),
      );
    }
    expect(await taken()).toBeGreaterThan(0);
  });
});

test.each([
  ['weeklyLimit', 1, '2027-08-06'],
  ['monthlyLimit', 1, '2027-08-27'],
  ['monthlyMinutes', 30, '2027-08-27'],
])(
  'a hold of the same week or month counts against %s, however far away it is',
  async (limit, most, other) => {
    const page = await createPage(app, { ...open, [limit]: most });
    expect(await listFreeTimes(app, page, other)).not.toEqual([]);
    await hold(page, { date: '2027-08-02', start: '09:00' });
    expect(await listFreeTimes(app, page, other)).toEqual([]);
    minutesLater(60);
    expect(await listFreeTimes(app, page, other)).not.toEqual([]);
  },
);
