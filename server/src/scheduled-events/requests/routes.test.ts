import { describe, expect, test } from 'vitest';
import {
  buildBooking,
  listFreeTimes,
  createPage,
  mara,
  monday,
  getInviteePagePath,
} from '../../../test/booking.ts';
import { useApp } from '../../../test/harness.ts';
import { createSystemActor } from '../../platform/auth/actor.ts';
import { runInWorkspace } from '../../platform/context.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';
import { repeatConcurrently } from '../../../test/times.ts';
import { endExpiredRequest, withdrawRequest } from './end-request.ts';

let now = monday;
const app = useApp({ clock: { now: () => now } });

let count = 0;
const asked = { requiresConfirmation: true, confirmWithin: 120 };

/** A page whose host decides, and a day of its own. */
async function pageAndDay(fields: object = {}) {
  count += 1;
  const date = new Date(Date.UTC(2027, 1, count + 1)).toISOString().slice(0, 10);
  const page = await createPage(app, {
    ...asked,
    bookingWindow: { type: 'unlimited' },
    slotInterval: 30,
    ...fields,
  });
  return { page, date };
}

const workday = async (fields: object = {}) => {
  let made = await pageAndDay(fields);
  while ([0, 6].includes(new Date(made.date).getUTCDay())) made = await pageAndDay(fields);
  return made;
};

const request = (page: { slug: string }, fields: object) =>
  app.post('/booking-requests', buildBooking(page, fields));

const asVisitor = (page: { slug: string }, fields: object, remoteAddress = '127.0.0.1') => {
  const { ownerSlug: _owner, eventTypeSlug: _slug, ...body } = buildBooking(page, fields);
  const url = `/v2/public/pages/${mara}/${page.slug}/bookings`;
  return app.inject({ method: 'POST', url, payload: body, remoteAddress });
};

const rowsOf = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await app.runtime.database.pool.query(text, values)).rows as T[];

const mailsOf = async (id: string): Promise<string[]> => {
  const rows = await rowsOf<{ to_email: string; content_sealed: Buffer }>(
    `select to_email, content_sealed from mail_message where event_id = $1 order by created_at, to_email`,
    [id],
  );
  return rows.map(
    ({ to_email, content_sealed }) =>
      `${to_email}: ${(JSON.parse(app.runtime.secrets.unseal(content_sealed)) as { subject: string }).subject}`,
  );
};

/** The path in the mail to somebody. */
const linkTo = async (id: string, email: string): Promise<string> => {
  const [row] = await rowsOf<{ content_sealed: Buffer }>(
    `select content_sealed from mail_message where event_id = $1 and to_email = $2 order by created_at`,
    [id, email],
  );
  if (!row) throw new Error(`No mail to ${email}.`);
  const { text } = JSON.parse(app.runtime.secrets.unseal(row.content_sealed)) as { text: string };
  return /(\/bookings\/requests\/\S+)/.exec(text)?.[1] ?? '';
};

const submit = (url: string, fields: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });

const inSystem = async (
  work: (ctx: Parameters<typeof endExpiredRequest>[0]) => Promise<void>,
  runtime = app.runtime,
) => {
  const [row] = await rowsOf<{ workspace_id: WorkspaceId }>(
    `select workspace_id from member where slug = $1`,
    [mara],
  );
  if (!row) throw new Error('No workspace.');
  await runInWorkspace(runtime, createSystemActor(row.workspace_id), work);
};

test('202: what a visitor books is a request, its time is kept, and nothing follows but mail', async () => {
  const { page, date } = await workday();
  expect(await listFreeTimes(app, page, date)).toContain('10:00');
  const { status, body } = await asVisitor(page, { date });
  expect(status).toBe(202);
  expect(body.request).toMatchObject({ title: 'Test page', expiresAt: '2027-01-11T08:00:00.000000Z' });
  expect(await listFreeTimes(app, page, date)).not.toContain('10:00');
  const other = await createPage(app, { bookingWindow: { type: 'unlimited' } });
  expect((await app.post('/event', buildBooking(other, { date }))).status).toBe(409);
  await app.runEffects();
  expect((await app.get(`/scheduled-events?eventTypeUuid=${page.uuid}`)).body.collection).toEqual([]);
  expect(await mailsOf(body.request.uuid)).toEqual([
    'ines@okafor.example: We sent your request to the host: Test page',
    'mara@juniper.example: Ines Okafor requested a time with you: Test page',
  ]);
});

test('200: a host confirms, and it is booked as any other', async () => {
  const { page, date } = await workday({
    inviteeQuestions: [{ question: 'What is it about?', isRequired: true }],
  });
  const { resource: settings } = (await app.get(`/event-types/${page.uuid}/settings`)).body;
  const answers = [{ question_id: settings.inviteeQuestions[0].id, answer: 'The spring catalog' }];
  const { body } = await request(page, { date, question_answers: answers });
  expect(body.resource).toMatchObject({ status: 'open', duration: 30, eventUuid: null });
  // What is asked of others from now on is not asked of those who came before.
  await app.patch(`/event-types/${page.uuid}`, {
    inviteeQuestions: [{ question: 'Another?', isRequired: true }],
    isActive: false,
  });
  const confirmed = await app.put(`/booking-requests/${body.resource.uuid}/confirm`);
  expect(confirmed.status).toBe(200);
  expect(confirmed.body.resource).toMatchObject({
    status: 'confirmed',
    startTime: body.resource.startTime,
    invitees: [{ questions: [{ question: 'What is it about?', answer: 'The spring catalog' }] }],
  });
  const { resource } = (await app.get(`/booking-requests/${body.resource.uuid}`)).body;
  expect(resource).toMatchObject({ status: 'confirmed', eventUuid: confirmed.body.resource.uuid });
  expect((await app.put(`/booking-requests/${body.resource.uuid}/confirm`)).body.message).toBe(
    'This request was already confirmed.',
  );
  await app.runEffects();
  expect((await mailsOf(confirmed.body.resource.uuid)).join()).toContain('Booked: Test page');
});

test('200: a declined request frees its time and returns the link, and its invitee reads why', async () => {
  const { page, date } = await workday();
  const { link } = (await app.get(`/event-types/${page.uuid}/single-use-link`)).body;
  const token = link.split('/').at(-1);
  const { body } = await request(page, { date, sharedLink: token });
  const second = await request(page, { date, start: '11:00', sharedLink: token });
  expect(second.status).toBe(409);
  const { status, body: declined } = await app.put(`/booking-requests/${body.resource.uuid}/decline`, {
    reason: 'I am travelling.',
  });
  expect([status, declined.resource]).toMatchObject([
    200,
    { status: 'declined', reason: 'I am travelling.' },
  ]);
  expect(await listFreeTimes(app, page, date)).toContain('10:00');
  expect((await request(page, { date, sharedLink: token })).status).toBe(201);
  await app.runEffects();
  expect(await mailsOf(body.resource.uuid)).toContain(
    'ines@okafor.example: Your request was declined: Test page',
  );
});

test('a request that nobody answers expires at the set time, whether or not a job has said so', async () => {
  const { page, date } = await workday();
  const { uuid } = (await request(page, { date })).body.resource;
  try {
    await inSystem((ctx) => endExpiredRequest(ctx, uuid));
    expect((await app.get(`/booking-requests/${uuid}`)).body.resource.status).toBe('open');
    now = new Date(monday.getTime() + 120 * 60_000);
    expect((await app.get(`/booking-requests/${uuid}`)).body.resource.status).toBe('expired');
    expect((await app.put(`/booking-requests/${uuid}/confirm`)).body.message).toBe(
      'This request has expired.',
    );
    expect(await listFreeTimes(app, page, date)).toContain('10:00');
    await inSystem((ctx) => endExpiredRequest(ctx, uuid));
    await inSystem((ctx) => endExpiredRequest(ctx, uuid));
    await app.runEffects();
    expect((await mailsOf(uuid)).filter((subject) => subject.includes('expired'))).toEqual([
      'ines@okafor.example: Your request has expired: Test page',
      'mara@juniper.example: Ines Okafor’s request has expired: Test page',
    ]);
  } finally {
    now = monday;
  }
});

test('a request for a time that is near expires when it would begin', async () => {
  const page = await createPage(app, { ...asked, confirmWithin: 43_200 });
  const { body } = await request(page, { date: '2027-01-11', start: '15:00' });
  expect(body.resource.expiresAt).toBe('2027-01-11T14:00:00.000000Z');
});

test('the links of the mails answer it: a host confirms, the invitee withdraws, and opening changes nothing', async () => {
  const { page, date } = await workday();
  const [first, second] = [
    (await asVisitor(page, { date })).body.request.uuid,
    (await asVisitor(page, { date, start: '11:00' })).body.request.uuid,
  ];
  await app.runEffects();
  const ofHost = await linkTo(first, 'mara@juniper.example');
  const ofInvitee = await linkTo(second, 'ines@okafor.example');
  expect((await app.inject({ method: 'GET', url: ofHost })).body).toContain('Booking request');
  expect((await app.get(`/booking-requests/${first}`)).body.resource.status).toBe('open');
  // The one who made it can't confirm it.
  await submit(await linkTo(first, 'ines@okafor.example'), { answer: 'confirm' });
  expect((await app.get(`/booking-requests/${first}`)).body.resource.status).toBe('open');
  expect((await submit(ofHost, { answer: 'confirm' })).status).toBe(303);
  expect((await app.inject({ method: 'GET', url: ofHost })).body).toContain('The request is confirmed');
  await submit(ofInvitee, { answer: 'withdraw' });
  expect((await app.get(`/booking-requests/${second}`)).body.resource.status).toBe('withdrawn');
  expect((await app.inject({ method: 'GET', url: ofInvitee })).body).toContain('Your request was withdrawn');
  expect((await app.inject({ method: 'GET', url: `${ofHost.slice(0, -2)}xx` })).status).toBe(404);
});

test('of confirm, decline and withdraw at once, one outcome holds', async () => {
  const { page, date } = await workday();
  for (const start of ['10:00', '11:00', '12:00']) {
    const { uuid } = (await request(page, { date, start, email: `at${start.slice(0, 2)}@okafor.example` }))
      .body.resource;
    const answers = await Promise.all([
      app.put(`/booking-requests/${uuid}/confirm`),
      app.put(`/booking-requests/${uuid}/decline`, {}),
      app.put(`/booking-requests/${uuid}/confirm`),
      app.put(`/booking-requests/${uuid}/decline`, {}),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const { status, eventUuid } = (await app.get(`/booking-requests/${uuid}`)).body.resource;
    const times = await rowsOf<{ hold_id: string | null }>(
      `select hold_id from event_host where event_id = $1 or event_id = $2`,
      [uuid, eventUuid],
    );
    expect(times).toEqual(status === 'confirmed' ? [{ hold_id: null }] : []);
  }
});

test('a host who confirms while it expires or is withdrawn: one outcome holds, whichever comes first', async () => {
  const { page, date } = await workday();
  const whenOver = { ...app.runtime, clock: { now: () => new Date(monday.getTime() + 120 * 60_000) } };
  const endings = {
    expired: (id: string) => inSystem((ctx) => endExpiredRequest(ctx, id), whenOver),
    // The one that comes too late is refused.
    withdrawn: (id: string) => inSystem((ctx) => withdrawRequest(ctx, id)).catch(() => undefined),
  };
  for (const [index, start] of ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00'].entries()) {
    const ending = index % 2 === 0 ? 'expired' : 'withdrawn';
    const email = `race${index}@okafor.example`;
    const { uuid } = (await request(page, { date, start, email })).body.resource;
    const [answers] = await Promise.all([
      repeatConcurrently(4, () => app.put(`/booking-requests/${uuid}/confirm`)),
      repeatConcurrently(4, () => endings[ending](uuid)),
    ]);
    const isConfirmed = answers.some(({ status }) => status === 200);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(
      isConfirmed ? [200, 409, 409, 409] : [409, 409, 409, 409],
    );
    const { resource } = (await app.get(`/booking-requests/${uuid}`)).body;
    expect(resource.status).toBe(isConfirmed ? 'confirmed' : ending);
    const kept = await rowsOf<{ hold_id: string | null }>(
      `select hold_id from event_host where event_id = $1 or event_id = $2`,
      [uuid, resource.eventUuid],
    );
    expect(kept).toEqual(isConfirmed ? [{ hold_id: null }] : []);
    const booked = await rowsOf(`select from invitee where email = $1`, [email]);
    expect(booked).toHaveLength(isConfirmed ? 1 : 0);
    expect((await listFreeTimes(app, page, date)).includes(start)).toBe(!isConfirmed);
  }
});

test('409: of many who request one time at once, one has it', async () => {
  const { page, date } = await workday();
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => request(page, { date, email: `many${index}@okafor.example` })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(11);
});

test('409: what was requested on a page that is deleted, or of a host who left, is not booked and can be declined', async () => {
  const { page, date } = await workday();
  const gone = (await request(page, { date })).body.resource;
  await app.delete(`/event-types/${page.uuid}`);
  const refused = await app.put(`/booking-requests/${gone.uuid}/confirm`);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'The booking page of this request was deleted, so it can’t be confirmed. Decline it.',
  ]);
  expect((await app.put(`/booking-requests/${gone.uuid}/decline`)).status).toBe(200);

  const named = { firstName: 'Una', lastName: 'Leave', timezone: 'Europe/Berlin' };
  const user = (await app.post('/organizations/users', { ...named, email: 'una@juniper.example' })).body
    .resource;
  const theirs = await workday({ hosts: [{ email: user.email }] });
  const left = (await request(theirs.page, { date: theirs.date })).body.resource;
  await app.delete(`/organizations/users/${user.uuid}`);
  const late = await app.put(`/booking-requests/${left.uuid}/confirm`);
  expect([late.status, late.body.message]).toEqual([
    409,
    'A host of this request was deactivated, so it can’t be confirmed. Decline it.',
  ]);
  expect((await app.put(`/booking-requests/${left.uuid}/decline`)).status).toBe(200);
});

test('429: one address keeps at most three times of a page', async () => {
  const { page, date } = await workday();
  for (const start of ['10:00', '11:00', '12:00']) {
    expect((await request(page, { date, start })).status).toBe(201);
  }
  expect((await request(page, { date, start: '13:00' })).status).toBe(429);
});

test('429: a visitor keeps at most ten times, whatever addresses they name and on whichever pages', async () => {
  const times = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00'];
  const days = [await workday(), await workday()];
  const starts = days.flatMap((day) => times.map((start) => ({ ...day, start })));
  const answers = await Promise.all(
    starts.map(({ page, date, start }, index) =>
      asVisitor(page, { date, start, email: `many${index}@elm${index}.example` }, '203.0.113.80'),
    ),
  );
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(10);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(4);
  expect(refused[0]?.body.message).toBe(
    'Too many open requests. Try again when a host has answered one of them.',
  );
  const { page, date } = await workday();
  expect((await asVisitor(page, { date }, '203.0.113.81')).status).toBe(202);
});

test('422: open requests count as bookings of an address', async () => {
  const { page, date } = await workday({ inviteeLimit: { bookings: 1, period: 'upcoming' } });
  expect((await request(page, { date })).status).toBe(201);
  expect((await request(page, { date, start: '11:00' })).body.errors.email).toBeDefined();
});

test('403: who may not decide books only by request; hosts and admins book at once', async () => {
  const { page, date } = await workday();
  expect((await app.post('/event', buildBooking(page, { date, start: '13:00' }))).status).toBe(200);
  const email = 'noor@juniper.example';
  await app.post('/organizations/users', { email, firstName: 'Noor', lastName: 'Haddad' });
  const token = await app.tokenOf(email, ['booking', 'events:read', 'events:write']);
  const refused = await app.post('/event', buildBooking(page, { date }), { token });
  expect(refused.status).toBe(403);
  const made = await app.post('/booking-requests', buildBooking(page, { date }), { token });
  expect(made.status).toBe(201);
  expect(
    (await app.put(`/booking-requests/${made.body.resource.uuid}/confirm`, undefined, { token })).status,
  ).toBe(403);
});

test('409: an invitee does not move what a host confirmed', async () => {
  const { page, date } = await workday();
  const { uuid } = (await request(page, { date })).body.resource;
  const [invitee] = (await app.put(`/booking-requests/${uuid}/confirm`)).body.resource.invitees;
  const [path, key] = (await getInviteePagePath(app, invitee.uuid)).split('?');
  const moved = await app.inject({
    method: 'PUT',
    url: `/v2/public${path}/reschedule?${key}`,
    payload: { date, start: '11:00', timeZone: 'Europe/Berlin' },
  });
  expect([moved.status, moved.body.message]).toEqual([
    409,
    'Hosts confirm bookings on this page. Cancel this event and request another time.',
  ]);
});

test('a page that is booked at once takes no requests (409), and a group can’t need confirmation (422)', async () => {
  const plain = await createPage(app, {});
  expect((await request(plain, {})).status).toBe(409);
  expect(
    (await app.patch(`/event-types/${plain.uuid}`, { type: 'GROUP', ...asked })).body.errors,
  ).toMatchObject({
    requiresConfirmation: ['Group event types can’t require confirmation, because seats can’t be held.'],
  });
});

test('webhooks carry what was requested and how it ended', async () => {
  await rowsOf(
    `insert into webhook (workspace_id, id, member_id, callback_url, scope, events, secret_sealed)
     select workspace_id, gen_random_uuid(), id, 'https://hooks.example', 'organization',
       '{booking_request.created,booking_request.closed}', 'x' from member where slug = $1`,
    [mara],
  );
  const { page, date } = await workday();
  const { uuid } = (await request(page, { date })).body.resource;
  await app.put(`/booking-requests/${uuid}/decline`, {});
  await app.runEffects();
  const sent = await rowsOf<{ payload: string }>(
    `select payload from webhook_event where name like 'booking_request.%' order by name desc`,
  );
  expect(sent.map(({ payload }) => JSON.parse(payload))).toMatchObject([
    { event: 'booking_request.created', uuid, status: 'open' },
    { event: 'booking_request.closed', uuid, status: 'declined' },
  ]);
});

describe('a page that changes before its request is confirmed', () => {
  test('the price stays what was shown, also when that was none', async () => {
    for (const [before, expected] of [
      ['20.00', { amount: '20.00' }],
      [null, null],
    ] as const) {
      const { page, date } = await workday(before === null ? {} : { price: before, currency: 'EUR' });
      const { uuid } = (await request(page, { date })).body.resource;
      await app.patch(`/event-types/${page.uuid}`, { price: '2000.00', currency: 'EUR' });
      const { resource: event } = (await app.put(`/booking-requests/${uuid}/confirm`)).body;
      if (expected) expect(event.invitees[0].payment).toMatchObject(expected);
      else expect(event.invitees[0].payment).toBeNull();
    }
  });

  test('409: nobody joins an invitee who asked to come alone, though it is a group page now', async () => {
    const { page, date } = await workday();
    const { uuid } = (await request(page, { date })).body.resource;
    const change = { type: 'GROUP', maxActiveInvitees: 4, requiresConfirmation: false };
    expect((await app.patch(`/event-types/${page.uuid}`, change)).status).toBe(200);
    const { resource: event } = (await app.put(`/booking-requests/${uuid}/confirm`)).body;
    expect(event.type).toBe('ONE_ON_ONE');
    expect((await asVisitor(page, { date, email: 'stranger@okafor.example' })).status).toBe(409);
  });
});
