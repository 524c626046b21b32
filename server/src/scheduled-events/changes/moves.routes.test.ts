import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bookPage, fixedClock, createPage, getInviteePagePath } from '../../../test/booking.ts';
import { useApp } from '../../../test/harness.ts';

const app = useApp({ clock: fixedClock });

const hosts = [{ email: 'mara@juniper.example' }, { email: 'tomas@juniper.example' }];
const open = { bookingWindow: { type: 'unlimited' } };

const movesOf = async (id: string, date: string, query = 'timeZone=Europe/Berlin') => {
  const { status, body } = await app.get(
    `/scheduled-events/${id}/availability?startDate=${date}&endDate=${date}&${query}`,
  );
  expect(status, JSON.stringify(body)).toBe(200);
  return body.availability[0].slots as string[];
};

const everyFiveMinutes = Array.from(
  { length: 288 },
  (_, i) => `${String(Math.floor(i / 12)).padStart(2, '0')}:${String((i % 12) * 5).padStart(2, '0')}`,
);

describe('GET /scheduled-events/{uuid}/availability', () => {
  test('200: the shape of a page’s availability; its own time is free for it, its own start is no move', async () => {
    const page = await createPage(app, { ...open, duration: 60, slotInterval: 30, title: 'Own' });
    const { uuid } = (await bookPage(app, page, { date: '2027-01-13', start: '10:00' })).body;
    const query = 'startDate=2027-01-13&endDate=2027-01-13&timeZone=Europe/Berlin';
    const { body } = await app.get(`/scheduled-events/${uuid}/availability?${query}`);
    const ofPage = (await app.get(`/availability/mara-lindqvist/event-types/${page.slug}?${query}`)).body;
    expect(Object.keys(body)).toEqual(Object.keys(ofPage));
    const [times, taken] = [body.availability[0].slots, ofPage.availability[0].slots];
    expect(times).toEqual(expect.arrayContaining(['09:30', '10:30', ...taken]));
    expect(taken).not.toContain('09:30');
    expect(times).not.toContain('10:00');
    expect(await movesOf(uuid, '2027-01-13', 'timeZone=America/New_York')).toContain('03:30');
  });

  test('200: by default in the zone of the caller', async () => {
    const page = await createPage(app, { ...open, title: 'Zone' });
    const { uuid } = (await bookPage(app, page, { date: '2027-01-14', start: '10:00' })).body;
    const { body } = await app.get(`/scheduled-events/${uuid}/availability`);
    expect([body.timeZone, body.availability.length]).toEqual(['Europe/Berlin', 14]);
  });

  test('200: says the duration of the event, whose times it lists, or the one that is asked for', async () => {
    const eventDurations = [
      { minutes: 30, default: true },
      { minutes: 90, default: false },
    ];
    const page = await createPage(app, { ...open, eventDurations, title: 'Long' });
    const { uuid, invitees } = (await bookPage(app, page, { date: '2027-01-15', duration: 90 })).body;
    const [own, key] = (await getInviteePagePath(app, invitees[0].uuid)).split('?');
    for (const path of [`/scheduled-events/${uuid}/availability?`, `/public${own}/availability?${key}&`]) {
      expect((await app.get(path)).body.duration).toBe(90);
      expect((await app.get(`${path}duration=30`)).body.duration).toBe(30);
    }
  });

  const pages = fc
    .record({
      type: fc.constantFrom('ONE_ON_ONE', 'GROUP', 'ROUND_ROBIN', 'COLLECTIVE'),
      duration: fc.constantFrom(15, 25, 30, 45, 60),
      slotInterval: fc.constantFrom(null, 10, 15, 20, 45),
      bufferBefore: fc.constantFrom(0, 0, 5, 15),
      bufferAfter: fc.constantFrom(0, 0, 10, 30),
      minimumNotice: fc.constantFrom(0, 60, 1500),
      dailyLimit: fc.constantFrom(null, null, 1, 2),
    })
    .map((fields) => ({
      ...fields,
      bookingWindow: { type: 'rolling', days: 30 },
      maxActiveInvitees: fields.type === 'GROUP' ? 2 : 1,
      ...(['ROUND_ROBIN', 'COLLECTIVE'].includes(fields.type) && { hosts }),
    }));

  test('200: what is listed can be moved to; 409 or 422: what is not', async () => {
    let day = 0;
    await fc.assert(
      fc.asyncProperty(
        pages,
        fc.array(fc.nat(1000), { minLength: 5, maxLength: 5 }),
        async (fields, picks) => {
          day = (day + 1) % 18;
          const date = new Date(Date.UTC(2027, 0, 13 + day)).toISOString().slice(0, 10);
          const page = await createPage(app, fields);
          const times = await app.get(
            `/availability/mara-lindqvist/event-types/${page.slug}?startDate=${date}&endDate=${date}&timeZone=Europe/Berlin`,
          );
          const [first] = times.body.availability[0].slots;
          if (first === undefined) return;
          const { uuid } = (await bookPage(app, page, { date, start: first })).body;
          for (const [turn, pick] of picks.entries()) {
            const listed = await movesOf(uuid, date);
            const others = everyFiveMinutes.filter((time) => !listed.includes(time));
            const tried = turn % 2 === 0 ? listed : others;
            const start = tried[pick % (tried.length || 1)];
            if (start === undefined) continue;
            const move = { date, start, timeZone: 'Europe/Berlin' };
            const { status, body } = await app.put(`/scheduled-events/${uuid}/reschedule`, move);
            expect([200, 409, 422]).toContain(status);
            const isMoved = listed.includes(start);
            expect({ start, isMoved: status === 200, body }).toMatchObject({ start, isMoved });
          }
        },
      ),
      { numRuns: 12, seed: 20_270_113 },
    );
  }, 120_000);

  test('403: who does not host it; 404: nobody’s; 409: cancelled; 422: a duration or window that is not offered', async () => {
    const page = await createPage(app, { ...open, title: 'Refused' });
    const { uuid } = (await bookPage(app, page, { date: '2027-02-12', start: '10:00' })).body;
    const path = `/scheduled-events/${uuid}/availability`;
    const token = await app.tokenOf('aiko@juniper.example', ['events:read']);
    expect((await app.get(path, { token })).status).toBe(403);
    expect((await app.get('/scheduled-events/dbk-0000000000000000/availability')).status).toBe(404);
    expect(Object.keys((await app.get(`${path}?duration=55`)).body.errors)).toEqual(['duration']);
    const far = await app.get(`${path}?startDate=2027-01-01&endDate=2027-12-31`);
    expect(Object.keys(far.body.errors)).toEqual(['endDate']);
    await app.put(`/scheduled-events/${uuid}/cancel`);
    expect((await app.get(path)).status).toBe(409);
  });
});
