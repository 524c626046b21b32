import fc from 'fast-check';
import { gridOf } from '@daybook/engine/starts';
import { beforeAll, describe, expect, test } from 'vitest';
import { makePage } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';

const clock = { at: new Date('2027-01-11T06:00:00Z'), now: () => clock.at };
const app = useApp({ clock });

const hosts = [{ email: 'mara@juniper.example' }, { email: 'tomas@juniper.example' }];

/** A schedule of the second host, for some of the pages. */
let lateHours = '';

beforeAll(async () => {
  const { body } = await app.post('/schedules', {
    email: hosts[1]?.email,
    title: 'Late',
    timezone: 'America/New_York',
    weekly_hours: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'].map((weekday) => ({
      day: weekday,
      timesets: [['06:00', '19:30']],
    })),
  });
  lateHours = body.resource.uuid;
});

const pageFields = fc
  .record({
    type: fc.constantFrom('ONE_ON_ONE', 'GROUP', 'ROUND_ROBIN', 'COLLECTIVE'),
    duration: fc.constantFrom(15, 25, 30, 45, 60),
    slotInterval: fc.constantFrom(null, 10, 15, 20, 45),
    bufferBefore: fc.constantFrom(0, 0, 5, 15),
    bufferAfter: fc.constantFrom(0, 0, 10, 30),
    minimumNotice: fc.constantFrom(0, 60, 1500),
    dailyLimit: fc.constantFrom(null, null, 2),
    monthlyLimit: fc.constantFrom(null, null, null, 2),
    weeklyMinutes: fc.constantFrom(null, null, null, 100),
    ownHours: fc.boolean(),
  })
  .map(({ ownHours, ...fields }) => ({
    ...fields,
    bookingWindow: { type: 'rolling', days: 20 },
    maxActiveInvitees: fields.type === 'GROUP' ? 2 : 1,
    ...(['ROUND_ROBIN', 'COLLECTIVE'].includes(fields.type) && {
      hosts: ownHours ? [hosts[0], { ...hosts[1], scheduleUuid: lateHours }] : hosts,
    }),
  }));

const everyFiveMinutes = Array.from(
  { length: 288 },
  (_, i) => `${String(Math.floor(i / 12)).padStart(2, '0')}:${String((i % 12) * 5).padStart(2, '0')}`,
);

describe('listing and booking agree', () => {
  let day = 0;

  const offeredOn = async (slug: string, date: string, timeZone: string): Promise<string[]> => {
    const query = `startDate=${date}&endDate=${date}&timeZone=${timeZone}`;
    return (await app.get(`/availability/mara-lindqvist/event-types/${slug}?${query}`)).body.availability[0]
      .slots;
  };
  const book = (eventTypeSlug: string, date: string, start: string, timeZone: string) =>
    app.post('/event', {
      ownerSlug: 'mara-lindqvist',
      eventTypeSlug,
      date,
      start,
      timeZone,
      name: 'Ines Okafor',
      email: 'ines@okafor.example',
    });

  test('200: what is offered, and what another calendar would have listed; else 409 or 422, on random pages and calendars', async () => {
    const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kathmandu');
    const picks = fc.array(fc.nat(1000), { minLength: 6, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(pageFields, zones, picks, async (fields, timeZone, numbers) => {
        day = (day + 1) % 15;
        const date = new Date(Date.UTC(2027, 0, 12 + day)).toISOString().slice(0, 10);
        const { slug } = await makePage(app, fields);
        const slotInterval = gridOf(fields.slotInterval ?? fields.duration);
        const { slug: onGrid } = await makePage(app, { ...fields, slotInterval });
        // Limits and groups are counted for each page by itself, so the twin knows nothing of them.
        const limits = [fields.dailyLimit, fields.monthlyLimit, fields.weeklyMinutes];
        const hasTwin = limits.every((limit) => limit === null) && fields.type !== 'GROUP';
        for (const [turn, number] of numbers.entries()) {
          const offered = await offeredOn(slug, date, timeZone);
          const refused = everyFiveMinutes.filter((time) => !offered.includes(time));
          const fitting = hasTwin && turn % 2 === 1 ? await offeredOn(onGrid, date, timeZone) : [];
          // Of the times that are not listed, those that still fit are rare, and tried more often.
          const unlisted = fitting.filter((time) => !offered.includes(time));
          const tried = turn % 2 === 0 ? offered : turn % 4 === 1 && unlisted.length > 0 ? unlisted : refused;
          const start = tried[number % (tried.length || 1)];
          if (start === undefined) continue;
          const fits = fitting.includes(start);
          const { status, body } = await book(slug, date, start, timeZone);
          if (turn % 2 === 0) expect({ status, start: localTime(body) }).toEqual({ status: 200, start });
          else if (hasTwin) expect({ start, isBooked: status === 200 }).toEqual({ start, isBooked: fits });
          else expect([200, 409, 422]).toContain(status);
        }
        function localTime(event: { startTime: string }): string {
          const minutes =
            { 'Europe/Berlin': 60, 'America/New_York': -300, 'Asia/Kathmandu': 345 }[timeZone] ?? 0;
          return new Date(Date.parse(event.startTime) + minutes * 60_000).toISOString().slice(11, 16);
        }
      }),
      { numRuns: 15, seed: 20_270_111 },
    );
  }, 120_000);

  /** Zone, the day clocks change there, and how many hours that day has. */
  const changes = [
    ['America/New_York', '2027-03-14', 23],
    ['America/New_York', '2027-11-07', 25],
    ['Europe/Berlin', '2027-03-28', 23],
    ['Europe/Berlin', '2027-10-31', 25],
    ['Australia/Lord_Howe', '2027-10-03', 23.5],
    ['Australia/Lord_Howe', '2027-04-04', 24.5],
    ['Africa/Cairo', '2027-04-30', 23],
    ['Africa/Cairo', '2027-10-28', 25],
    ['America/Santiago', '2027-09-05', 23],
    ['America/Santiago', '2027-04-03', 25],
    ['Asia/Kathmandu', '2027-03-14', 24],
  ] as const;

  test.each(changes)(
    'on the day clocks change in %s (%s): what is offered can be booked, and the instant is the one shown',
    async (timeZone, date, hours) => {
      clock.at = new Date(Date.parse(`${date}T00:00:00Z`) - 5 * 86_400_000);
      const user = await app.post('/organizations/users', {
        email: `host-${date}-${timeZone.replace('/', '-').toLowerCase()}@juniper.example`,
        firstName: 'Host',
        lastName: timeZone,
        timezone: timeZone,
      });
      const { email, slug: ownerSlug } = user.body.resource;
      const allDay = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((weekday) => ({
        day: weekday,
        timesets: [['00:00', '24:00']],
      }));
      expect((await app.patch('/schedules/default', { email, weekly_hours: allDay })).status).toBe(200);
      const page = await app.post('/event-types', { title: 'Round the clock', duration: 30, ownerSlug });
      const { slug } = page.body.resource;
      const query = `startDate=${date}&endDate=${date}&timeZone=${timeZone}`;
      const { body } = await app.get(`/availability/${ownerSlug}/event-types/${slug}?${query}`);
      const times: string[] = body.availability[0].slots;
      expect(new Set(times).size).toBe(times.length);

      const instants: string[] = [];
      // A time that occurs twice is listed once and can be booked twice: the earlier first.
      for (const time of [...times, ...(hours > 24 ? times : [])]) {
        const booked = await app.post('/event', {
          ownerSlug,
          eventTypeSlug: slug,
          date,
          start: time,
          timeZone,
          name: 'Ines Okafor',
          email: 'ines@okafor.example',
        });
        if (booked.status === 200) instants.push(booked.body.startTime);
        else expect(booked.status).toBe(409);
      }
      expect(instants.length).toBe(hours * 2);
      const minutes = instants.map((instant) => Date.parse(instant) / 60_000).sort((a, b) => a - b);
      expect(minutes.every((minute, index) => index === 0 || minute - (minutes[index - 1] ?? 0) === 30)).toBe(
        true,
      );
    },
    60_000,
  );
});
