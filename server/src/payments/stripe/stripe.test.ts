import { describe, expect, test } from 'vitest';
import { listFreeTimes } from '../../../test/booking.ts';
import { byStripe } from '../../../test/payment-fakes.ts';
import { usePayments } from '../../../test/payments.ts';
import { signBody, stripeTestKeys } from './test-stripe.ts';

const { app, clock, provider, pageWith, nextDay, press, checkOut, deliver, eventsOn, runDue } =
  usePayments(byStripe);

describe('a webhook of Stripe', () => {
  test('400: a report with a wrong signature, or an old one, books nothing', async () => {
    const date = nextDay();
    const { sessionId } = await checkOut(await pageWith(), date);
    const report = provider.fake.pay(sessionId);
    if (!report) throw new Error('The page is closed.');
    const forged = { ...report, headers: signBody(report.body, clock.now(), 'whsec_other') };
    expect((await deliver(forged)).status).toBe(400);
    const old = new Date(clock.at.getTime() - 10 * 60_000);
    const stale = { ...report, headers: signBody(report.body, old, stripeTestKeys.webhookSecret) };
    expect((await deliver(stale)).status).toBe(400);
    expect(
      (await app.inject({ method: 'POST', url: `${provider.reports}x`, payload: report.body })).status,
    ).toBe(404);
    expect(await eventsOn(date)).toEqual([]);
  });

  test('a report of its expiry frees the time; one of another page of Stripe does not', async () => {
    const page = await pageWith();
    const date = nextDay();
    const { sessionId } = await checkOut(page, date);
    const session = provider.fake.sessions.get(sessionId);
    const other = provider.fake.report('checkout.session.expired', {
      ...session,
      object: 'checkout.session',
      id: 'cs_other',
    });
    expect((await deliver(other)).status).toBe(204);
    expect(await listFreeTimes(app, page, date)).not.toContain('10:00');
    expect((await deliver(provider.fake.expiredReport(sessionId))).status).toBe(204);
    expect(await listFreeTimes(app, page, date)).toContain('10:00');
  });
});

test('after giving up, nobody can pay on the page of Stripe any more', async () => {
  const { path, sessionId } = await checkOut(await pageWith(), nextDay());
  expect((await press(path, 'give-up')).status).toBe(303);
  expect(provider.fake.sessions.get(sessionId)?.status).toBe('expired');
});

test('a visitor who chooses another time can’t pay for the former one once its page at Stripe is closed', async () => {
  const page = await pageWith();
  const date = nextDay();
  const one = { remoteAddress: '198.51.100.1', email: 'undecided@payer.example' };
  const first = await checkOut(page, date, one);
  await checkOut(page, date, { ...one, start: '11:00' });
  await runDue();
  expect(provider.fake.sessions.get(first.sessionId)?.status).toBe('expired');
});
