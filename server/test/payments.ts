import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { buildWebhookUrl } from '../src/payments/accounts.ts';
import { listDueRefunds } from '../src/payments/refunds.store.ts';
import { sendRefund } from '../src/payments/send-refund.ts';
import { endPayment } from '../src/payments/sessions.ts';
import { listDuePayments } from '../src/payments/store.ts';
import type { FakeProvider, Report } from '../src/payments/provider/test-provider.ts';
import { createPage, mara, monday, getInviteePagePath } from './booking.ts';
import { useApp, type Answer } from './harness.ts';
import type { Fake } from './payment-fakes.ts';
import { pairSettings } from './runtime.ts';

/** A Daybook whose pages are paid by a provider on loopback, on a clock of its own. */

const publicUrl = 'https://book.example.org';

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };

export interface Page {
  readonly slug: string;
  readonly uuid: string;
}

interface PaidBooking {
  readonly date: string;
  readonly sessionId: string;
  readonly uuid: string;
  readonly inviteeId: string;
}

export function usePayments<F extends FakeProvider>({ name, start, settings }: Fake<F>) {
  const clock = { at: monday, now: () => clock.at };
  const address = { url: '' };
  const app = useApp({
    clock,
    config: { outboundAllow: ['127.0.0.1'], publicUrl },
    settings: [pairSettings(settings, address)],
  });
  const provider = { fake: undefined as unknown as F, reports: '' };
  const priced = {
    price: '49.00',
    currency: 'EUR',
    paymentProvider: name,
    bookingWindow: { type: 'unlimited' },
  };
  let pages = 0;
  let days = 0;
  let visitors = 0;

  const query = async (text: string, values: unknown[] = []) =>
    (await app.runtime.database.pool.query(text, values)).rows;

  beforeAll(async () => {
    provider.fake = await start();
    provider.fake.now = clock.now;
    address.url = provider.fake.url;
    const { status, body } = await app.put(`/payment-providers/${name}`, provider.fake.keys);
    if (status !== 200) throw new Error(JSON.stringify(body));
    const [{ workspaceId }] = await query('select workspace_id as "workspaceId" from payment_account');
    provider.reports = new URL(buildWebhookUrl({ ...app.runtime, publicUrl, workspaceId }, name)).pathname;
  });
  afterAll(() => provider.fake.close());
  beforeEach(() => {
    provider.fake.troubles.length = 0;
  });

  /** Books as a visitor whom nobody has seen before, unless an address says otherwise. */
  function visit(
    page: Page,
    date: string,
    { remoteAddress, ...fields }: { readonly remoteAddress?: string; readonly [field: string]: unknown } = {},
    path = `pages/${mara}/${page.slug}`,
  ): Promise<Answer> {
    visitors += 1;
    return app.inject({
      method: 'POST',
      url: `/v2/public/${path}/bookings`,
      remoteAddress: remoteAddress ?? `192.0.${Math.floor(visitors / 200)}.${visitors % 200}`,
      payload: {
        date,
        start: '10:00',
        timeZone: 'Europe/Berlin',
        name: 'Paula Payer',
        email: `paula${visitors}@payer.example`,
        ...fields,
      },
    });
  }

  const press = (path: string, what: 'pay' | 'give-up') =>
    app.inject({ method: 'POST', url: path, headers: formHeaders, payload: `do=${what}` });

  async function goToPay(path: string): Promise<string> {
    const { status, headers } = await press(path, 'pay');
    expect(status).toBe(303);
    return String(headers['location']).split('/').at(-1) ?? '';
  }

  /** From booking to the page of the provider; the path of our own page, and the session there. */
  async function checkOut(page: Page, date: string, fields: Parameters<typeof visit>[2] = {}) {
    const { status, body } = await visit(page, date, fields);
    expect(status, JSON.stringify(body)).toBe(202);
    const path = new URL(body.payment.url).pathname;
    return { path, sessionId: await goToPay(path) };
  }

  const deliver = ({ body, headers }: Report) =>
    app.inject({ method: 'POST', url: provider.reports, headers, payload: body });

  async function pay(sessionId: string): Promise<Report> {
    const report = provider.fake.pay(sessionId);
    if (!report) throw new Error('The page is closed.');
    expect((await deliver(report)).status).toBeLessThan(205);
    return report;
  }

  const eventsOn = async (date: string) =>
    (
      await app.get(
        `/scheduled-events?minStartTime=${date}T00:00:00Z&maxStartTime=${date}T23:00:00Z&status=confirmed`,
      )
    ).body.collection;

  const pageWith = (fields: object = {}): Promise<Page> =>
    createPage(app, { title: `Paid ${(pages += 1)}`, ...priced, ...fields });

  /** Another working day each time, so that the pages of one host are not in each other's way. */
  function nextDay(): string {
    const day = new Date(Date.UTC(2027, 1, 1 + Math.floor(days / 5) * 7 + (days % 5)));
    days += 1;
    return day.toISOString().slice(0, 10);
  }

  return {
    app,
    clock,
    provider,
    priced,
    formHeaders,
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
    minutesLater(minutes: number): void {
      clock.at = new Date(clock.at.getTime() + minutes * 60_000);
    },
    async runDue(): Promise<void> {
      for (const due of await listDuePayments(app.runtime.database, clock.now(), 100))
        await endPayment(app.runtime, due);
      for (const due of await listDueRefunds(app.runtime.database, 100)) await sendRefund(app.runtime, due);
      await app.runEffects();
    },
    refundsOf: (sessionId: string): number[] => provider.fake.refundsOf(provider.fake.chargeOf(sessionId)),
    async paidBooking(fields: object = {}, who: Parameters<typeof visit>[2] = {}): Promise<PaidBooking> {
      const date = nextDay();
      const { sessionId } = await checkOut(await pageWith(fields), date, who);
      await pay(sessionId);
      const [event] = await eventsOn(date);
      return { date, sessionId, uuid: event.uuid, inviteeId: event.invitees[0].uuid };
    },
    async cancelAsInvitee(inviteeId: string): Promise<Answer> {
      const own = new URL(await getInviteePagePath(app, inviteeId), 'http://daybook');
      return app.inject({
        method: 'PUT',
        url: `/v2/public/bookings/${inviteeId}/cancel`,
        payload: { key: own.searchParams.get('key') },
      });
    },
    paymentOf: async (uuid: string) =>
      (await app.get(`/scheduled-events/${uuid}`)).body.resource.invitees[0].payment,
  };
}
