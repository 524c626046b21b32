import { describe, expect, test } from 'vitest';
import { bookPage, fixedClock, listFreeTimes, createPage, monday } from '../../../test/booking.ts';
import { useApp } from '../../../test/harness.ts';

const clock = { at: monday, now: () => clock.at };
const app = useApp({ clock });

let day = 0;
/** A working day in January to April 2027 on which nothing is booked yet. */
const freeDay = () => {
  day += 1;
  const week = Math.floor((day - 1) / 4);
  return new Date(Date.UTC(2027, 0, 12 + week * 7 + ((day - 1) % 4))).toISOString().slice(0, 10);
};
const open = { bookingWindow: { type: 'unlimited' } };

const booked = async (fields: object = {}, pageFields: object = {}) => {
  const page = await createPage(app, { ...open, ...pageFields });
  const date = freeDay();
  const { status, body } = await bookPage(app, page, { date, ...fields });
  expect(status).toBe(200);
  return { page, date, event: body };
};

describe('GET /scheduled-events', () => {
  const list = async (query: string) => {
    const { status, body } = await app.get(`/scheduled-events?${query}`);
    expect(status).toBe(200);
    return body.collection.map(({ uuid }: { uuid: string }) => uuid);
  };

  test('200: by start, with every filter of the interface, alone and together', async () => {
    const one = await booked({ email: 'Zoë@filter.example', name: 'Zoë Ångström' });
    const two = await booked({ email: 'second@filter.example', name: 'Second Person' });
    await app.put(`/scheduled-events/${two.event.uuid}/cancel`);
    const both = [one.event.uuid, two.event.uuid];

    const all = await list('count=100');
    expect(all).toEqual(expect.arrayContaining(both));
    expect((await list('count=100&sort=desc')).reverse()).toEqual(all);
    expect(await list('status=cancelled&count=100')).toContain(two.event.uuid);
    expect(await list('status=confirmed&count=100')).not.toContain(two.event.uuid);
    expect(await list(`minStartTime=${one.event.startTime}&maxStartTime=${one.event.startTime}`)).toEqual([
      one.event.uuid,
    ]);
    expect(await list(`inviteeEmail=${encodeURIComponent('zoë@filter.example')}`)).toEqual([one.event.uuid]);
    expect(await list('keyword=angstrom')).toEqual([one.event.uuid]);
    expect(await list('keyword=ÅNGSTRÖM')).toEqual([one.event.uuid]);
    expect(await list('keyword=second@filter')).toEqual([two.event.uuid]);
    expect(await list('keyword=lindqvist&count=100')).toEqual(expect.arrayContaining(both));
    expect(await list('keyword=100%25')).toEqual([]);
    expect(await list('hostEmail=MARA@juniper.example&count=100')).toEqual(all);
    expect(await list('userSlug=mara-lindqvist&count=100')).toEqual(all);
    expect(await list('userSlug=aiko-tanaka&minStartTime=2027-01-01T00:00:00Z')).toEqual([]);
    expect(await list('userSlug=nobody')).toEqual([]);
    expect(await list('userSlug=mara-lindqvist&status=cancelled&keyword=person&scope=all')).toEqual([
      two.event.uuid,
    ]);
  });

  test('200: events of a team are those of its pages', async () => {
    const page = await createPage(app, {
      ...open,
      title: 'Team call',
      ownerSlug: 'discovery',
      type: 'ROUND_ROBIN',
    });
    const { body } = await bookPage(app, page, { ownerSlug: 'discovery', date: freeDay(), start: '15:00' });
    expect(await list('teamSlug=discovery&scope=all')).toContain(body.uuid);
    expect(await list('teamSlug=unknown&scope=all')).toEqual([]);
  });

  test('200: nextPage keeps the filter and meets every event once', async () => {
    const met: string[] = [];
    let path: string | null = '/v2/scheduled-events?count=1&sort=desc&status=confirmed';
    while (path !== null) {
      const { body } = await app.get(path.replace('/v2', ''));
      met.push(...body.collection.map(({ uuid }: { uuid: string }) => uuid));
      path = body.pagination.nextPage;
    }
    expect(met).toEqual(await list('count=100&sort=desc&status=confirmed'));
  });

  test('200: an event that is added before the cursor moves nothing; a cursor goes on where it says', async () => {
    const { page, date } = await booked({ start: '12:00' });
    const second = (await bookPage(app, page, { date, start: '13:00' })).body.uuid;
    const query = `count=1&eventTypeUuid=${page.uuid}`;
    const { nextPage } = (await app.get(`/scheduled-events?${query}`)).body.pagination;
    await bookPage(app, page, { date, start: '09:00' });
    const { body } = await app.get(nextPage.replace('/v2', ''));
    expect(body.collection.map(({ uuid }: { uuid: string }) => uuid)).toEqual([second]);
    expect(body.pagination).toMatchObject({ total: 3, nextPage: null });
  });

  test('200: by page, kind of location, and time that it overlaps', async () => {
    const { page, date, event } = await booked(
      { start: '12:00', location: 'ZOOM' },
      { locations: [{ type: 'ZOOM' }] },
    );
    const of = (query: string) => list(`eventTypeUuid=${page.uuid}&${query}`);
    expect(await of('location=ZOOM')).toEqual([event.uuid]);
    expect(await of('location=PHONE_CALL')).toEqual([]);
    const between = (from: string, to: string) => of(`overlaps=${date}T${from}:00Z/${date}T${to}:00Z`);
    // In Berlin it lasts from 12:00 to 12:30, one hour ahead of UTC.
    expect(await between('11:10', '11:20')).toEqual([event.uuid]);
    expect(await between('11:20', '18:00')).toEqual([event.uuid]);
    expect(await between('08:00', '11:01')).toEqual([event.uuid]);
    expect(await between('08:00', '11:00')).toEqual([]);
    expect(await between('11:30', '18:00')).toEqual([]);
    expect(await list('eventTypeUuid=0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d')).toEqual([]);
  });

  test('200: who did not show up is read and filtered by; the person is the one of the CRM', async () => {
    const { page, event } = await booked({ email: 'absent@filter.example' });
    const [invitee] = event.invitees;
    expect(invitee).toMatchObject({ noShow: false, personId: null });
    clock.at = new Date(Date.parse(event.endTime));
    try {
      await app.put(`/scheduled-invitees/${invitee.uuid}/no-show`, { noShow: true });
    } finally {
      clock.at = monday;
    }
    const { resource } = (await app.get(`/scheduled-events/${event.uuid}`)).body;
    const people = await app.get('/crm/people?filter[emails]=absent@filter.example');
    expect(resource.invitees[0]).toMatchObject({ noShow: true, personId: people.body.collection[0].id });
    const of = (query: string) => list(`eventTypeUuid=${page.uuid}&${query}`);
    expect(await of('noShow=true')).toEqual([event.uuid]);
    expect(await of('noShow=false')).toEqual([]);
    expect(await of('')).toEqual([event.uuid]);
  });

  test('200: the person is null for a token without a scope of the CRM, and for users who may not read people', async () => {
    const { event } = await booked({ email: 'hidden@filter.example' });
    const personOf = async (token: string) =>
      (await app.get(`/scheduled-events/${event.uuid}`, { token })).body.resource.invitees[0].personId;
    const [owner, user] = ['mara@juniper.example', 'aiko@juniper.example'];
    expect(await personOf(await app.tokenOf(owner, ['events:read']))).toBeNull();
    expect(await personOf(await app.tokenOf(owner, ['events:read', 'crm:read']))).toEqual(expect.any(String));
    await app.put(`/scheduled-events/${event.uuid}/handover`, {
      newHostEmail: user,
      requireHostAvailability: false,
    });
    const token = await app.tokenOf(user, ['events:read', 'crm:read']);
    expect(await personOf(token)).toEqual(expect.any(String));
    await app.patch('/crm/objects/people', { permissions: { user: 'none' } });
    expect(await personOf(token)).toBeNull();
    await app.patch('/crm/objects/people', { permissions: { user: 'write' } });
  });

  test('403: whole organization, or another user, only for owner and admin', async () => {
    const token = await app.tokenOf('aiko@juniper.example', ['events:read']);
    for (const query of ['scope=all', 'userSlug=mara-lindqvist', 'hostEmail=mara@juniper.example']) {
      const { status, body } = await app.get(`/scheduled-events?${query}`, { token });
      expect(status).toBe(403);
      expect(body.success).toBe(false);
    }
    const own = await app.get('/scheduled-events?userSlug=aiko-tanaka', { token });
    expect(own.status).toBe(200);
  });

  test.each([
    'sort=up',
    'status=open',
    'minStartTime=today',
    'scope=mine',
    'eventTypeUuid=1',
    'location=Zoom',
    'noShow=maybe',
    'overlaps=2027-01-11',
    'overlaps=2027-01-12T00:00:00Z/2027-01-11T00:00:00Z',
    'cursor=x',
    'hostEmail=x',
    'count=0',
    'page=0',
  ])('422: %s', async (query) => {
    const { status, body } = await app.get(`/scheduled-events?${query}`);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([query.split('=')[0]]);
  });
});

describe('GET /scheduled-events/{uuid}', () => {
  test('200 for a host or admin, 403 for others, 404 for nobody’s', async () => {
    const { event } = await booked();
    const { status, body } = await app.get(`/scheduled-events/${event.uuid}`);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['resource']);
    expect(body.resource.invitees[0]).not.toHaveProperty('customQueryParams');
    const token = await app.tokenOf('aiko@juniper.example', ['events:read']);
    expect((await app.get(`/scheduled-events/${event.uuid}`, { token })).status).toBe(403);
    for (const id of ['dbk-0000000000000000', 'nonsense']) {
      const missing = await app.get(`/scheduled-events/${id}`);
      expect(missing.body).toEqual({ success: false, message: 'Event not found.', status: 404 });
    }
  });
});

describe('PUT /scheduled-events/{uuid}/cancel', () => {
  test('200: the stated body; the invitee knows by whom and why; the time is free again', async () => {
    const { event, page, date } = await booked();
    const { status, body } = await app.put(`/scheduled-events/${event.uuid}/cancel`, {
      cancellationReason: 'Ill',
    });
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, message: 'Event cancelled successfully.', status: 200 });
    const { resource } = (await app.get(`/scheduled-events/${event.uuid}`)).body;
    expect(resource).toMatchObject({ status: 'cancelled', activeInviteesCount: 0 });
    expect(resource.invitees[0].cancellation).toEqual({
      cancelledAt: '2027-01-11T06:00:00.000000Z',
      cancelledBy: 'mara@juniper.example',
      cancellerType: 'host',
      cancellationReason: 'Ill',
    });
    expect(await listFreeTimes(app, page, date)).toContain('10:00');
    expect((await bookPage(app, page, { date })).status).toBe(200);
  });

  test('409: once is enough, also for many at once', async () => {
    const { event } = await booked();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => app.put(`/scheduled-events/${event.uuid}/cancel`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
  });

  test('403 for others, 404 for nobody’s, 422 for a reason of over 512 characters', async () => {
    const { event } = await booked();
    const token = await app.tokenOf('aiko@juniper.example', ['events:write']);
    expect((await app.put(`/scheduled-events/${event.uuid}/cancel`, {}, { token })).status).toBe(403);
    expect((await app.put('/scheduled-events/dbk-0000000000000000/cancel')).status).toBe(404);
    const long = await app.put(`/scheduled-events/${event.uuid}/cancel`, {
      cancellationReason: 'x'.repeat(513),
    });
    expect(long.status).toBe(422);
    expect(Object.keys(long.body.errors)).toEqual(['cancellationReason']);
  });
});

describe('PUT /scheduled-invitees/{uuid}/cancel', () => {
  test('200: one invitee leaves a group, the event goes with the last one', async () => {
    const { page, date, event } = await booked({}, { type: 'GROUP', maxActiveInvitees: 5 });
    const second = await bookPage(app, page, { date, email: 'b@x.example', seats: 2 });
    const cancel = (id: string) => app.put(`/scheduled-invitees/${id}/cancel`, { cancellationReason: 'No' });
    const left = await cancel(second.body.invitees[0].uuid);
    expect(left.status).toBe(200);
    const read = async () => (await app.get(`/scheduled-events/${event.uuid}`)).body.resource;
    expect(await read()).toMatchObject({ status: 'confirmed', activeInviteesCount: 1 });
    expect((await cancel(second.body.invitees[0].uuid)).status).toBe(409);
    expect((await cancel(event.invitees[0].uuid)).status).toBe(200);
    expect(await read()).toMatchObject({ status: 'cancelled', activeInviteesCount: 0 });
    expect((await cancel('dbk-0000000000000000')).body.message).toBe('Invitee not found.');
  });
});

describe('PUT /scheduled-events/{uuid}/reschedule', () => {
  const move = (id: string, body: object) => app.put(`/scheduled-events/${id}/reschedule`, body);

  test('200: the event has the new time, the old one is free, and it may overlap itself', async () => {
    const { event, page, date } = await booked({}, { duration: 60, slotInterval: 30 });
    const { status, body } = await move(event.uuid, {
      date,
      start: '10:30',
      timeZone: 'Europe/Berlin',
      reason: 'Train',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      status: 200,
      resource: { uuid: event.uuid, status: 'confirmed' },
    });
    expect(body.resource.startTime).toBe(`${date}T09:30:00.000000Z`);
    const times = await listFreeTimes(app, page, date);
    expect(times).toContain('09:30');
    expect(times).not.toContain('10:00');
  });

  test('422: to the time at which it is, which would mail everybody for nothing', async () => {
    const { event, date } = await booked({}, { eventDurations: [{ minutes: 30 }, { minutes: 60 }] });
    const mails = async () =>
      (await app.runtime.database.pool.query('select count(*) from mail_message')).rows[0].count;
    const before = await mails();
    const same = { date, start: '10:00', timeZone: 'Europe/Berlin' };
    const sentence = { start: ['Your event is already at this time.'] };
    for (const again of [same, { ...same, duration: 30 }, { ...same, start: '09:00', timeZone: 'UTC' }]) {
      const { status, body } = await move(event.uuid, again);
      expect([status, body.errors]).toEqual([422, sentence]);
    }
    const wrong = await move(event.uuid, { ...same, reason: 'x'.repeat(513) });
    expect(Object.keys(wrong.body.errors)).toEqual(['reason', 'start']);
    expect(await mails()).toBe(before);
    expect((await move(event.uuid, { ...same, duration: 60 })).status).toBe(200);
  });

  test('409: taken or cancelled; 422: never offered', async () => {
    const { event, page, date } = await booked();
    await bookPage(app, page, { date, start: '11:00' });
    const to = (start: string) => ({ date, start, timeZone: 'Europe/Berlin' });
    expect((await move(event.uuid, to('11:00'))).status).toBe(409);
    expect((await move(event.uuid, to('03:00'))).status).toBe(422);
    expect(Object.keys((await move(event.uuid, {})).body.errors)).toEqual(['date', 'start', 'timeZone']);
    const long = { ...to('03:00'), reason: 'x'.repeat(513) };
    expect(Object.keys((await move(event.uuid, long)).body.errors)).toEqual(['reason', 'start']);
    expect(Object.keys((await move(event.uuid, { ...long, start: '11:00' })).body.errors)).toEqual([
      'reason',
    ]);
    const lasting = await move(event.uuid, { ...long, date: 7, duration: 45 });
    expect(Object.keys(lasting.body.errors)).toEqual(['date', 'reason', 'duration']);
    await app.put(`/scheduled-events/${event.uuid}/cancel`);
    expect((await move(event.uuid, to('12:00'))).status).toBe(409);
  });

  test('200: a collective keeps all its hosts, a group all its invitees', async () => {
    const hosts = [{ email: 'mara@juniper.example' }, { email: 'tomas@juniper.example' }];
    const { event, date } = await booked({ start: '15:00' }, { type: 'COLLECTIVE', hosts });
    const { body } = await move(event.uuid, { date, start: '16:00', timeZone: 'Europe/Berlin' });
    expect(body.resource.hosts).toHaveLength(2);
    const group = await booked({}, { type: 'GROUP', maxActiveInvitees: 5 });
    await bookPage(app, group.page, { date: group.date, email: 'b@x.example' });
    const moved = await move(group.event.uuid, {
      date: group.date,
      start: '12:00',
      timeZone: 'Europe/Berlin',
    });
    expect(moved.body.resource).toMatchObject({ activeInviteesCount: 2 });
  });
});

describe('PUT /scheduled-events/{uuid}/handover', () => {
  const hosts = [
    { email: 'mara@juniper.example', priority: 9 },
    { email: 'tomas@juniper.example' },
    { email: 'aiko@juniper.example' },
  ];
  const handOver = (id: string, body: object) => app.put(`/scheduled-events/${id}/handover`, body);

  test('200: another host has it, and the first is free', async () => {
    const { event, date } = await booked({ start: '15:00' }, { type: 'ROUND_ROBIN', hosts });
    const { status, body } = await handOver(event.uuid, { newHostEmail: 'tomas@juniper.example' });
    expect(status).toBe(200);
    expect(body.resource.hosts.map((host: { email: string }) => host.email)).toEqual([
      'tomas@juniper.example',
    ]);
    expect(await listFreeTimes(app, await createPage(app, open), date)).toContain('15:00');
  });

  test('409: a host who is asleep, unless availability is not required; never one who is booked', async () => {
    const { event, page, date } = await booked({ start: '15:30' }, { type: 'ROUND_ROBIN', hosts });
    expect((await handOver(event.uuid, { newHostEmail: 'aiko@juniper.example' })).status).toBe(409);
    await bookPage(app, page, { date, start: '15:30', email: 'other@x.example' });
    const booked2 = await handOver(event.uuid, {
      newHostEmail: 'tomas@juniper.example',
      requireHostAvailability: false,
    });
    expect(booked2.status).toBe(409);
    const asleep = await handOver(event.uuid, {
      newHostEmail: 'aiko@juniper.example',
      requireHostAvailability: false,
    });
    expect(asleep.status).toBe(200);
  });

  test('422: not a host of the round robin; nobody of this workspace', async () => {
    const { event } = await booked();
    expect((await handOver(event.uuid, { newHostEmail: 'nobody@juniper.example' })).status).toBe(422);
    const robin = await booked({ start: '15:00' }, { type: 'ROUND_ROBIN', hosts: hosts.slice(0, 2) });
    expect((await handOver(robin.event.uuid, { newHostEmail: 'aiko@juniper.example' })).status).toBe(422);
    const both = { newHostEmail: 'aiko@juniper.example', requireHostAvailability: 'no' };
    expect(Object.keys((await handOver(robin.event.uuid, both)).body.errors)).toEqual([
      'requireHostAvailability',
      'newHostEmail',
    ]);
  });
});

describe('PUT /scheduled-invitees/{uuid}/no-show', () => {
  test('409 before the start, 200 after it', async () => {
    const { event } = await booked();
    const mark = (noShow: unknown) =>
      app.put(`/scheduled-invitees/${event.invitees[0].uuid}/no-show`, { noShow } as object);
    expect((await mark(true)).status).toBe(409);
    clock.at = new Date(Date.parse(event.startTime) + 60_000);
    expect((await mark(true)).status).toBe(200);
    expect((await mark('yes')).status).toBe(422);
    clock.at = fixedClock.now();
  });
});
