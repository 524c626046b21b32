import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { bookPage, fixedClock, createPage } from '../../../test/booking.ts';
import { useApp } from '../../../test/harness.ts';
import {
  inviteeCancelledPayload,
  inviteeNoShowPayload,
  inviteeScheduledPayload,
} from '@daybook/contract/webhook-payloads';
import { tidyWebhooks } from '../jobs.ts';
import {
  deliverUntil,
  emitEvent,
  markDeliveriesDue,
  queryRows,
  startDeliverer,
  subscribeWebhook,
} from './test-deliveries.ts';
import { respondWithStatus, startReceiver, useReceiver, type Receiver } from './test-receiver.ts';

const app = useApp({ config: { outboundAllow: ['127.0.0.0/8'] }, recordEvents: true });
const receiver = useReceiver();

beforeEach(() => {
  receiver.answer = respondWithStatus(200);
});

afterEach(async () => {
  for (const { uuid } of (await app.get('/webhooks?scope=all&count=100')).body.collection) {
    await app.delete(`/webhooks/${uuid}`);
  }
  receiver.received.length = 0;
});

const deliveries = async (id: string) =>
  (await app.get(`/webhooks/${id}/deliveries?count=100`)).body.collection;
const status = async (id: string) => (await app.get(`/webhooks/${id}/status`)).body.resource;
const delivered = (of: Receiver = receiver) =>
  of.received.filter(({ body }) => body.event !== 'webhook.test');

/** How many entries of the indexes of open deliveries have been read so far. */
async function openEntriesRead(): Promise<number> {
  const { pool } = app.runtime.database;
  // A session reports its statistics when it has been idle for a second, or when this is called.
  const sessions = Array.from({ length: pool.totalCount }, () => pool.connect());
  for (const client of await Promise.all(sessions)) {
    await client.query('select pg_stat_force_next_flush()');
    client.release();
  }
  const { rows } = await pool.query<{ read: number }>(
    `select sum(idx_tup_read)::int as read from pg_stat_user_indexes
     where indexrelname in ('webhook_delivery_due', 'webhook_delivery_chain')`,
  );
  return rows[0]?.read ?? 0;
}

describe('a delivery', () => {
  test('is signed, verified by standardwebhooks and svix, and logged with its phases', async () => {
    const { id, secret } = await subscribeWebhook(app, receiver.url, { token: 'my own token' });
    await emitEvent(app, { payload: { value: 'ünï 😀' } });
    await deliverUntil(app, async () => (await deliveries(id))[0]?.status === 'delivered');
    const [got] = delivered();
    expect(got?.headers['token']).toBe('my own token');
    const expected = { event: 'crm.record.created', value: 'ünï 😀' };
    expect(new StandardWebhook(secret).verify(got?.text ?? '', got?.headers as never)).toEqual(expected);
    expect(new SvixWebhook(secret).verify(got?.text ?? '', got?.headers as never)).toEqual(expected);
    const [delivery] = await deliveries(id);
    expect(delivery).toMatchObject({
      messageId: got?.headers['webhook-id'],
      event: 'crm.record.created',
      status: 'delivered',
      nextAttemptAt: null,
      attempts: [
        { attempt: 1, statusCode: 200, error: null, response: 'status 200', totalMs: expect.any(Number) },
      ],
    });
    const one = await app.get(`/webhooks/${id}/deliveries/${delivery.id}`);
    expect(one.body.resource).toEqual({ ...delivery, payload: expected });
  });

  test('carries both signatures during a rotation', async () => {
    const { id, secret } = await subscribeWebhook(app, receiver.url);
    const { body } = await app.post(`/webhooks/${id}/rotate-secret`, {});
    await emitEvent(app);
    await deliverUntil(app, () => delivered().length > 0);
    const [got] = delivered();
    for (const each of [secret, body.signingSecret]) {
      new StandardWebhook(each).verify(got?.text ?? '', got?.headers as never);
      new SvixWebhook(each).verify(got?.text ?? '', got?.headers as never);
    }
  });

  test('reads few index entries, however many others are pending', async () => {
    const { id } = await subscribeWebhook(app, receiver.url);
    await emitEvent(app);
    await queryRows(
      app,
      `insert into webhook_delivery (workspace_id, id, webhook_id, event_id, ordering_key, due_at)
       select workspace_id, gen_random_uuid(), webhook_id, event_id, 'waits ' || n, now() + interval '1 day'
       from webhook_delivery, generate_series(1, 3000) n where webhook_id = $1`,
      [id],
    );
    const before = await openEntriesRead();
    await deliverUntil(app, async () => (await queryRows(app, 'select from webhook_attempt')).length > 0);
    expect((await openEntriesRead()) - before).toBeLessThan(1000);
  });

  test('is retried by the schedule, with the same webhook-id and bytes', async () => {
    const { id } = await subscribeWebhook(app, receiver.url);
    receiver.answer = respondWithStatus(500);
    await emitEvent(app);
    await deliverUntil(app, async () => (await deliveries(id))[0]?.attempts.length === 1);
    const [first] = await deliveries(id);
    expect(first.status).toBe('pending');
    const waitMs = Date.parse(first.nextAttemptAt) - Date.parse(first.attempts[0].startedAt);
    expect(waitMs).toBeGreaterThan(4_000);
    expect(waitMs).toBeLessThan(7_000);
    receiver.answer = respondWithStatus(204);
    await markDeliveriesDue(app, id);
    await deliverUntil(app, async () => (await deliveries(id))[0]?.status === 'delivered');
    const [one, two] = delivered();
    expect(one?.headers['webhook-id']).toBe(two?.headers['webhook-id']);
    expect(one?.text).toBe(two?.text);
    expect((await deliveries(id))[0].attempts.map((item: { statusCode: number }) => item.statusCode)).toEqual(
      [500, 204],
    );
  });

  test('is given up after ten attempts, and says so', async () => {
    const { id } = await subscribeWebhook(app, receiver.url);
    receiver.answer = respondWithStatus(400);
    await emitEvent(app);
    await queryRows(app, 'update webhook_delivery set failures = 9, attempt = 9 where webhook_id = $1', [id]);
    await deliverUntil(app, async () => (await deliveries(id))[0]?.status === 'failed');
    expect((await deliveries(id))[0]).toMatchObject({ attempts: [{ attempt: 10, error: 'Answered 400.' }] });
  });

  test('without an answer fails with a reason', async () => {
    const { id } = await subscribeWebhook(app, receiver.url);
    receiver.answer = (response) => void response.socket?.destroy();
    await emitEvent(app);
    await deliverUntil(app, async () => (await deliveries(id))[0]?.attempts.length === 1);
    expect((await deliveries(id))[0].attempts[0]).toMatchObject({ statusCode: null, response: null });
    expect((await deliveries(id))[0].attempts[0].error).toMatch(
      /^The connection was closed before a response arrived/,
    );
  });

  test('of scope user is made for the events of its creator only, and for none once they are deactivated', async () => {
    const aiko = await app.tokenOf('aiko@juniper.example', ['webhooks:write']);
    const { body } = await app.post(
      '/webhooks',
      { callbackUrl: receiver.url, events: ['crm.record.created'], scope: 'user' },
      { token: aiko },
    );
    const me = (await app.get('/organizations/users')).body.collection.find(
      (user: { email: string }) => user.email === 'aiko@juniper.example',
    );
    const total = async () =>
      (await app.get(`/webhooks/${body.resource.uuid}/deliveries`)).body.pagination.total;
    await emitEvent(app, { memberIds: ['somebody else'] });
    expect(await total()).toBe(0);
    await emitEvent(app, { memberIds: [me.uuid] });
    expect(await total()).toBe(1);
    await app.delete(`/organizations/users/${me.uuid}`);
    await emitEvent(app, { memberIds: [me.uuid] });
    expect(await total()).toBe(1);
    await app.patch(`/organizations/users/${me.uuid}`, { isActive: true });
  });
});

describe('a webhook', () => {
  test('410 disables it at once; what is skipped from then on can be replayed', async () => {
    const { id } = await subscribeWebhook(app, receiver.url);
    receiver.answer = respondWithStatus(410);
    await emitEvent(app, { payload: { n: 1 } });
    await deliverUntil(app, async () => (await status(id)).state === 'disabled');
    await emitEvent(app, { payload: { n: 2 } });
    expect((await deliveries(id)).map((one: { status: string }) => one.status)).toEqual([
      'skipped',
      'skipped',
    ]);
    await app.runEffects();
    expect(app.published.findLast(({ name }) => name === 'webhook.disabled')).toMatchObject({
      payload: { webhookId: id, reason: expect.stringContaining('410') },
    });

    const since = '2026-01-01T00:00:00Z';
    const dry = await app.post(`/webhooks/${id}/replay`, { since, dryRun: true });
    expect(dry.body.resource).toEqual({ count: 2, dryRun: true });
    expect((await app.post(`/webhooks/${id}/replay`, { since })).status).toBe(409);
    receiver.answer = respondWithStatus(200);
    receiver.received.length = 0;
    await app.patch(`/webhooks/${id}`, { isActive: true });
    expect((await app.post(`/webhooks/${id}/replay`, { since })).body.resource).toEqual({
      count: 2,
      dryRun: false,
    });
    await deliverUntil(app, () => delivered().length === 2);
    expect(
      delivered()
        .map(({ body }) => body.n)
        .sort(),
    ).toEqual([1, 2]);
    expect((await app.post(`/webhooks/${id}/replay`, { since, dryRun: true })).body.resource.count).toBe(0);
    const all = await app.post(`/webhooks/${id}/replay`, { since, status: 'all', dryRun: true });
    expect(all.body.resource.count).toBe(2);
    const none = await app.post(`/webhooks/${id}/replay`, {
      since,
      until: since,
      status: 'all',
      dryRun: true,
    });
    expect(none.body.resource.count).toBe(0);
  });

  test.each([
    [429, () => '120'],
    [503, () => new Date(Date.now() + 120_000).toUTCString()],
  ])('%i pauses it as long as Retry-After says', async (code, retryAfter) => {
    const { id } = await subscribeWebhook(app, receiver.url);
    receiver.answer = (response) => void response.writeHead(code, { 'retry-after': retryAfter() }).end();
    await emitEvent(app);
    await deliverUntil(app, async () => (await status(id)).state === 'paused');
    await emitEvent(app);
    const running = startDeliverer(app);
    await new Promise((resolve) => {
      setTimeout(resolve, 150);
    });
    await running.stop();
    expect(delivered()).toHaveLength(1);
    const { pausedUntil, waiting } = await status(id);
    expect(waiting).toBe(2);
    expect(Math.abs(Date.parse(pausedUntil) - Date.now() - 120_000)).toBeLessThan(5_000);
  });

  test('five failures in a row open the circuit breaker; one success closes it', async () => {
    const { id } = await subscribeWebhook(app, receiver.url);
    receiver.answer = respondWithStatus(500);
    const waiting = 40;
    for (let n = 0; n < waiting; n += 1) await emitEvent(app);
    await deliverUntil(app, async () => (await status(id)).state === 'paused');
    const { failuresInARow } = await status(id);
    // Beside those in flight when it opened, which a slow machine records late, nothing was sent.
    expect(failuresInARow).toBeLessThan(waiting / 2);
    receiver.answer = respondWithStatus(200);
    await markDeliveriesDue(app, id);
    await deliverUntil(app, async () => (await status(id)).waiting === 0);
    expect(await status(id)).toMatchObject({ state: 'active', failuresInARow: 0, failingSince: null });
  });

  test('failing for 24 and 72 hours warns its owner once each, 5 days disable it', async () => {
    const { id } = await subscribeWebhook(app, receiver.url);
    receiver.answer = respondWithStatus(500);
    const failAgain = async (hours: number) => {
      await emitEvent(app);
      await queryRows(
        app,
        `update webhook set failing_since = now() - $2 * interval '1 hour' where id = $1`,
        [id, hours],
      );
      await markDeliveriesDue(app, id);
      const before = delivered().length;
      await deliverUntil(app, () => delivered().length > before);
    };
    const warnings = async () => {
      await app.runEffects();
      return app.published.flatMap(({ name, payload }) =>
        name === 'webhook.failing' && payload.webhookId === id ? [payload.hours] : [],
      );
    };
    await failAgain(23);
    expect(await warnings()).toEqual([]);
    for (const hours of [25, 26, 73, 74]) await failAgain(hours);
    await vi.waitUntil(async () => (await warnings()).length >= 2);
    expect(await warnings()).toEqual([24, 72]);
    await failAgain(121);
    await vi.waitUntil(async () => (await status(id)).state === 'disabled');
    expect((await status(id)).disabledReason).toBe('All deliveries to its URL failed for 5 days.');
  });

  test('that is slow does not delay another', async () => {
    const slow = await startReceiver();
    await subscribeWebhook(app, slow.url);
    slow.answer = () => {};
    const { id } = await subscribeWebhook(app, receiver.url);
    for (let n = 0; n < 50; n += 1) await emitEvent(app);
    const running = startDeliverer(app);
    const startedMs = performance.now();
    await vi.waitUntil(async () => (await status(id)).waiting === 0);
    expect(performance.now() - startedMs).toBeLessThan(5_000);
    expect(delivered(slow).length).toBeLessThanOrEqual(4);
    await slow.close();
    await running.stop();
  });
});

describe('POST .../retry', () => {
  test('200: sends a delivery again, with the same webhook-id; 409 while it is being sent or the webhook is disabled', async () => {
    const { id } = await subscribeWebhook(app, receiver.url);
    await emitEvent(app);
    await deliverUntil(app, async () => (await deliveries(id))[0]?.status === 'delivered');
    const [delivery] = await deliveries(id);
    const path = `/webhooks/${id}/deliveries/${delivery.id}/retry`;
    const again = await app.post(path);
    expect(again.status).toBe(200);
    expect(again.body.resource.status).toBe('pending');
    await queryRows(
      app,
      `update webhook_delivery set status = 'sending', due_at = now() + interval '1 minute'`,
    );
    expect((await app.post(path)).status).toBe(409);
    await queryRows(app, `update webhook_delivery set status = 'pending', due_at = now()`);
    await deliverUntil(app, () => delivered().length === 2);
    expect(delivered()[1]?.headers['webhook-id']).toBe(delivered()[0]?.headers['webhook-id']);
    await app.patch(`/webhooks/${id}`, { isActive: false });
    expect((await app.post(path)).body.message).toContain('disabled');
    expect((await app.get(`/webhooks/${id}/deliveries?status=delivered`)).body.pagination.total).toBe(1);
    expect((await app.get(`/webhooks/${id}/deliveries?status=odd`)).status).toBe(422);
  });
});

test('the log of attempts is never changed', async () => {
  const { id } = await subscribeWebhook(app, receiver.url);
  await emitEvent(app);
  await deliverUntil(app, async () => (await deliveries(id))[0]?.status === 'delivered');
  await expect(queryRows(app, 'update webhook_attempt set status_code = 500')).rejects.toThrow(
    'never changed',
  );
});

test('deliveries that finished 30 days ago are deleted, and nothing else', async () => {
  const { id } = await subscribeWebhook(app, receiver.url);
  await emitEvent(app);
  await emitEvent(app);
  await deliverUntil(app, async () => (await status(id)).waiting === 0);
  await queryRows(
    app,
    `update webhook_delivery set created_at = now() - interval '31 days', finished_at = now() - interval '31 days'
     where id = (select id from webhook_delivery where webhook_id = $1 limit 1)`,
    [id],
  );
  await tidyWebhooks.run(app.runtime, {});
  expect(await deliveries(id)).toHaveLength(1);
});

describe('bookings', () => {
  const booked = useApp({ config: { outboundAllow: ['127.0.0.0/8'] }, clock: fixedClock });

  test('publish scheduled, rescheduled and cancelled in order, each as it was at that moment', async () => {
    const { id } = await subscribeWebhook(booked, receiver.url);
    const page = await createPage(booked, {
      inviteeQuestions: [{ question: 'Why?', type: 'TEXT_INPUT', isRequired: true }],
    });
    const questions = (await booked.get(`/event-types/${page.uuid}`)).body;
    const { id: questionId } = (questions.resource ?? questions).inviteeQuestions[0];
    const made = await bookPage(booked, page, {
      question_answers: [{ question_id: questionId, answer: 'Because.' }],
      utm: { utm_source: 'news' },
      customQueryParams: { ref: 'a' },
      name: 'Ines Maria Okafor',
    });
    expect(made.status).toBe(200);
    const uuid = made.body.uuid as string;
    const move = { date: '2027-01-13', start: '11:00', timeZone: 'Europe/Berlin', reason: 'Ill' };
    expect((await booked.put(`/scheduled-events/${uuid}/reschedule`, move)).status).toBe(200);
    await booked.put(`/scheduled-events/${uuid}/cancel`, { cancellationReason: 'Over' });
    await deliverUntil(booked, () => delivered().length === 3);
    const bodies = delivered().map(({ body }) => body);
    expect(bodies.map(({ event }) => event)).toEqual([
      'invitee.scheduled',
      'invitee.scheduled',
      'invitee.cancelled',
    ]);
    for (const body of bodies.slice(0, 2)) expect(inviteeScheduledPayload.strict().parse(body)).toEqual(body);
    expect(inviteeCancelledPayload.strict().parse(bodies[2])).toEqual(bodies[2]);
    expect(Object.keys(bodies[0])).toEqual(Object.keys(bodies[2]));
    expect(bodies[0]).toMatchObject({
      eventUuid: uuid,
      title: expect.any(String),
      status: 'confirmed',
      durationPretty: '30 mins',
      startAt: '2027-01-12T09:00:00.000000Z',
      inviteeStartAt: '2027-01-12T10:00:00+01:00',
      inviteeStartAtPretty: '10:00 - Tuesday, January 12, 2027',
      inviteeFirstName: 'Ines',
      inviteeLastName: 'Maria Okafor',
      inviteeName: 'Ines Maria Okafor',
      hostNames: { 1: 'Mara Lindqvist' },
      answers: [{ question: 'Why?', answer: 'Because.', order: expect.any(Number) }],
      questionsAndAnswers: { 'Why?': 'Because.' },
      utmSource: 'news',
      utmCampaign: null,
      customQueryParams: { ref: 'a' },
      isRescheduled: false,
      previousStartAt: null,
      cancelledAt: null,
    });
    expect(bodies[1]).toMatchObject({
      startAt: '2027-01-13T10:00:00.000000Z',
      isRescheduled: true,
      previousStartAt: '2027-01-12T09:00:00.000000Z',
      previousEndAt: '2027-01-12T09:30:00.000000Z',
      rescheduleReason: 'Ill',
      cancelledAt: null,
      status: 'confirmed',
    });
    expect(bodies[2]).toMatchObject({
      status: 'cancelled',
      cancelledAt: '2027-01-11T06:00:00.000000Z',
      cancelledBy: 'mara@juniper.example',
      cancellerType: 'host',
      cancellationReason: 'Over',
    });
    await booked.delete(`/webhooks/${id}`);
  });

  test('publish a no-show', async () => {
    const { id } = await subscribeWebhook(booked, receiver.url);
    const page = await createPage(booked);
    const made = (await bookPage(booked, page, { start: '14:00' })).body;
    await queryRows(booked, `update scheduled_event set starts_at = '2027-01-11 05:00Z' where id = $1`, [
      made.uuid,
    ]);
    await booked.put(`/scheduled-invitees/${made.invitees[0].uuid}/no-show`, { noShow: true });
    await deliverUntil(booked, () => delivered().length === 2);
    expect(inviteeNoShowPayload.strict().parse(delivered()[1]?.body)).toMatchObject({
      noShow: true,
      eventUuid: made.uuid,
    });
    await booked.delete(`/webhooks/${id}`);
  });

  test('that are refused publish nothing; without a webhook nothing is written', async () => {
    const page = await createPage(booked);
    const before = await queryRows(booked, 'select count(*) from webhook_event');
    expect((await bookPage(booked, page, { start: '08:00' })).status).toBe(422);
    expect((await bookPage(booked, page, { start: '15:00' })).status).toBe(200);
    expect(await queryRows(booked, 'select count(*) from webhook_event')).toEqual(before);
  });
});
