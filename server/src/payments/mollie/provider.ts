import { z } from 'zod';
import type { OnlineProvider, Report } from '../provider/public.ts';
import { parseChargeback, parseOutcome, createMollieAccount, parseRefund } from './account.ts';
import { findMollieRange, parseAmount } from './amounts.rules.ts';
import { connectTo } from './request.ts';
import { anything, payment, type MolliePayment } from './resources.ts';
import { mollieSettings } from './settings.ts';

export const mollieProvider: OnlineProvider = {
  collects: 'online',
  name: 'Mollie',
  settings: mollieSettings,
  keys: {
    apiKey: z.string().regex(/^(live|test)_\w{20,}$/, 'Must be an API key of Mollie, such as live_….'),
  },
  // Mollie sets the end of a page by how the visitor pays.
  pageMinutes: { usual: 32, min: 0 },
  amountRange: findMollieRange,
  isLive: ({ apiKey = '' }) => apiKey.startsWith('live_'),
  async tryKeys(options, keys) {
    await connectTo(options, keys)(anything, { path: '/payments?limit=1' });
  },
  connect: async (options, keys) => createMollieAccount(connectTo(options, keys)),
  /** Nobody signs it, so nothing is believed but the id of the payment to look at. */
  async readWebhook(options, keys, { text }) {
    const id = new URLSearchParams(text).get('id') ?? '';
    if (!/^tr_\w{1,100}$/.test(id)) return [];
    const path = `/payments/${id}?embed=refunds,chargebacks`;
    const found = await connectTo(options, keys)(payment, { path });
    return found ? reportsOf(found) : [];
  },
  webhookAnswer: { status: 200 },
};

/** A payment that is paid is reported again when a refund or a chargeback of it changes. */
function reportsOf(found: MolliePayment): Report[] {
  const { id, metadata } = found;
  const paymentId = metadata?.daybook_payment;
  const closed = parseOutcome(found);
  if (paymentId === undefined || !closed) return [];
  if (closed.state === 'expired') return [{ kind: 'closed', paymentId, sessionId: id }];
  if (closed.state !== 'paid') return [];
  const paid: Report = { kind: 'paid', paymentId, chargeId: id };
  const refunded: Report = { kind: 'refunded', paymentId, chargeId: id };
  const { count, isWhole } = returnedOf(found);
  if (count === 0) return [paid];
  // All of it was paid back before we heard that it was paid: then nothing is booked.
  return isWhole ? [refunded, paid] : [paid, refunded];
}

function returnedOf({ amount, _embedded: embedded }: MolliePayment): { count: number; isWhole: boolean } {
  const all = [
    ...(embedded?.refunds ?? []).map(parseRefund),
    ...(embedded?.chargebacks ?? []).map(parseChargeback),
  ];
  const minor = all.reduce((sum, one) => sum + (one.failure === undefined ? one.amountMinor : 0), 0);
  return { count: all.length, isWhole: minor >= parseAmount(amount) };
}
