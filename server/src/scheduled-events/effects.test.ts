import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bookPage, fixedClock, createPage } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { generateUuid } from '../platform/ids.ts';

/** What follows from bookings, when it follows later than they do. */

const app = useApp({ clock: fixedClock, manualEffects: true });

// oxlint-disable-next-line no-explicit-any -- rows and bodies of many shapes; tests assert what matters
type Row = any;

const query = async (text: string, values: unknown[] = []): Promise<Row[]> =>
  (await app.runtime.database.pool.query(text, values)).rows;
const personBy = async (email: string): Promise<Row> =>
  (await app.get(`/crm/people?filter[emails]=${encodeURIComponent(email)}`)).body.collection[0];
const timelineOf = async (id: string): Promise<Row[]> =>
  (await app.get(`/crm/people/${id}/timeline?count=100`)).body.collection;
const mailOf = async (eventId: string): Promise<Row[]> =>
  (await query('select * from mail_message where event_id = $1 order by created_at', [eventId])).map(
    (row) => ({
      ...JSON.parse(app.runtime.secrets.unseal(row.content_sealed)),
      kind: row.kind,
    }),
  );
const deliveriesOf = async (inviteeId: string): Promise<Row[]> =>
  (
    await query(
      `select e.id, e.payload from webhook_delivery d
       join webhook_event e on e.workspace_id = d.workspace_id and e.id = d.event_id
       where d.ordering_key = $1 order by d.seq`,
      [inviteeId],
    )
  ).map(({ id, payload }) => ({ id, ...JSON.parse(payload) }));

let page: { uuid: string; slug: string };

beforeAll(async () => {
  page = await createPage(app, { bookingWindow: { type: 'unlimited' } });
  await query(
    `insert into webhook (workspace_id, id, member_id, callback_url, scope, events, secret_sealed)
     select workspace_id, $1, id, 'https://receiver.example/hook', 'organization',
       '{invitee.scheduled,invitee.cancelled,invitee.no_show,crm.record.created}', ''
     from member where email = 'mara@juniper.example'`,
    [generateUuid()],
  );
});

beforeEach(() => app.runEffects());

describe('until effects run', () => {
  test('200: the booking stands, and is one row; then come person, mail and webhook', async () => {
    const { status, body } = await bookPage(app, page, { date: '2027-02-01', email: 'late@effects.example' });
    expect(status).toBe(200);
    expect(await query('select name, stream from outbox')).toEqual([
      { name: 'invitee.scheduled', stream: body.uuid },
    ]);
    expect(await personBy('late@effects.example')).toBeUndefined();
    expect(await mailOf(body.uuid)).toEqual([]);
    await app.runEffects();
    expect(await personBy('late@effects.example')).toBeDefined();
    expect((await mailOf(body.uuid)).map(({ kind }) => kind)).toEqual(['confirmed', 'confirmed']);
    expect(await deliveriesOf(body.invitees[0].uuid)).toHaveLength(1);
    expect(await query('select 1 from outbox')).toEqual([]);
  });

  test('each shows the event as it was when it happened, in order, whatever happened since', async () => {
    const { body } = await bookPage(app, page, {
      date: '2027-02-02',
      start: '10:00',
      email: 'asof@effects.example',
    });
    const [invitee] = body.invitees;
    const move = (start: string) =>
      app.put(`/scheduled-events/${body.uuid}/reschedule`, {
        date: '2027-02-03',
        start,
        timeZone: 'Europe/Berlin',
        reason: `To ${start}`,
      });
    await move('11:00');
    await move('12:00');
    await app.put(`/scheduled-events/${body.uuid}/cancel`, { cancellationReason: 'Ill' });
    await app.runEffects();

    const deliveries = await deliveriesOf(invitee.uuid);
    const seen = deliveries.map(
      ({ event, status, startAt, previousStartAt, cancellationReason, cancelledAt }) => ({
        event,
        status,
        startAt,
        previousStartAt,
        cancellationReason,
        isCancelled: cancelledAt !== null,
      }),
    );
    const at = (day: string, hour: string) => `2027-02-${day}T${hour}:00:00.000000Z`;
    const scheduled = {
      event: 'invitee.scheduled',
      status: 'confirmed',
      cancellationReason: null,
      isCancelled: false,
    };
    expect(seen).toEqual([
      { ...scheduled, startAt: at('02', '09'), previousStartAt: null },
      { ...scheduled, startAt: at('03', '10'), previousStartAt: at('02', '09') },
      { ...scheduled, startAt: at('03', '11'), previousStartAt: at('03', '10') },
      {
        event: 'invitee.cancelled',
        status: 'cancelled',
        startAt: at('03', '11'),
        previousStartAt: null,
        cancellationReason: 'Ill',
        isCancelled: true,
      },
    ]);
    const toInvitee = (await mailOf(body.uuid)).filter(({ to }) => to.email === 'asof@effects.example');
    expect(
      toInvitee.map(({ kind, invitation }) => [
        kind,
        invitation?.method,
        invitation?.sequence,
        invitation?.startsAt,
      ]),
    ).toEqual([
      ['confirmed', 'REQUEST', 0, Date.parse(at('02', '09'))],
      ['moved', 'REQUEST', 1, Date.parse(at('03', '10'))],
      ['moved', 'REQUEST', 2, Date.parse(at('03', '11'))],
      ['cancelled', 'CANCEL', 3, Date.parse(at('03', '11'))],
    ]);
    expect(toInvitee[0]?.text).not.toContain('Ill');
    const { id } = await personBy('asof@effects.example');
    expect((await timelineOf(id)).map(({ kind }) => kind)).toEqual([
      'booking.cancelled',
      'booking.rescheduled',
      'booking.rescheduled',
      'booking.scheduled',
      'record.created',
    ]);
  });
});

test('an effect that runs twice makes no second person, timeline entry, message or delivery', async () => {
  const { body } = await bookPage(app, page, { date: '2027-02-04', email: 'twice@effects.example' });
  const [row] = await query('select * from outbox');
  const facts = async () => {
    const person = await personBy('twice@effects.example');
    return JSON.stringify([
      person,
      await timelineOf(person.id),
      (await app.get(`/crm/companies/${person.company.id}/timeline`)).body,
      await mailOf(body.uuid),
      await deliveriesOf(body.invitees[0].uuid),
    ]);
  };
  await app.runEffects();
  const once = await facts();
  await query(
    `insert into outbox (workspace_id, stream, id, name, payload, actor_kind, member_id, published_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      row.workspace_id,
      row.stream,
      row.id,
      row.name,
      JSON.stringify(row.payload),
      row.actor_kind,
      row.member_id,
      row.published_at,
    ],
  );
  await app.runEffects();
  expect(await query('select 1 from outbox')).toEqual([]);
  expect(await facts()).toBe(once);
});

describe('a required attribute of people and companies', () => {
  beforeAll(async () => {
    const attribute = { label: 'Badge', type: 'text', isRequired: true };
    for (const slug of ['people', 'companies']) await app.post(`/crm/objects/${slug}/attributes`, attribute);
  });

  test('422: is asked of people who type', async () => {
    const { status, body } = await app.post('/crm/people', { emails: ['typed@effects.example'] });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['badge']]);
  });

  test('200: fails no booking, and what is not known stays empty', async () => {
    const { status } = await bookPage(app, page, { date: '2027-02-05', email: 'needed@badge.example' });
    expect(status).toBe(200);
    await app.runEffects();
    expect(await personBy('needed@badge.example')).toMatchObject({
      firstName: 'Ines',
      company: { domain: 'badge.example' },
      customAttributes: { badge: null },
    });
    expect(await query('select 1 from outbox')).toEqual([]);
  });

  test('201: fails no form', async () => {
    const { body } = await app.post('/routing-forms', {
      name: 'Form',
      fields: [{ inputId: 'mail', question: 'Your address?', type: 'EMAIL_INPUT', isRequired: true }],
      routes: [],
      fallback: { type: 'MESSAGE', headline: 'Thank you' },
    });
    const answers = { mail: 'form@badge.example' };
    const submitted = await app.post(
      `/public/forms/${body.resource.slug}/submissions`,
      { answers },
      { token: null },
    );
    expect(submitted.status).toBe(201);
    await app.runEffects();
    expect(await personBy('form@badge.example')).toBeDefined();
  });
});

test('200: an effect that can’t be done fails no booking; it is kept, and the others are done', async () => {
  await query(`alter table crm_meeting add constraint none check (starts_at < '2027-02-08') not valid`);
  const { status, body } = await bookPage(app, page, { date: '2027-02-08', email: 'broken@effects.example' });
  const other = await bookPage(app, page, {
    date: '2027-02-05',
    start: '15:00',
    email: 'fine@effects.example',
  });
  expect([status, other.status]).toEqual([200, 200]);
  await app.runEffects();
  expect(await mailOf(body.uuid)).toHaveLength(2);
  expect(await deliveriesOf(body.invitees[0].uuid)).toHaveLength(1);
  expect(await personBy('fine@effects.example')).toBeDefined();
  expect(await personBy('broken@effects.example')).toBeUndefined();
  const rows = await query('select stream, done, attempts, error from outbox');
  expect(rows).toEqual([
    {
      stream: body.uuid,
      done: ['webhooks', 'mail', 'calendars', 'workflows'],
      attempts: 1,
      error: expect.stringContaining('crm_meeting'),
    },
  ]);
  await query('alter table crm_meeting drop constraint none');
  await query('update outbox set run_at = now()');
  await app.runEffects();
  expect(await personBy('broken@effects.example')).toBeDefined();
});
