import { describe, expect, test } from 'vitest';
import { bookPage, buildBooking, fixedClock, listFreeTimes, createPage, mara } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { setPlan } from '../../test/plan.ts';

const app = useApp({ clock: fixedClock });

const day = '2027-01-12';
const halfHours = (from: number, to: number) =>
  Array.from(
    { length: (to - from) * 2 },
    (_, i) => `${String(from + (i >> 1)).padStart(2, '0')}:${i % 2 ? '30' : '00'}`,
  );

describe('GET /availability/{ownerSlug}/event-types/{eventTypeSlug}', () => {
  test('200: two weeks by default, but not past the last date there is', async () => {
    const page = await createPage(app, { bookingWindow: { type: 'unlimited' } });
    const { status, body } = await app.get(
      `/availability/${mara}/event-types/${page.slug}?startDate=2399-12-30&timeZone=Europe/Berlin`,
    );
    expect(status).toBe(200);
    expect(body.availability.map(({ date }: { date: string }) => date)).toEqual(['2399-12-30', '2399-12-31']);
    expect(body.lastAvailableDate).toBe('2399-12-31');
  });

  test('200: the whole answer, one entry for every date, in the shape of interface 4.4', async () => {
    const page = await createPage(app);
    const { status, body } = await app.get(
      `/availability/${mara}/event-types/${page.slug}?startDate=2027-01-15&endDate=2027-01-18&timeZone=Europe/Berlin`,
    );
    expect(status).toBe(200);
    expect(body).toEqual({
      ownerSlug: mara,
      eventTypeSlug: page.slug,
      schedulingUrl: `http://localhost:4000/${mara}/${page.slug}`,
      duration: 30,
      firstAvailableDate: '2027-01-15',
      lastAvailableDate: '2027-01-18',
      timeZone: 'Europe/Berlin',
      timeZoneOffset: '+01:00',
      isNotAvailable: false,
      availability: [
        { date: '2027-01-15', slots: halfHours(9, 17) },
        { date: '2027-01-16', slots: [] },
        { date: '2027-01-17', slots: [] },
        { date: '2027-01-18', slots: halfHours(9, 17) },
      ],
      currentTime: '2027-01-11T06:00:00.000000Z',
    });
  });

  test('200: by default 14 days from today in the owner’s zone', async () => {
    const page = await createPage(app);
    const { body } = await app.get(`/availability/${mara}/event-types/${page.slug}`);
    expect(body.timeZone).toBe('Europe/Berlin');
    expect(body.availability).toHaveLength(14);
    expect(body.availability[0].date).toBe('2027-01-11');
  });

  test('200: the viewer’s zone groups the same instants by its own dates', async () => {
    const page = await createPage(app);
    const query = 'startDate=2027-01-12&endDate=2027-01-12&timeZone=Asia/Kathmandu';
    const { body } = await app.get(`/availability/${mara}/event-types/${page.slug}?${query}`);
    expect(body.timeZoneOffset).toBe('+05:45');
    expect(body.availability[0].slots[0]).toBe('13:45');
    expect(body.availability[0].slots.at(-1)).toBe('21:15');
  });

  test('200: an event with its buffers, and only it, takes times away', async () => {
    const page = await createPage(app, { bufferBefore: 30, bufferAfter: 30 });
    expect((await bookPage(app, page, { date: '2027-01-22', start: '12:00' })).status).toBe(200);
    const times = await listFreeTimes(app, page, '2027-01-22');
    // The event blocks 11:30-13:00; with the page's own buffers nothing fits that ends after 11:00 or starts before 13:30.
    expect(times).toEqual([...halfHours(9, 11), ...halfHours(13, 17).slice(1)]);
  });

  test('200: includeHostCount, hostEmail and hostSlug on a round robin', async () => {
    const hosts = [{ email: 'mara@juniper.example' }, { email: 'tomas@juniper.example' }];
    const page = await createPage(app, { type: 'ROUND_ROBIN', hosts });
    const counted = await listFreeTimes(app, page, day, 'includeHostCount=1');
    // New York opens at 15:00 in Berlin.
    expect(counted).toContainEqual({ time: '14:30', availableHosts: 1 });
    expect(counted).toContainEqual({ time: '15:00', availableHosts: 2 });
    const tomas = await listFreeTimes(app, page, day, 'hostEmail=TOMAS@juniper.example');
    expect(tomas[0]).toBe('15:00');
    expect(await listFreeTimes(app, page, day, 'hostSlug=tomas-rivera')).toEqual(tomas);
    const other = await app.get(
      `/availability/${mara}/event-types/${page.slug}?hostEmail=x@y.example&hostSlug=no`,
    );
    expect(other.status).toBe(422);
    expect(Object.keys(other.body.errors)).toEqual(['hostEmail', 'hostSlug']);
  });

  test('200: includeFirstAvailableDate looks past the window, up to the horizon', async () => {
    const page = await createPage(app);
    const weekend = `/availability/${mara}/event-types/${page.slug}?startDate=2027-01-16&endDate=2027-01-17`;
    const without = await app.get(weekend);
    expect(without.body).toMatchObject({
      firstAvailableDate: null,
      lastAvailableDate: null,
      isNotAvailable: true,
    });
    const found = await app.get(`${weekend}&includeFirstAvailableDate=1`);
    expect(found.body).toMatchObject({
      firstAvailableDate: '2027-01-18',
      lastAvailableDate: null,
      isNotAvailable: true,
    });
    const beyond = await app.get(
      `/availability/${mara}/event-types/${page.slug}?startDate=2028-01-01&includeFirstAvailableDate=1`,
    );
    expect(beyond.body.firstAvailableDate).toBeNull();
  });

  test('200: notice and booking window hide what is too soon and too far', async () => {
    const page = await createPage(app, { minimumNotice: 240, bookingWindow: { type: 'rolling', days: 2 } });
    // It is 07:00 in Berlin: four hours on is 11:00.
    expect((await listFreeTimes(app, page, '2027-01-11'))[0]).toBe('11:00');
    expect(await listFreeTimes(app, page, '2027-01-13')).toHaveLength(16);
    expect(await listFreeTimes(app, page, '2027-01-14')).toEqual([]);
  });

  test('200: a duration of the page, at the page’s own interval', async () => {
    const page = await createPage(app, { duration: 30, eventDurations: [{ minutes: 30 }, { minutes: 60 }] });
    const hour = await listFreeTimes(app, page, day, 'duration=60');
    expect(hour).toEqual(halfHours(9, 17).slice(0, -1));
  });

  test('200: daily limits of page and host', async () => {
    const page = await createPage(app, { dailyLimit: 1 });
    await bookPage(app, page, { date: '2027-01-19', start: '09:00' });
    expect(await listFreeTimes(app, page, '2027-01-19')).toEqual([]);
    expect((await listFreeTimes(app, page, '2027-01-20')).length).toBeGreaterThan(0);
  });

  test('403: without an active subscription', async () => {
    const page = await createPage(app);
    await setPlan(app, false);
    const { status, body } = await app.get(`/availability/${mara}/event-types/${page.slug}`);
    await setPlan(app, true);
    expect(status).toBe(403);
    expect(body).toEqual({
      success: false,
      message: 'This needs an active subscription.',
      status: 403,
    });
  });

  test('404: an unknown or inactive page, or owner', async () => {
    const page = await createPage(app, { isActive: false });
    for (const path of [
      `${mara}/event-types/${page.slug}`,
      `${mara}/event-types/none`,
      `nobody/event-types/${page.slug}`,
    ]) {
      const { status, body } = await app.get(`/availability/${path}`);
      expect(status).toBe(404);
      expect(body).toEqual({ success: false, message: 'Page not found.', status: 404 });
    }
  });

  test.each([
    ['startDate=2027-02-30', 'startDate'],
    ['startDate=12.1.2027', 'startDate'],
    ['startDate=2027-01-12&endDate=2027-01-11', 'endDate'],
    ['startDate=2027-01-01&endDate=2027-04-03', 'endDate'],
    ['timeZone=Mars/Olympus', 'timeZone'],
    ['duration=45', 'duration'],
    ['duration=0', 'duration'],
    ['seats=0', 'seats'],
    ['seats=2', 'seats'],
  ])('422: %s names %s', async (query, field) => {
    const page = await createPage(app);
    const { status, body } = await app.get(`/availability/${mara}/event-types/${page.slug}?${query}`);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
  });

  test('200: a window of 92 days is the longest', async () => {
    const page = await createPage(app);
    const query = 'startDate=2027-01-01&endDate=2027-04-02';
    const { status, body } = await app.get(`/availability/${mara}/event-types/${page.slug}?${query}`);
    expect(status).toBe(200);
    expect(body.availability).toHaveLength(92);
  });
});

describe('GET /availability-by-shared-link/{sharedLink}', () => {
  const makeLink = async (page: { uuid: string }, fields: object = {}) =>
    (await app.post('/links', { eventTypeUuid: page.uuid, ...fields })).body.resource.token as string;

  test('200: what the page offers, for the link’s hosts', async () => {
    const page = await createPage(app);
    const { status, body } = await app.get(
      `/availability-by-shared-link/${await makeLink(page)}?startDate=${day}&endDate=${day}`,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ ownerSlug: mara, eventTypeSlug: page.slug });
    expect(body.availability[0].slots).toEqual(halfHours(9, 17));
  });

  test('200: a collective link offers what all of its hosts can', async () => {
    const page = await createPage(app);
    const hosts = ['mara@juniper.example', 'tomas@juniper.example'];
    const token = await makeLink(page, { kind: 'collective', hosts });
    const { body } = await app.get(`/availability-by-shared-link/${token}?startDate=${day}&endDate=${day}`);
    expect(body.availability[0].slots).toEqual(halfHours(15, 17));
  });

  test('409: a collective link of which a host was deactivated, or left the team of the page', async () => {
    const makeHost = async (name: string) => {
      const fields = { email: `${name}@left.example`, firstName: name, lastName: 'Host' };
      return (await app.post('/organizations/users', { ...fields, timezone: 'Europe/Berlin' })).body.resource;
    };
    const [stays, leaves, fired] = [
      await makeHost('stays'),
      await makeHost('leaves'),
      await makeHost('fired'),
    ];
    const team = (await app.post('/teams', { title: 'Closing', description: '' })).body.resource;
    const memberships: { id: number }[] = [];
    for (const { email } of [stays, leaves]) {
      memberships.push((await app.post(`/teams/${team.uuid}/members`, { role: 'member', email })).body.data);
    }
    const page = await createPage(app, {
      title: 'Together',
      ownerSlug: team.slug,
      type: 'ROUND_ROBIN',
      hosts: [{ email: stays.email }, { email: leaves.email }],
    });
    const linkWith = (...hosts: { email: string }[]) =>
      makeLink(page, { kind: 'collective', hosts: hosts.map(({ email }) => email) });
    const tokens = [await linkWith(stays, leaves), await linkWith(stays, fired)];
    const open = await linkWith(stays);
    for (const token of tokens)
      expect((await app.get(`/availability-by-shared-link/${token}`)).status).toBe(200);
    expect((await app.delete(`/teams/${team.uuid}/members/${memberships[1]?.id}`)).status).toBe(200);
    await app.delete(`/organizations/users/${fired.uuid}`);
    const why = 'A host of this link was deactivated. Ask the person who sent you the link for a new one.';
    for (const token of tokens) {
      const { ownerSlug: _, eventTypeSlug: __, ...booking } = buildBooking(page);
      for (const answer of [
        await app.get(`/availability-by-shared-link/${token}`),
        await app.get(`/public/links/${token}`),
        await app.post('/event', { ...booking, sharedLink: token }),
        await app.post(`/public/links/${token}/bookings`, booking),
      ]) {
        expect([answer.status, answer.body.message]).toEqual([409, why]);
      }
      const shown = await app.inject({ url: `/s/${token}`, headers: { accept: 'text/html' } });
      expect([shown.status, String(shown.body)]).toEqual([
        409,
        expect.stringContaining('This link doesn’t work'),
      ]);
    }
    expect((await app.get(`/availability-by-shared-link/${open}`)).status).toBe(200);
  });

  test('404: unknown, deleted or expired', async () => {
    const page = await createPage(app);
    const token = await makeLink(page);
    await app.delete(`/links/${token}`);
    for (const gone of [token, 'nonsense', 'AAAAAAAAAAAAAAAAAAAAAA']) {
      const { status, body } = await app.get(`/availability-by-shared-link/${gone}`);
      expect(status).toBe(404);
      expect(body.message).toBe('Link not found.');
    }
  });
});

describe('GET /availability/.../explain', () => {
  const reasonAt = async (page: { slug: string }, at: string) =>
    (await app.get(`/availability/${mara}/event-types/${page.slug}/explain?at=${at}`)).body.resource;

  test('200: says why a time is not offered', async () => {
    const page = await createPage(app, { bufferAfter: 30, minimumNotice: 300 });
    const booked = await bookPage(app, page, { date: '2027-01-21', start: '10:00' });
    expect(await reasonAt(page, '2027-01-21T10:00:00Z')).toMatchObject({ isOffered: true, reason: null });
    expect(await reasonAt(page, '2027-01-21T09:00:00Z')).toMatchObject({
      isOffered: false,
      reason: 'busy',
      source: { kind: 'event', id: booked.body.uuid, label: 'Test page' },
      hosts: [{ email: 'mara@juniper.example', isFree: false, reason: 'busy' }],
    });
    expect((await reasonAt(page, '2027-01-21T09:30:00Z')).reason).toBe('buffer');
    expect((await reasonAt(page, '2027-01-21T20:00:00Z')).reason).toBe('outside hours');
    expect((await reasonAt(page, '2027-01-11T08:00:00Z')).reason).toBe('notice');
    expect((await reasonAt(page, '2027-01-08T09:00:00Z')).reason).toBe('past');
    expect((await reasonAt(page, '2027-09-21T08:00:00Z')).reason).toBe('window');
    expect((await reasonAt(page, '2027-01-21T12:10:00Z')).reason).toBe('not a start');
  });

  test('200: leads to what to change, and names it to those who may read it', async () => {
    const page = await createPage(app, { title: 'Named', bufferAfter: 30, minimumNotice: 300 });
    const event = (await bookPage(app, page, { date: '2027-01-22', start: '10:00' })).body;
    const { uuid: scheduleId, title } = (await app.get('/schedules/default?email=mara@juniper.example')).body
      .resource;
    const token = await app.tokenOf('aiko@juniper.example', ['timetable']);
    const sourcesAt = async (at: string) => {
      const path = `/availability/${mara}/event-types/${page.slug}/explain?at=${at}`;
      const { body } = await app.get(path);
      const ofColleague = (await app.get(path, { token })).body.resource.source;
      return [body.resource.source, ofColleague];
    };
    const named = (kind: string, id: string, label: string) => [
      { kind, id, label },
      { kind, id, label: null },
    ];
    expect(await sourcesAt('2027-01-22T09:00:00Z')).toEqual(named('event', event.uuid, 'Named'));
    expect(await sourcesAt('2027-01-22T20:00:00Z')).toEqual(named('schedule', scheduleId, title));
    expect(await sourcesAt('2027-01-11T08:00:00Z')).toEqual(named('page', page.uuid, 'Named'));
    expect((await sourcesAt('2027-01-22T12:00:00Z'))[0]).toBeNull();

    const own = await app.post('/schedules', {
      title: 'Evenings',
      timezone: 'Europe/Berlin',
      weekly_hours: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((weekday) => ({
        day: weekday,
        timesets: [['18:00', '20:00']],
      })),
    });
    const { uuid: evenings } = own.body.resource;
    await app.patch(`/event-types/${page.uuid}`, { scheduleUuid: evenings });
    expect(await sourcesAt('2027-01-22T12:00:00Z')).toEqual(named('schedule', evenings, 'Evenings'));
    await app.patch('/schedules/default', {
      email: 'mara@juniper.example',
      special_hours: [{ date: '2027-01-25', timesets: [] }],
    });
    // A day off in one's own schedule holds on every page.
    expect(await sourcesAt('2027-01-25T17:00:00Z')).toEqual(named('schedule', scheduleId, title));
    await app.patch('/schedules/default', {
      email: 'mara@juniper.example',
      special_hours: [{ date: '2027-01-25', timesets: null }],
    });
    await app.patch(`/event-types/${page.uuid}`, { isActive: false });
    expect((await sourcesAt('2027-01-22T12:00:00Z'))[0]).toMatchObject({ kind: 'page', label: 'Named' });
  });

  test('200: says of each host who is not free why, also of a time that another makes offered', async () => {
    const user = { email: 'free@explain.example', firstName: 'Free', lastName: 'Host' };
    await app.post('/organizations/users', { ...user, timezone: 'Europe/Berlin' });
    const hosts = [{ email: 'mara@juniper.example' }, { email: user.email }];
    const robin = await createPage(app, { type: 'ROUND_ROBIN', hosts });
    const booked = await bookPage(app, await createPage(app), { date: '2027-01-26', start: '10:00' });
    expect(await reasonAt(robin, '2027-01-26T09:00:00Z')).toMatchObject({
      isOffered: true,
      reason: null,
      source: null,
      hosts: [
        { ...hosts[0], isFree: false, reason: 'busy', source: { kind: 'event', id: booked.body.uuid } },
        { ...hosts[1], isFree: true, reason: null, source: null },
      ],
    });
  });

  test('200: names hosts who were deactivated, and a page that is not active; 404 is for pages that do not exist', async () => {
    const makeHost = async (name: string) => {
      const fields = {
        email: `${name}@explain.example`,
        firstName: name,
        lastName: 'Host',
        timezone: 'Europe/Berlin',
      };
      return (await app.post('/organizations/users', fields)).body.resource;
    };
    const [leaver, stays] = [await makeHost('leaver'), await makeHost('stays')];
    const at = `${day}T09:00:00Z`;
    const alone = await createPage(app, { hosts: [{ email: leaver.email }] });
    const robin = await createPage(app, {
      type: 'ROUND_ROBIN',
      hosts: [{ email: leaver.email }, { email: stays.email }],
    });
    await app.delete(`/organizations/users/${leaver.uuid}`);
    const away = { email: leaver.email, isFree: false, reason: 'host deactivated', source: null };
    expect(await reasonAt(alone, at)).toMatchObject({
      isOffered: false,
      reason: 'host deactivated',
      hosts: [away],
    });
    const refused = await bookPage(app, alone, { date: day });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { start: ['This page has no active host, so it can’t be booked.'] },
    ]);
    expect(await reasonAt(robin, at)).toMatchObject({
      isOffered: true,
      reason: null,
      hosts: [{ email: stays.email, isFree: true }, away],
    });
    await app.patch(`/event-types/${robin.uuid}`, { isActive: false });
    expect(await reasonAt(robin, at)).toMatchObject({ isOffered: false, reason: 'page inactive' });
    expect((await app.get(`/availability/${mara}/event-types/none/explain?at=${at}`)).status).toBe(404);
  });

  test('422: a time in a year without rules of time zones', async () => {
    const { slug } = await createPage(app);
    const path = `/availability/${mara}/event-types/${slug}/explain`;
    for (const at of ['9999-12-31T23:59:59Z', '2400-01-01T00:00:00Z', '1969-12-31T23:59:59Z']) {
      const { status, body } = await app.get(`${path}?at=${at}`);
      expect([status, body.errors]).toEqual([422, { at: ['Must be in the years from 1970 to 2399.'] }]);
    }
    for (const at of ['2399-12-31T23:59:59Z', '1970-01-01T00:00:00Z'])
      expect((await app.get(`${path}?at=${at}`)).status).toBe(200);
  });
});
