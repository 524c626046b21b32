import { describe, expect, test } from 'vitest';
import { bookPage, listFreeTimes } from '../../../test/booking.ts';
import { byMollie } from '../../../test/payment-fakes.ts';
import { usePayments } from '../../../test/payments.ts';

const {
  app,
  provider,
  query,
  pageWith,
  nextDay,
  visit,
  press,
  goToPay,
  checkOut,
  deliver,
  pay,
  eventsOn,
  minutesLater,
  runDue,
  refundsOf,
  paidBooking,
  paymentOf,
} = usePayments(byMollie);

const shown = async (path: string) =>
  String((await app.inject({ url: `${path}?returned=1`, headers: { accept: 'text/html' } })).body);

describe('a webhook of Mollie', () => {
  test('200: says nothing by itself: only what Mollie answers counts', async () => {
    const date = nextDay();
    const { sessionId } = await checkOut(await pageWith(), date);
    const forged = { ...provider.fake.report(sessionId), body: `id=${sessionId}&status=paid` };
    expect((await deliver(forged)).status).toBe(200);
    expect(await eventsOn(date)).toEqual([]);
    await pay(sessionId);
    expect(await eventsOn(date)).toHaveLength(1);
  });

  test.each(['tr_unknown', 'ord_1', '../payments', ''])('200: of an id that is not ours: %s', async (id) => {
    const { status, body } = await deliver(provider.fake.report(id));
    expect([status, body]).toEqual([200, '']);
  });

  test('200: of a payment that others made with the same account', async () => {
    provider.fake.addPaid('tr_ofothers', 4900);
    expect((await deliver(provider.fake.report('tr_ofothers'))).status).toBe(200);
  });

  test('404: to the address of another provider, or one that nobody made', async () => {
    const { sessionId } = await checkOut(await pageWith(), nextDay());
    const { body, headers } = provider.fake.report(sessionId);
    const send = (url: string) => app.inject({ method: 'POST', url, headers, payload: body });
    expect((await send(provider.reports.replace('mollie', 'stripe'))).status).toBe(404);
    expect((await send(`${provider.reports}x`)).status).toBe(404);
  });

  test.each([503, 429, 409])('503: comes again while Mollie answers %i', async (status) => {
    const date = nextDay();
    const { sessionId } = await checkOut(await pageWith(), date);
    const report = provider.fake.pay(sessionId);
    if (!report) throw new Error('The page is closed.');
    provider.fake.troubles.push({ path: new RegExp(sessionId), status });
    expect((await deliver(report)).status).toBe(503);
    expect((await deliver(report)).status).toBe(200);
    expect(await eventsOn(date)).toHaveLength(1);
  });

  test('goes to the address that each payment names, in the language of the visitor', async () => {
    const { sessionId } = await checkOut(await pageWith(), nextDay());
    const made = provider.fake.payments.get(sessionId);
    expect(made?.webhookUrl).toBe(`https://book.example.org${provider.reports}`);
    expect(made?.redirectUrl).toBe(`${made?.cancelUrl}?returned=1`);
  });
});

describe('a page of Mollie that is over', () => {
  test.each(['failed', 'canceled', 'expired'] as const)(
    'is followed by another while the time is held, which is not prolonged: %s',
    async (status) => {
      const page = await pageWith();
      const date = nextDay();
      const { path, sessionId } = await checkOut(page, date);
      expect(await shown(path)).toContain('Waiting for your payment');
      minutesLater(10);
      expect((await deliver(provider.fake.end(sessionId, status))).status).toBe(200);
      expect(await shown(path)).toContain('Pay €49.00');
      expect(await listFreeTimes(app, page, date)).not.toContain('10:00');
      const second = await goToPay(path);
      expect(second).not.toBe(sessionId);
      await deliver(provider.fake.report(sessionId));
      expect(await goToPay(path), 'a late report of the first changes nothing').toBe(second);
      minutesLater(26);
      expect(await listFreeTimes(app, page, date)).toContain('10:00');
      await runDue();
    },
  );

  test('is noticed when its visitor wants to pay before the webhook came', async () => {
    const date = nextDay();
    const { path, sessionId } = await checkOut(await pageWith(), date);
    provider.fake.end(sessionId, 'canceled');
    const second = await goToPay(path);
    expect(second).not.toBe(sessionId);
    expect(provider.fake.pay(second)).toBeDefined();
    // The webhook is lost: a visitor who presses again has paid.
    expect((await press(path, 'pay')).headers['location']).toBe(path);
    expect(await eventsOn(date)).toHaveLength(1);
  });

  test('is taken to be open while Mollie does not answer', async () => {
    const { path, sessionId } = await checkOut(await pageWith(), nextDay());
    provider.fake.troubles.push({ path: new RegExp(sessionId), status: 503 });
    expect(await goToPay(path)).toBe(sessionId);
  });

  test('after its time was given up, leaves nothing of the visitor behind', async () => {
    const { path, sessionId } = await checkOut(await pageWith(), nextDay());
    await press(path, 'give-up');
    const rows = () =>
      query('select booking is null as gone from payment where session_id = $1', [sessionId]);
    expect(await rows(), 'money may still come').toEqual([{ gone: false }]);
    await deliver(provider.fake.end(sessionId, 'expired'));
    expect(await rows()).toEqual([{ gone: true }]);
  });

  test('that is open when the time is given up is canceled where that is possible', async () => {
    const { path, sessionId } = await checkOut(await pageWith(), nextDay());
    Object.assign(provider.fake.payments.get(sessionId) ?? {}, { isCancelable: true });
    await press(path, 'give-up');
    expect(provider.fake.payments.get(sessionId)?.status).toBe('canceled');
  });

  test('that is paid after the time was given up and taken is paid back', async () => {
    const page = await pageWith();
    const date = nextDay();
    const { path, sessionId } = await checkOut(page, date);
    await press(path, 'give-up');
    expect((await bookPage(app, page, { date, start: '10:00' })).status).toBe(200);
    await pay(sessionId);
    await runDue();
    expect(refundsOf(sessionId)).toEqual([4900]);
    expect(await eventsOn(date)).toHaveLength(1);
  });
});

describe('money that goes back', () => {
  test('by a chargeback is no longer there to refund; one that is reversed is', async () => {
    const { uuid, inviteeId, sessionId } = await paidBooking();
    const amount = { currency: 'EUR', value: '49.00' };
    provider.fake.chargebacks.push({ id: 'chb_1', paymentId: sessionId, amount, reversedAt: null });
    await deliver(provider.fake.report(sessionId));
    expect(await paymentOf(uuid)).toMatchObject({ status: 'refunded', refundedAmount: '49.00' });
    expect((await app.post(`/scheduled-invitees/${inviteeId}/refund`, {})).status).toBe(409);
    Object.assign(provider.fake.chargebacks[0] ?? {}, { reversedAt: '2027-01-12T10:00:00+00:00' });
    await deliver(provider.fake.report(sessionId));
    expect(await paymentOf(uuid)).toMatchObject({ status: 'paid' });
  });

  test('is sent again after 409: Mollie takes two equal refunds for one', async () => {
    const { uuid, inviteeId, sessionId } = await paidBooking();
    await app.post(`/scheduled-invitees/${inviteeId}/refund`, { amount: '10.00' });
    provider.fake.troubles.push({ path: /refunds/, status: 409 });
    await runDue();
    expect(await paymentOf(uuid)).not.toHaveProperty('refundError');
    await query(`update payment_refund set due_at = now() where state = 'due'`);
    await runDue();
    expect(refundsOf(sessionId)).toEqual([1000]);
  });

  test('waits in a queue at Mollie for balance, and counts', async () => {
    const { uuid, inviteeId, sessionId } = await paidBooking();
    await app.post(`/scheduled-invitees/${inviteeId}/refund`, {});
    await runDue();
    for (const refund of provider.fake.refunds) refund.status = 'queued';
    await deliver(provider.fake.report(sessionId));
    expect(await paymentOf(uuid)).toMatchObject({ status: 'refunded' });
  });
});

describe('settings', () => {
  test('200: there is no webhook to set up, and the account moves real money with a live key', async () => {
    const { body } = await app.get('/payment-providers');
    expect(body.resource).toContainEqual({
      provider: 'mollie',
      name: 'Mollie',
      isConfigured: true,
      isLive: false,
      webhookUrl: null,
      webhookEvents: [],
    });
  });

  test.each([
    ['0.01', 'EUR', 201],
    ['10000000.00', 'EUR', 422],
    ['10.00', 'KWD', 422],
    ['500', 'JPY', 201],
  ])('a page that costs %s %s is a %i', async (price, currency, status) => {
    const fields = { title: `In ${currency}`, duration: 30, price, currency, paymentProvider: 'mollie' };
    const answer = await app.post('/event-types', fields);
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([
      status,
      status === 422 ? ['price'] : [],
    ]);
  });

  test('422, 503: without an account a page can’t begin to collect, and one that does says so to visitors', async () => {
    const page = await pageWith();
    const [account] = await query('delete from payment_account returning *');
    const fields = {
      title: 'Without',
      duration: 30,
      price: '9.00',
      currency: 'EUR',
      paymentProvider: 'mollie',
    };
    const { status, body } = await app.post('/event-types', fields);
    expect([status, body.errors.paymentProvider]).toEqual([
      422,
      ['Connect the account in the settings first.'],
    ]);
    expect((await visit(page, nextDay())).status).toBe(503);
    await query(
      `insert into payment_account (workspace_id, provider, is_live, keys_sealed) values ($1, $2, $3, $4)`,
      [account.workspace_id, account.provider, account.is_live, account.keys_sealed],
    );
  });
});
