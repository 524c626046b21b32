import { describe, expect, test } from 'vitest';
import {
  bookPage,
  buildBooking,
  listFreeTimes,
  createPage,
  mara,
  fixedClock,
} from '../../../test/booking.ts';
import { useApp } from '../../../test/harness.ts';

const app = useApp({ clock: fixedClock });

const rowsOf = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await app.runtime.database.pool.query(text, values)).rows as T[];

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly method: string | undefined;
}

const mailsOf = async (eventId: string): Promise<Mail[]> => {
  const rows = await rowsOf<{ to_email: string; content_sealed: Buffer }>(
    `select to_email, content_sealed from mail_message where event_id = $1 order by created_at, to_email`,
    [eventId],
  );
  return rows.map(({ to_email, content_sealed }) => {
    const content = JSON.parse(app.runtime.secrets.unseal(content_sealed)) as {
      subject: string;
      text: string;
      invitation: { method: string } | null;
    };
    return { to: to_email, subject: content.subject, text: content.text, method: content.invitation?.method };
  });
};

const sequenceOf = (eventId: string) =>
  rowsOf<{ sequence: number }>('select sequence from scheduled_event where id = $1', [eventId]);

const userToken = async (): Promise<string> => {
  const email = `user${Math.random()}@juniper.example`;
  await app.post('/organizations/users', { email, firstName: 'Noor', lastName: 'Haddad' });
  return app.tokenOf(email, ['booking', 'events:write']);
};

describe('outside the offered times', () => {
  test('200: a host books a time that is not offered, for somebody', async () => {
    const page = await createPage(app, { minimumNotice: 1440, dailyLimit: 1 });
    const late = { date: '2027-01-11', start: '20:17' };
    expect((await bookPage(app, page, late)).status).toBe(422);
    const booked = await bookPage(app, page, { ...late, anyTime: true });
    expect(booked.body).toMatchObject({ status: 'confirmed', startTime: '2027-01-11T19:17:00.000000Z' });
    expect((await bookPage(app, page, { date: '2027-01-11', start: '21:00', anyTime: true })).status).toBe(
      200,
    );
  });

  test('409: nobody is booked twice, nor while a time is held or a host is away', async () => {
    const page = await createPage(app, {});
    await bookPage(app, page, { start: '12:00' });
    const over = await bookPage(app, page, { start: '12:15', anyTime: true });
    expect([over.status, over.body.message]).toEqual([409, 'This time is no longer available.']);
    const asked = await createPage(app, { requiresConfirmation: true });
    await app.post('/booking-requests', buildBooking(asked, { start: '13:00' }));
    expect((await bookPage(app, page, { start: '13:15', anyTime: true })).status).toBe(409);
    await app.post('/absences', { start: '2027-01-20', end: '2027-01-20' });
    expect((await bookPage(app, page, { date: '2027-01-20', anyTime: true })).status).toBe(409);
    const many = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        bookPage(app, page, { start: `20:${10 + index}`, email: `at${index}@elm.example`, anyTime: true }),
      ),
    );
    expect(many.map(({ status }) => status).toSorted()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ]);
  });

  test('403 to others, 422 for what is past or no duration of the page, also beside errors of the contract', async () => {
    const page = await createPage(app, {});
    const token = await userToken();
    const refused = await app.post('/event', buildBooking(page, { start: '20:00', anyTime: true }), {
      token,
    });
    expect(refused.status).toBe(403);
    const past = await bookPage(app, page, { date: '2027-01-10', anyTime: true, duration: 30 });
    expect(past.body.errors).toEqual({ start: ['This time has passed.'] });
    const wrong = await bookPage(app, page, { start: '20:00', anyTime: true, duration: 45, name: '' });
    expect(Object.keys(wrong.body.errors).toSorted()).toEqual(['duration', 'name']);
  });

  test('200: the user who books comes first of a round robin, and a named host is that one', async () => {
    const hosts = [{ email: 'tomas@juniper.example', priority: 9 }, { email: 'mara@juniper.example' }];
    const page = await createPage(app, { type: 'ROUND_ROBIN', hosts });
    const own = await bookPage(app, page, { start: '22:00', anyTime: true });
    expect(own.body.hosts[0].slug).toBe(mara);
    const named = await bookPage(app, page, {
      start: '22:00',
      anyTime: true,
      hostEmail: 'tomas@juniper.example',
    });
    expect(named.body.hosts[0].email).toBe('tomas@juniper.example');
  });

  test('a visitor can’t: the field is none of theirs', async () => {
    const page = await createPage(app, {});
    const { ownerSlug: _owner, eventTypeSlug: _slug, ...body } = buildBooking(page, { start: '20:00' });
    const url = `/v2/public/pages/${mara}/${page.slug}/bookings`;
    const { status } = await app.inject({ method: 'POST', url, payload: { ...body, anyTime: true } });
    expect(status).toBe(422);
  });

  test('200: a host moves an event to a time that is not offered; 409 where they have something else', async () => {
    const page = await createPage(app, {});
    const { uuid } = (await bookPage(app, page, { date: '2027-01-14' })).body;
    await bookPage(app, page, { date: '2027-01-14', start: '15:00' });
    const move = (start: string, anyTime: boolean) =>
      app.put(`/scheduled-events/${uuid}/reschedule`, {
        date: '2027-01-14',
        start,
        timeZone: 'Europe/Berlin',
        anyTime,
      });
    expect((await move('19:45', false)).status).toBe(422);
    expect((await move('15:10', true)).status).toBe(409);
    expect((await move('19:45', true)).body.resource.startTime).toBe('2027-01-14T18:45:00.000000Z');
    expect(await listFreeTimes(app, page, '2027-01-14')).toContain('10:00');
  });
});

describe('editing an event', () => {
  test('200: title, place, guests and notes change, and everybody gets the mail that is theirs', async () => {
    const page = await createPage(app, {});
    const { uuid } = (
      await bookPage(app, page, { date: '2027-01-15', guests: ['stays@elm.example', 'leaves@elm.example'] })
    ).body;
    const { status, body } = await app.patch(`/scheduled-events/${uuid}`, {
      title: 'Unveiling of the heron',
      location: { type: 'IN_PERSON', address: 'Elm Street 3' },
      guests: ['stays@elm.example', 'joins@elm.example'],
      notes: 'Please bring the plans.',
    });
    expect(status).toBe(200);
    expect(body.resource).toMatchObject({
      title: 'Unveiling of the heron',
      location: { type: 'In Person', joinUrl: '' },
      guests: ['stays@elm.example', 'joins@elm.example'],
      notes: 'Please bring the plans.',
    });
    const mails = (await mailsOf(uuid)).slice(4);
    expect(mails.map(({ to, subject, method }) => [to, subject.split(':')[0], method]).toSorted()).toEqual([
      ['ines@okafor.example', 'Updated', 'REQUEST'],
      ['joins@elm.example', 'Booked', 'REQUEST'],
      ['leaves@elm.example', 'Canceled', 'CANCEL'],
      ['mara@juniper.example', 'Updated', 'REQUEST'],
      ['stays@elm.example', 'Updated', 'REQUEST'],
    ]);
    for (const { text } of mails.filter(({ to }) => to !== 'leaves@elm.example')) {
      expect(text).toContain('Elm Street 3');
      expect(text).toContain('Please bring the plans.');
    }
    expect((await app.get('/scheduled-events?keyword=heron')).body.collection).toHaveLength(1);
    expect((await app.patch(`/scheduled-events/${uuid}`, { notes: null })).body.resource.notes).toBeNull();
  });

  test('200: nothing is sent where nothing changes', async () => {
    const location = { type: 'IN_PERSON', address: 'Elm Street 3' };
    const page = await createPage(app, { locations: [location] });
    const settings = (await app.get(`/event-types/${page.uuid}/settings`)).body.resource;
    const locationId = settings.locations[0].id;
    const { uuid, title } = (await bookPage(app, page, { date: '2027-01-22', locationId })).body;
    const unchanged = async (body: object) => {
      const before = [await mailsOf(uuid), await sequenceOf(uuid)];
      expect((await app.patch(`/scheduled-events/${uuid}`, body)).status).toBe(200);
      expect([await mailsOf(uuid), await sequenceOf(uuid)], JSON.stringify(body)).toEqual(before);
    };
    for (const body of [{}, { title }, { guests: [] }, { notes: null }, { notes: ' ' }])
      await unchanged(body);
    await unchanged({ location });
    const edit = { guests: ['one@elm.example', 'two@elm.example'], notes: 'Plans.' };
    await app.patch(`/scheduled-events/${uuid}`, edit);
    await unchanged({ title, location, notes: 'Plans. ', guests: ['two@elm.example', 'One@elm.example'] });
    const before = (await mailsOf(uuid)).length;
    await app.patch(`/scheduled-events/${uuid}`, { location: { ...location, details: 'Second floor' } });
    expect((await mailsOf(uuid)).length).toBeGreaterThan(before);
  });

  test('webhooks carry the event as it is after the change', async () => {
    await rowsOf(
      `insert into webhook (workspace_id, id, member_id, callback_url, scope, events, secret_sealed)
       select workspace_id, gen_random_uuid(), id, 'https://hooks.example', 'organization', '{invitee.updated}', 'x'
       from member where slug = $1`,
      [mara],
    );
    const page = await createPage(app, {});
    const { uuid } = (await bookPage(app, page, { date: '2027-01-18' })).body;
    for (const title of ['Kick-off', 'Kick-off'])
      await app.patch(`/scheduled-events/${uuid}`, { title, notes: 'Plans.' });
    const [sent, again] = await rowsOf<{ payload: string }>(
      `select payload from webhook_event where name = 'invitee.updated'`,
    );
    expect(JSON.parse(sent?.payload ?? '{}')).toMatchObject({
      event: 'invitee.updated',
      eventUuid: uuid,
      title: 'Kick-off',
      notes: 'Plans.',
    });
    expect(again).toBeUndefined();
  });

  test('409 once it is cancelled, 403 to others, 422 for guests of a group', async () => {
    const page = await createPage(app, {});
    const { uuid } = (await bookPage(app, page, { date: '2027-01-19' })).body;
    const token = await userToken();
    expect((await app.patch(`/scheduled-events/${uuid}`, { title: 'No' }, { token })).status).toBe(403);
    await app.put(`/scheduled-events/${uuid}/cancel`);
    expect((await app.patch(`/scheduled-events/${uuid}`, { title: 'No' })).status).toBe(409);
    const group = await createPage(app, { type: 'GROUP' });
    const fields = { date: '2027-01-21' };
    const joined = (await bookPage(app, group, fields)).body;
    await bookPage(app, group, { ...fields, email: 'second@elm.example' });
    const refused = await app.patch(`/scheduled-events/${joined.uuid}`, { guests: [] });
    expect(refused.body.errors.guests).toHaveLength(1);
  });
});
