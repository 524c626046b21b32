import { describe, expect, test } from 'vitest';
import {
  bookPage,
  buildBooking,
  fixedClock,
  listFreeTimes,
  createPage,
  getInviteePagePath,
} from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { countByStatus, repeatConcurrently } from '../../test/times.ts';

/** Where two things meet: a page, host or setting that changed after a booking, or two requests at once. */

const app = useApp({ clock: fixedClock });

const [maraEmail, tomasEmail, aikoEmail] = [
  'mara@juniper.example',
  'tomas@juniper.example',
  'aiko@juniper.example',
];
const both = [{ email: maraEmail }, { email: tomasEmail }];
const timeZone = 'Europe/Berlin';
const durations = [
  { minutes: 30, default: true },
  { minutes: 60, default: false },
];
const hostsOf = (body: { hosts: { email: string }[] }) => body.hosts.map(({ email }) => email).toSorted();

async function makeUser(firstName: string): Promise<{ email: string; slug: string; uuid: string }> {
  const email = `${firstName.toLowerCase()}@corners.example`;
  const fields = { email, firstName, lastName: 'Corner', timezone: timeZone };
  return (await app.post('/organizations/users', fields)).body.resource;
}

async function collectiveLink(page: { uuid: string }, hosts: string[]): Promise<string> {
  const link = await app.post('/links', { eventTypeUuid: page.uuid, kind: 'collective', hosts });
  return link.body.resource.token;
}

describe('group events', () => {
  test('200: an invitee who books a time slot is at that time, also while the group moves away from it', async () => {
    const landed: string[] = [];
    for (let round = 0; round < 12; round += 1) {
      const page = await createPage(app, { type: 'GROUP', maxActiveInvitees: 20 });
      const date = `2027-01-${14 + (round % 2)}`;
      const start = `${9 + Math.floor(round / 2)}:00`.padStart(5, '0');
      const { body } = await bookPage(app, page, { date, start });
      const move = app.put(`/scheduled-events/${body.uuid}/reschedule`, { date, start: '16:30', timeZone });
      const bookings = await repeatConcurrently(3, () => bookPage(app, page, { date, start }));
      await move;
      for (const { status, body: event } of bookings) {
        expect([200, 409]).toContain(status);
        if (status === 200) landed.push(event.startTime.slice(11, 16) === '15:30' ? 'elsewhere' : 'there');
      }
      await app.put(`/scheduled-events/${body.uuid}/cancel`);
    }
    expect(landed).not.toContain('elsewhere');
    expect(landed).toContain('there');
  }, 60_000);

  test('200: after the host was replaced, what is offered is booked with the new one', async () => {
    const [former, next] = [await makeUser('Former'), await makeUser('Next')];
    const page = await createPage(app, {
      type: 'GROUP',
      maxActiveInvitees: 5,
      hosts: [{ email: former.email }],
    });
    expect(hostsOf((await bookPage(app, page)).body)).toEqual([former.email]);
    await app.patch(`/event-types/${page.uuid}`, { hosts: [{ email: next.email }] });
    expect(await listFreeTimes(app, page, '2027-01-12')).toContain('10:00');
    const joined = await bookPage(app, page);
    expect({ status: joined.status, hosts: hostsOf(joined.body) }).toEqual({
      status: 200,
      hosts: [next.email],
    });
  });

  test('200: capacity that was raised reaches events that are there; lowered, it evicts nobody', async () => {
    const page = await createPage(app, { type: 'GROUP', maxActiveInvitees: 2 });
    const at = { date: '2027-01-13', start: '11:00' };
    await bookPage(app, page, at);
    await bookPage(app, page, at);
    expect((await bookPage(app, page, at)).status).toBe(409);
    await app.patch(`/event-types/${page.uuid}`, { maxActiveInvitees: 3 });
    expect(await listFreeTimes(app, page, at.date)).toContain(at.start);
    const third = await bookPage(app, page, at);
    expect(third.status).toBe(200);
    expect((await app.get(`/scheduled-events/${third.body.uuid}`)).body.resource).toMatchObject({
      maxActiveInvitees: 3,
      activeInviteesCount: 3,
    });
    await app.patch(`/event-types/${page.uuid}`, { maxActiveInvitees: 2 });
    expect(await listFreeTimes(app, page, at.date)).not.toContain(at.start);
  });

  test('200: with buffers lowered after a booking, every time that is offered can be booked', async () => {
    const host = await makeUser('Buffer');
    const fields = { type: 'GROUP', maxActiveInvitees: 2, hosts: [{ email: host.email }] };
    const page = await createPage(app, { ...fields, bufferBefore: 60, bufferAfter: 60 });
    await bookPage(app, page, { start: '12:00' });
    await app.patch(`/event-types/${page.uuid}`, { bufferBefore: 0, bufferAfter: 0 });
    for (const start of await listFreeTimes(app, page, '2027-01-12')) {
      expect({ start, status: (await bookPage(app, page, { start })).status }).toEqual({
        start,
        status: 200,
      });
    }
  });

  test('409: a collective link does not join a group that one of its hosts began alone', async () => {
    const [one, two] = [await makeUser('One'), await makeUser('Two')];
    const page = await createPage(app, {
      type: 'GROUP',
      maxActiveInvitees: 5,
      hosts: [{ email: one.email }],
    });
    const other = await createPage(app, { hosts: [{ email: two.email }] });
    await bookPage(app, page);
    await bookPage(app, other);
    const sharedLink = await collectiveLink(page, [one.email, two.email]);
    const { body } = await app.get(
      `/availability-by-shared-link/${sharedLink}?startDate=2027-01-12&endDate=2027-01-12&timeZone=${timeZone}`,
    );
    expect(body.availability[0].slots).not.toContain('10:00');
    expect((await bookPage(app, page, { sharedLink })).status).toBe(409);
  });

  test('200: through a collective link all of its hosts attend, also while one of them begins a group alone', async () => {
    const [one, two] = [await makeUser('Uma'), await makeUser('Udo')];
    const page = await createPage(app, {
      type: 'GROUP',
      maxActiveInvitees: 20,
      hosts: [{ email: one.email }],
    });
    const sharedLink = await collectiveLink(page, [one.email, two.email]);
    for (let round = 0; round < 16; round += 1) {
      const start = `${String(9 + Math.floor(round / 2)).padStart(2, '0')}:${round % 2 === 0 ? '00' : '30'}`;
      const answers = await Promise.all([
        ...[1, 2].map(async () => ({ ...(await bookPage(app, page, { start })), isLink: false })),
        ...[1, 2, 3].map(async () => ({
          ...(await bookPage(app, page, { start, sharedLink })),
          isLink: true,
        })),
      ]);
      const joined = answers.filter(({ status, isLink }) => status === 200 && isLink);
      for (const { body } of joined) expect(hostsOf(body)).toEqual([two.email, one.email]);
    }
  }, 60_000);
});

describe('hosts of an event', () => {
  test('200: an event of a collective link on a round robin keeps its hosts when it moves, even if others are busy', async () => {
    const [one, two, three] = [await makeUser('Ada'), await makeUser('Ben'), await makeUser('Cleo')];
    const hosts = [one, two, three].map(({ email }) => ({ email }));
    const page = await createPage(app, { type: 'ROUND_ROBIN', hosts });
    const sharedLink = await collectiveLink(page, [one.email, two.email]);
    const { body } = await bookPage(app, page, { sharedLink });
    expect(hostsOf(body)).toEqual([one.email, two.email]);
    const busy = await createPage(app, { hosts: [{ email: three.email }] });
    await bookPage(app, busy, { start: '14:00' });
    const moved = await app.put(`/scheduled-events/${body.uuid}/reschedule`, {
      date: '2027-01-12',
      start: '14:00',
      timeZone,
    });
    expect({ status: moved.status, hosts: hostsOf(moved.body.resource) }).toEqual({
      status: 200,
      hosts: [one.email, two.email],
    });
    const handed = await app.put(`/scheduled-events/${body.uuid}/handover`, {
      newHostEmail: three.email,
      hostEmail: two.email,
      requireHostAvailability: false,
    });
    expect(handed.status).toBe(409);
    await app.put(`/scheduled-events/${body.uuid}/reschedule`, {
      date: '2027-01-12',
      start: '16:00',
      timeZone,
    });
    const again = await app.put(`/scheduled-events/${body.uuid}/handover`, {
      newHostEmail: three.email,
      hostEmail: two.email,
    });
    expect(hostsOf(again.body.resource)).toEqual([one.email, three.email]);
  });

  test('200: an event of any type is handed over; 422 where several host it and nobody says who gives it away', async () => {
    const [giver, taker] = [await makeUser('Giver'), await makeUser('Taker')];
    for (const type of ['ONE_ON_ONE', 'GROUP']) {
      const page = await createPage(app, { type, hosts: [{ email: giver.email }] });
      const { body } = await bookPage(app, page, { start: type === 'GROUP' ? '10:00' : '11:00' });
      const answer = await app.put(`/scheduled-events/${body.uuid}/handover`, { newHostEmail: taker.email });
      expect(hostsOf(answer.body.resource)).toEqual([taker.email]);
    }
    const page = await createPage(app, { type: 'COLLECTIVE', hosts: both });
    const { body } = await bookPage(app, page, { start: '16:00', date: '2027-01-14' });
    const token = await app.tokenOf(maraEmail, ['events:write']);
    const unnamed = await app.put(
      `/scheduled-events/${body.uuid}/handover`,
      { newHostEmail: aikoEmail, hostEmail: aikoEmail, requireHostAvailability: false },
      { token },
    );
    expect(Object.keys(unnamed.body.errors)).toEqual(['hostEmail']);
  });

  test('409: handing over at once respects a limit of one a day', async () => {
    const [giver, taker] = [await makeUser('Lea'), await makeUser('Max')];
    const hosts = [{ email: giver.email }, { email: taker.email, dailyLimit: 1 }];
    const page = await createPage(app, { type: 'ROUND_ROBIN', hosts });
    const events: string[] = [];
    for (const start of ['09:00', '10:00', '11:00', '12:00']) {
      events.push((await bookPage(app, page, { start, hostEmail: giver.email })).body.uuid);
    }
    const answers = await Promise.all(
      events.map((uuid) => app.put(`/scheduled-events/${uuid}/handover`, { newHostEmail: taker.email })),
    );
    expect(countByStatus(answers)).toEqual({ 200: 1, 409: 3 });
  });

  test('200: hostEmail names the host of a round robin; 409 when not free; 422 when none of the page’s', async () => {
    const [one, two] = [await makeUser('Nils'), await makeUser('Olga')];
    const page = await createPage(app, {
      type: 'ROUND_ROBIN',
      hosts: [{ email: one.email }, { email: two.email }],
    });
    const named = await bookPage(app, page, { hostEmail: two.email.toUpperCase() });
    expect(hostsOf(named.body)).toEqual([two.email]);
    expect((await bookPage(app, page, { hostEmail: two.email })).status).toBe(409);
    const wrong = await bookPage(app, page, { hostEmail: aikoEmail });
    expect({ status: wrong.status, fields: Object.keys(wrong.body.errors) }).toEqual({
      status: 422,
      fields: ['hostEmail'],
    });
  });

  test('200: on a collective page hostEmail narrows nothing, so what it offers can be booked', async () => {
    const page = await createPage(app, { type: 'COLLECTIVE', hosts: both });
    const offered = await listFreeTimes(app, page, '2027-01-15', `hostEmail=${maraEmail}`);
    expect(offered).toEqual(await listFreeTimes(app, page, '2027-01-15'));
    expect((await bookPage(app, page, { date: '2027-01-15', start: offered[0] })).status).toBe(200);
  });

  test('a host’s own day off counts on a page with a schedule of its own, and is named as the reason', async () => {
    const host = await makeUser('Vera');
    const created = await app.post('/schedules', {
      email: host.email,
      title: 'Office',
      timezone: timeZone,
      weekly_hours: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'].map((day) => ({
        day,
        timesets: [['09:00', '17:00']],
      })),
    });
    const page = await createPage(app, {
      hosts: [{ email: host.email }],
      ownerSlug: host.slug,
      scheduleUuid: created.body.resource.uuid,
    });
    await app.patch('/schedules/default', {
      email: host.email,
      special_hours: [{ date: '2027-01-13', timesets: [] }],
    });
    expect(await listFreeTimes(app, page, '2027-01-13', '', host.slug)).toEqual([]);
    expect((await listFreeTimes(app, page, '2027-01-14', '', host.slug)).length).toBeGreaterThan(0);
  });

  test('who leaves a team no longer hosts its pages', async () => {
    const leaver = await makeUser('Leaver');
    const team = (await app.post('/teams', { title: 'Corner team' })).body.resource;
    const member = await app.post(`/teams/${team.uuid}/members`, { role: 'member', email: leaver.email });
    await app.post(`/teams/${team.uuid}/members`, { role: 'member', email: maraEmail });
    const hosts = [{ email: maraEmail }, { email: leaver.email }];
    const page = await createPage(app, { type: 'ROUND_ROBIN', ownerSlug: team.slug, hosts });
    await app.delete(`/teams/${team.uuid}/members/${member.body.data.id}`);
    const { body } = await app.get(`/event-types/${page.uuid}/settings`);
    expect(body.resource.hosts.map(({ email }: { email: string }) => email)).toEqual([maraEmail]);
  });
});

describe('round robin', () => {
  test('nobody takes every booking after weights change or a host was away', async () => {
    const [one, two] = [await makeUser('Rob'), await makeUser('Ron')];
    const page = await createPage(app, {
      type: 'ROUND_ROBIN',
      duration: 15,
      bookingWindow: { type: 'unlimited' },
      hosts: [
        { email: one.email, weight: 5 },
        { email: two.email, weight: 5 },
      ],
    });
    const starts = ['09', '10', '11', '12', '13', '14', '15', '16'].flatMap((hour) =>
      ['00', '15', '30', '45'].map((minute) => `${hour}:${minute}`),
    );
    const take = async (date: string, count: number) => {
      const taken: string[] = [];
      for (const start of starts.slice(0, count)) {
        taken.push(...hostsOf((await bookPage(app, page, { date, start })).body));
      }
      return taken.filter((email) => email === one.email).length;
    };
    expect(await take('2027-02-01', 10)).toBe(5);
    // One is away for a day on which the other takes everything.
    const away = { email: one.email, special_hours: [{ date: '2027-02-02', timesets: [] }] };
    await app.patch('/schedules/default', away);
    expect(await take('2027-02-02', 20)).toBe(0);
    expect(await take('2027-02-03', 10)).toBeLessThanOrEqual(6);
    await app.patch(`/event-types/${page.uuid}`, {
      hosts: [
        { email: one.email, weight: 5 },
        { email: two.email, weight: 1 },
      ],
    });
    const share = await take('2027-02-04', 12);
    expect(share).toBeGreaterThanOrEqual(9);
    expect(share).toBeLessThanOrEqual(11);
  }, 90_000);
});

describe('a link', () => {
  test('200: is enough to book, as it is to list times; slugs beside it must be those of its page', async () => {
    const page = await createPage(app);
    const sharedLink = await collectiveLink(page, [maraEmail]);
    const window = `startDate=2027-01-18&endDate=2027-01-18&timeZone=${timeZone}`;
    const { body } = await app.get(`/availability-by-shared-link/${sharedLink}?${window}`);
    const at = { date: '2027-01-18', sharedLink, ownerSlug: undefined, eventTypeSlug: undefined };
    const [first, second, third] = body.availability[0].slots;
    const booked = await bookPage(app, page, { ...at, start: first });
    expect({ status: booked.status, uri: booked.body.eventTypeUri }).toEqual({
      status: 200,
      uri: expect.stringContaining(page.uuid),
    });
    const { ownerSlug, eventTypeSlug } = buildBooking(page);
    for (const slugs of [{ ownerSlug }, { eventTypeSlug }]) {
      const start = slugs.ownerSlug ? second : third;
      expect((await bookPage(app, page, { ...at, ...slugs, start })).status).toBe(200);
    }
    for (const slugs of [{ ownerSlug: 'tomas-varga' }, { eventTypeSlug: 'another' }]) {
      const { status, body: refused } = await bookPage(app, page, { ...at, ...slugs });
      expect({ status, errors: refused.errors }).toEqual({
        status: 422,
        errors: { sharedLink: ['Must be a link to this page.'] },
      });
    }
  });

  test('422: without a link, both slugs are required, beside every other wrong field', async () => {
    const page = await createPage(app);
    const nameless = { ownerSlug: undefined, eventTypeSlug: undefined };
    const missing = ['This field is required.'];
    const both = { ownerSlug: missing, eventTypeSlug: missing };
    expect((await bookPage(app, page, nameless)).body.errors).toEqual(both);
    expect((await bookPage(app, page, { ...nameless, email: 'ines' })).body.errors).toEqual({
      ...both,
      email: expect.any(Array),
    });
  });
});

describe('an invitee', () => {
  test('200: is offered every time but their own, to which the event is not moved', async () => {
    const host = await makeUser('Own');
    const page = await createPage(app, {
      duration: 30,
      eventDurations: durations,
      hosts: [{ email: host.email }],
    });
    const { body } = await bookPage(app, page, { start: '11:00' });
    const [path, key] = (await getInviteePagePath(app, body.invitees[0].uuid)).split('?');
    const offered = async (query = '') => {
      const window = `startDate=2027-01-12&endDate=2027-01-12&timeZone=${timeZone}`;
      const answer = await app.get(`/public${path}/availability?${key}&${window}${query}`);
      return answer.body.availability[0].slots;
    };
    expect(await offered()).not.toContain('11:00');
    expect(await offered()).toEqual(expect.arrayContaining(['10:30', '11:30']));
    // The same start with another duration is another time.
    expect(await offered('&duration=60')).toContain('11:00');
    const move = (start: string) =>
      app.put(`/public${path}/reschedule?${key}`, { date: '2027-01-12', start, timeZone });
    expect((await move('11:00')).body.errors).toEqual({ start: ['Your event is already at this time.'] });
    expect((await move('11:30')).status).toBe(200);
    expect(await offered()).toContain('11:00');
  });
});

describe('days', () => {
  test('limits count days of the schedule that the page uses, not of the profile', async () => {
    const host = await makeUser('Zara');
    await app.patch('/schedules/default', {
      email: host.email,
      timezone: 'Pacific/Auckland',
      weekly_hours: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'].map((day) => ({
        day,
        timesets: [['08:00', '20:00']],
      })),
    });
    const page = await createPage(app, {
      ownerSlug: host.slug,
      dailyLimit: 1,
      hosts: [{ email: host.email }],
    });
    const at = (date: string, start: string) =>
      app.post('/event', {
        ...buildBooking(page, { ownerSlug: host.slug, date, start }),
        timeZone: 'Pacific/Auckland',
      });
    // 08:00 and 19:00 of one day in Auckland are two dates in Berlin.
    expect((await at('2027-01-13', '08:00')).status).toBe(200);
    expect((await at('2027-01-13', '19:00')).status).toBe(409);
    expect((await at('2027-01-14', '08:00')).status).toBe(200);
  });

  test('200: a start that was listed and is still free is booked, although another booking moved the grid', async () => {
    const host = await makeUser('Greta');
    const page = await createPage(app, { duration: 45, hosts: [{ email: host.email }] });
    expect(await listFreeTimes(app, page, '2027-01-12')).toContain('09:45');
    const other = await createPage(app, { duration: 15, hosts: [{ email: host.email }] });
    await bookPage(app, other, { start: '09:00' });
    expect(await listFreeTimes(app, page, '2027-01-12')).not.toContain('09:45');
    expect((await bookPage(app, page, { start: '09:45' })).status).toBe(200);
    expect((await bookPage(app, page, { start: '10:50' })).status).toBe(422);
    expect((await bookPage(app, page, { start: '09:45' })).status).toBe(409);
  });
});

describe('GET /scheduled-events', () => {
  test('200: two people give the events that both host; `status[]` filters like `status`', async () => {
    const [one, two] = [await makeUser('Eva'), await makeUser('Finn')];
    const hosts = [{ email: one.email }, { email: two.email }];
    const page = await createPage(app, { type: 'COLLECTIVE', hosts });
    const { body } = await bookPage(app, page);
    await bookPage(app, await createPage(app, { hosts: [{ email: one.email }] }), { start: '12:00' });
    const list = async (query: string) =>
      (await app.get(`/scheduled-events?${query}`)).body.collection.map(({ uuid }: { uuid: string }) => uuid);
    expect(await list(`userSlug=${one.slug}&hostEmail=${two.email}`)).toEqual([body.uuid]);
    const cancelled = await app.get('/scheduled-events?scope=all&status[]=cancelled');
    expect(cancelled.body.collection.every(({ status }: { status: string }) => status === 'cancelled')).toBe(
      true,
    );
    expect((await app.get('/scheduled-events?scope=all&status[0]=open')).status).toBe(422);
    expect((await app.get('/scheduled-events?scope=all&status[]=confirmed&status[]=x')).status).toBe(422);
    for (const spelling of ['status[0][]', 'status[][]']) {
      const { body: found } = await app.get(`/scheduled-events?scope=all&${spelling}=cancelled`);
      expect(found.collection, spelling).toEqual(cancelled.body.collection);
    }
    for (const spelling of [
      'status[a]',
      'status[eq]',
      'hostEmail[a]',
      'page[x]',
      'page[]',
      'count[]',
      'status[',
      'status[0]x',
    ]) {
      const { status, body: refused } = await app.get(`/scheduled-events?scope=all&${spelling}=cancelled`);
      expect([status, Object.keys(refused.errors)], spelling).toEqual([422, [spelling.split('[')[0]]]);
    }
  });

  test('200: what teamSlug lists, GET /scheduled-events/{uuid} shows to the same caller', async () => {
    const team = (await app.post('/teams', { title: 'Shown team' })).body.resource;
    for (const email of [aikoEmail, maraEmail]) {
      await app.post(`/teams/${team.uuid}/members`, { role: 'member', email });
    }
    const page = await createPage(app, { ownerSlug: team.slug, hosts: [{ email: maraEmail }] });
    await app.post('/event', { ...buildBooking(page), ownerSlug: team.slug, date: '2027-01-20' });
    const token = await app.tokenOf(aikoEmail, ['events:read']);
    const listed = await app.get(`/scheduled-events?teamSlug=${team.slug}`, { token });
    for (const { uuid } of listed.body.collection) {
      expect((await app.get(`/scheduled-events/${uuid}`, { token })).status).toBe(200);
    }
    const all = await app.get(`/scheduled-events?teamSlug=${team.slug}`);
    expect(all.body.pagination.total).toBe(1);
  });
});
