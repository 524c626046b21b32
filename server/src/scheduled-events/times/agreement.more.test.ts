import { describe, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';

const clock = { at: new Date('2027-01-11T06:00:00Z'), now: () => clock.at };
const app = useApp({ clock });

describe('listing and booking agree', () => {
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
