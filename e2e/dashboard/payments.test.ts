import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPage } from '../../server/test/booking.ts';
import { listDueRefunds } from '../../server/src/payments/refunds.store.ts';
import { sendRefund } from '../../server/src/payments/send-refund.ts';
import {
  startFakeStripe,
  stripeTestKeys,
  type FakeStripe,
} from '../../server/src/payments/stripe/test-stripe.ts';
import { stripeSettings } from '../../server/src/payments/stripe/settings.ts';
import { pairSettings } from '../../server/test/runtime.ts';
import { mollieSettings } from '../../server/src/payments/mollie/settings.ts';
import {
  mollieTestKeys,
  startFakeMollie,
  type FakeMollie,
} from '../../server/src/payments/mollie/test-mollie.ts';
import { buildWebhookUrl } from '../../server/src/payments/accounts.ts';
import { findFreePort } from '../free-port.ts';
import { fillInForm, phone, listViolations } from '../site.ts';
import { isClean, useDashboard } from './dashboard.ts';

/** Money, from the keys in the settings to the refund: as admins, visitors and hosts see it. */

const address = { url: '' };
const mollieAddress = { url: '' };
const site = useDashboard({
  port: await findFreePort(),
  config: { outboundAllow: ['127.0.0.1'] },
  settings: [pairSettings(stripeSettings, address), pairSettings(mollieSettings, mollieAddress)],
});
const { app, openSignedIn } = site;
let stripe: FakeStripe;
let mollie: FakeMollie;
const account = (page: Page, name: string) => page.getByRole('region', { name });

beforeAll(async () => {
  stripe = await startFakeStripe();
  stripe.now = () => app.runtime.clock.now();
  address.url = stripe.url;
  mollie = await startFakeMollie();
  mollie.now = stripe.now;
  mollieAddress.url = mollie.url;
});
afterAll(() => Promise.all([stripe.close(), mollie.close()]));

test('keys are entered, a page is priced, visitors pay on desktop and phone, and a host pays back', async () => {
  const { uuid, slug } = await createPage(app, { title: 'Consultation' });
  const admin = await openSignedIn('/app/settings/workspace');
  const keys = account(admin, 'Stripe');
  await keys.getByLabel('Secret key').fill(stripeTestKeys.secretKey);
  await keys.getByLabel('Webhook signing secret').fill(stripeTestKeys.webhookSecret);
  await keys.getByRole('button', { name: 'Save keys' }).click();
  await keys.getByText('Test mode').waitFor();
  stripe.reportsUrl = await admin.getByText('/connect/stripe/events/').innerText();

  await admin.goto(`/app/pages/${uuid}`);
  await admin.getByRole('textbox', { name: 'Price' }).fill('49.00');
  await admin.getByLabel('Currency').fill('EUR');
  await admin.getByRole('radio', { name: 'Online with Stripe' }).check();
  await admin.getByRole('radio', { name: 'Full refund until some time before' }).check();
  await admin.getByRole('textbox', { name: 'Full refund until' }).fill('2 days');
  await isClean(admin, 'priced page');
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await admin.getByText('Saved', { exact: true }).waitFor();
  const { body } = await app.get(`/event-types/${uuid}/settings`);
  expect(body.resource).toMatchObject({
    price: '49.00',
    paymentProvider: 'stripe',
    refundPolicy: { fullUntilHours: 48, laterPercent: 50 },
  });

  const visitor = await site.open(`/mara-lindqvist/${slug}?date=2027-01-12&time=10:00&zone=Europe/Berlin`);
  await visitor.getByText('€49.00').first().waitFor();
  await fillInForm(visitor, { email: 'desk@okafor.example' });
  await visitor.getByRole('button', { name: 'Book 10:00' }).click();
  await visitor.getByRole('heading', { name: 'Pay to book this time' }).waitFor();
  await visitor.getByText('at least 48 hours before').waitFor();
  expect(await listViolations(visitor)).toEqual([]);
  await visitor.getByRole('button', { name: 'Pay €49.00' }).click();
  await visitor.getByRole('link', { name: 'Back' }).click();
  await visitor.getByRole('button', { name: 'Pay €49.00' }).click();
  await visitor.getByRole('button', { name: 'Pay now' }).click();
  await visitor.getByRole('heading', { name: 'You’re booked' }).waitFor();
  await visitor.getByText('Paid').waitFor();

  const small = await site.open(`/mara-lindqvist/${slug}?date=2027-01-13&time=10:00&zone=Europe/Berlin`, {
    ...phone,
    colorScheme: 'dark',
    javaScriptEnabled: false,
  });
  await fillInForm(small, { email: 'hand@okafor.example' });
  await small.getByRole('button', { name: 'Book 10:00' }).click();
  await small.getByRole('heading', { name: 'Pay to book this time' }).waitFor();
  await small.getByRole('button', { name: 'Release it' }).click();
  await small.getByRole('heading', { name: 'Your time is no longer on hold' }).waitFor();

  const [event] = (await app.get('/scheduled-events?inviteeEmail=desk@okafor.example')).body.collection;
  await admin.goto(`/app/events/${event.uuid}`);
  await admin.getByText('Paid', { exact: true }).waitFor();
  await isClean(admin, 'paid event');
  await admin.getByRole('button', { name: 'Refund', exact: true }).click();
  await admin.getByRole('textbox', { name: 'Amount' }).fill('20.00');
  await admin.getByRole('dialog').getByRole('button', { name: 'Refund', exact: true }).click();
  await admin.getByText('Refund started.').waitFor();
  for (const due of await listDueRefunds(app.runtime.database, 10)) await sendRefund(app.runtime, due);
  await admin.reload();
  await admin.getByText('Partially refunded').waitFor();
  expect(stripe.refunds.map(({ amount }) => amount)).toEqual([2000]);

  // Some more was paid back by hand, at Stripe.
  const { payment_intent = '' } = stripe.refunds[0] ?? {};
  stripe.refunds.push({ id: 're_9', payment_intent, amount: 2000, metadata: {} });
  await admin.getByRole('button', { name: 'Refund', exact: true }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Refund', exact: true }).click();
  await admin.getByText('Refund started.').waitFor();
  for (const due of await listDueRefunds(app.runtime.database, 10)) await sendRefund(app.runtime, due);
  await admin.reload();
  await admin.getByText(/^The refund of €29 was rejected: .*greater than unrefunded amount/).waitFor();
  await isClean(admin, 'refused refund');
  await admin.goto('/app');
  await admin.getByText(/greater than unrefunded amount/).waitFor();
  await admin.getByRole('button', { name: 'Mark as done' }).waitFor();
  await isClean(admin, 'refused refund on home');
  await admin.getByRole('button', { name: 'Retry' }).click();
  await admin.getByText('Refund queued again.').waitFor();
  for (const due of await listDueRefunds(app.runtime.database, 10)) await sendRefund(app.runtime, due);
  await admin.goto(`/app/events/${event.uuid}`);
  await admin.getByText('Refunded', { exact: true }).waitFor();
  expect(stripe.refunds.map(({ amount }) => amount)).toEqual([2000, 2000, 900]);
}, 120_000);

test('Mollie needs one key; a visitor who cancels there pays on its next page', async () => {
  const { uuid, slug } = await createPage(app, { title: 'Advice' });
  const admin = await openSignedIn('/app/settings/workspace');
  const keys = account(admin, 'Mollie');
  await keys.getByLabel('API key').fill('live_of_somebody');
  await keys.getByRole('button', { name: 'Save keys' }).click();
  await keys.getByText('Must be an API key of Mollie').waitFor();
  await isClean(admin, 'wrong key of Mollie');
  await keys.getByLabel('API key').fill(mollieTestKeys.apiKey);
  await keys.getByRole('button', { name: 'Save keys' }).click();
  await keys.getByText('Test mode').waitFor();
  expect(await keys.getByText('/connect/').count(), 'there is no webhook to set up').toBe(0);
  const [row] = (await app.runtime.database.pool.query('select workspace_id as id from payment_account'))
    .rows;
  const { publicUrl } = app.runtime.config;
  mollie.reportsUrl = buildWebhookUrl({ ...app.runtime, publicUrl, workspaceId: row.id }, 'mollie');

  await admin.goto(`/app/pages/${uuid}`);
  await admin.getByRole('textbox', { name: 'Price' }).fill('25.00');
  await admin.getByLabel('Currency').fill('EUR');
  await admin.getByRole('radio', { name: 'Online with Mollie' }).check();
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await admin.getByText('Saved', { exact: true }).waitFor();

  const visitor = await site.open(`/mara-lindqvist/${slug}?date=2027-01-14&time=10:00&zone=Europe/Berlin`);
  await fillInForm(visitor, { email: 'mollie@okafor.example' });
  await visitor.getByRole('button', { name: 'Book 10:00' }).click();
  await visitor.getByRole('button', { name: 'Pay €25.00' }).click();
  await visitor.getByRole('heading', { name: 'Checkout' }).waitFor();
  mollie.end(visitor.url().split('/').at(-1) ?? '', 'canceled');
  await visitor.getByRole('link', { name: 'Back' }).click();
  await visitor.getByRole('button', { name: 'Pay €25.00' }).click();
  await visitor.getByRole('button', { name: 'Pay now' }).click();
  await visitor.getByRole('heading', { name: 'You’re booked' }).waitFor();
  expect(mollie.payments.size).toBe(2);
}, 120_000);
