import { randomBytes } from 'node:crypto';
import { createServer as createPlainServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setImmediate as setImmediatePromise } from 'node:timers/promises';
import { promisify } from 'node:util';
import { toMinor } from '../../platform/money.ts';
import type { FakeProvider, Report, Trouble } from '../provider/test-provider.ts';

export const mollieTestKeys = { apiKey: 'test_daybookdaybookdaybookdaybook' };

interface Amount {
  readonly currency: string;
  readonly value: string;
}

interface FakePayment {
  readonly id: string;
  readonly amount: Amount;
  readonly description: string;
  readonly redirectUrl: string;
  readonly cancelUrl?: string;
  readonly webhookUrl?: string;
  readonly metadata: unknown;
  readonly createdAt: string;
  expiresAt: string;
  status: 'open' | 'pending' | 'authorized' | 'paid' | 'failed' | 'canceled' | 'expired';
  /** Of few payment methods. */
  isCancelable: boolean;
}

interface FakeRefund {
  readonly id: string;
  readonly paymentId: string;
  readonly amount: Amount;
  readonly metadata: unknown;
  readonly createdAt: string;
  status: 'queued' | 'pending' | 'processing' | 'refunded' | 'failed' | 'canceled';
}

interface FakeChargeback {
  readonly id: string;
  readonly paymentId: string;
  readonly amount: Amount;
  reversedAt: string | null;
}

/**
 * A Mollie on loopback that does what hurts: `application/hal+json` errors, decimals that must fit the currency, webhooks that it can't reach,
 * payments that can't be canceled, refunds beyond the amount, answers that are lost.
 */
export interface FakeMollie extends FakeProvider {
  readonly payments: Map<string, FakePayment>;
  readonly refunds: FakeRefund[];
  readonly chargebacks: FakeChargeback[];
  /** Ends a page without money. */
  end(pageId: string, status: 'failed' | 'canceled' | 'expired'): Report;
  report(id: string): Report;
}

class MollieError extends Error {
  readonly status: number;
  readonly field: string | undefined;

  constructor(status: number, detail: string, field?: string) {
    super(detail);
    this.status = status;
    this.field = field;
  }
}

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized Request',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
};

const invalid = (detail: string, field?: string) => new MollieError(422, detail, field);
const wholeCurrencies = ['ISK', 'JPY'];
/** Mollie's own pages of a payment end, by the payment method; 15 minutes is the shortest. */
const openMinutes = 35;

interface Tls {
  readonly key: string;
  readonly cert: string;
}

export async function startFakeMollie({
  port = 0,
  tls,
}: { port?: number; tls?: Tls } = {}): Promise<FakeMollie> {
  const payments = new Map<string, FakePayment>();
  const refunds: FakeRefund[] = [];
  const chargebacks: FakeChargeback[] = [];
  const requests: string[] = [];
  const troubles: Trouble[] = [];
  const answers = new Map<string, { status: number; body: object }>();
  let origin = '';

  const minor = ({ value, currency }: Amount) => toMinor(value, currency);
  const nowText = () =>
    fake
      .now()
      .toISOString()
      .replace(/\.\d+Z/, '+00:00');
  const returnedOf = (id: string) => {
    const taken = refunds.filter(
      (one) => one.paymentId === id && !['failed', 'canceled'].includes(one.status),
    );
    const backs = chargebacks.filter((one) => one.paymentId === id && !one.reversedAt);
    return [...taken, ...backs].reduce((sum, { amount }) => sum + minor(amount), 0);
  };

  const demandAmount = (given: unknown): Amount => {
    const { currency = '', value = '' } = (given ?? {}) as Partial<Amount>;
    if (!/^[A-Z]{3}$/.test(currency)) throw invalid('The currency is invalid.', 'amount.currency');
    const form = wholeCurrencies.includes(currency) ? /^\d+$/ : /^\d+\.\d{2}$/;
    if (typeof value !== 'string' || !form.test(value))
      throw invalid('The amount contains an invalid value.', 'amount');
    if (Number(value) <= 0) throw invalid('The amount is lower than the minimum', 'amount');
    return { currency, value };
  };

  const createPayment = (body: Record<string, unknown>): object => {
    const { description, redirectUrl, webhookUrl } = body;
    const amount = demandAmount(body['amount']);
    if (typeof description !== 'string' || description === '' || description.length > 255)
      throw invalid('The description is invalid', 'description');
    if (typeof redirectUrl !== 'string' || !URL.canParse(redirectUrl))
      throw invalid('The redirect URL is invalid', 'redirectUrl');
    if (webhookUrl !== undefined && /\/\/(localhost|127\.|\[)/.test(String(webhookUrl)))
      throw invalid(
        "The webhook URL is invalid because it is unreachable from Mollie's point of view",
        'webhookUrl',
      );
    const id = `tr_${randomBytes(11).toString('hex')}`;
    const made: FakePayment = {
      id,
      amount,
      description,
      redirectUrl,
      ...(body['cancelUrl'] !== undefined && { cancelUrl: String(body['cancelUrl']) }),
      ...(webhookUrl !== undefined && { webhookUrl: String(webhookUrl) }),
      metadata: body['metadata'] ?? null,
      createdAt: nowText(),
      expiresAt: new Date(fake.now().getTime() + openMinutes * 60_000).toISOString(),
      status: 'open',
      isCancelable: false,
    };
    payments.set(id, made);
    return wire(made);
  };

  const load = (id: string): FakePayment => {
    const found = payments.get(id);
    if (!found) throw new MollieError(404, `No payment exists with token ${id}.`);
    if (found.status === 'open' && Date.parse(found.expiresAt) <= fake.now().getTime())
      found.status = 'expired';
    return found;
  };

  const createRefund = (payment: FakePayment, body: Record<string, unknown>): object => {
    if (payment.status !== 'paid') throw invalid('The payment is not paid and can’t be refunded');
    const amount = demandAmount(body['amount']);
    if (amount.currency !== payment.amount.currency) throw invalid('The currency does not match', 'amount');
    if (returnedOf(payment.id) + minor(amount) > minor(payment.amount))
      throw invalid('The specified amount cannot be refunded', 'amount');
    const made: FakeRefund = {
      id: `re_${randomBytes(6).toString('hex')}`,
      paymentId: payment.id,
      amount,
      metadata: body['metadata'] ?? null,
      createdAt: nowText(),
      status: 'pending',
    };
    refunds.push(made);
    return wireRefund(made);
  };

  const list = (name: string, all: readonly { readonly id: string }[], path: string, url: URL): object => {
    const from = url.searchParams.get('from');
    const limit = Number(url.searchParams.get('limit') ?? 50);
    if (!(limit >= 1 && limit <= 250)) throw new MollieError(400, 'Invalid limit.', 'limit');
    const begin = Math.max(
      0,
      all.findIndex(({ id }) => id === from),
    );
    const next = all[begin + limit];
    const linkTo = (href: string) => ({ href, type: 'application/hal+json' });
    return {
      count: all.slice(begin, begin + limit).length,
      _embedded: { [name]: all.slice(begin, begin + limit) },
      _links: {
        self: linkTo(`${origin}${path}`),
        previous: null,
        next: next ? linkTo(`${origin}${path}?from=${next.id}&limit=${limit}`) : null,
      },
    };
  };

  const refundsAt = (id: string) =>
    refunds
      .filter(({ paymentId }) => paymentId === id)
      .toReversed()
      .map(wireRefund);
  const chargebacksAt = (id: string) =>
    chargebacks
      .filter(({ paymentId }) => paymentId === id)
      .map((one) => ({ resource: 'chargeback', ...one }));

  const wire = (payment: FakePayment, embed = ''): object => ({
    resource: 'payment',
    mode: 'test',
    method: null,
    profileId: 'pfl_daybook',
    sequenceType: 'oneoff',
    ...payment,
    _embedded: {
      ...(embed.includes('refunds') && { refunds: refundsAt(payment.id) }),
      ...(embed.includes('chargebacks') && { chargebacks: chargebacksAt(payment.id) }),
    },
    _links: {
      self: { href: `${origin}/v2/payments/${payment.id}`, type: 'application/hal+json' },
      ...(payment.status === 'open' && {
        checkout: { href: `${origin}/pay/${payment.id}`, type: 'text/html' },
      }),
    },
  });

  const wireRefund = (refund: FakeRefund) => ({
    resource: 'refund',
    mode: 'test',
    description: '',
    ...refund,
    _links: {
      self: {
        href: `${origin}/v2/payments/${refund.paymentId}/refunds/${refund.id}`,
        type: 'application/hal+json',
      },
    },
  });

  const carryOut = (method: string, url: URL, text: string): { status: number; body: object } => {
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
    const path = url.pathname;
    if (path === '/v2/payments') {
      if (method === 'POST') return { status: 201, body: createPayment(body) };
      const all = [...payments.values()].toReversed().map((one) => ({ ...wire(one), id: one.id }));
      return { status: 200, body: list('payments', all, path, url) };
    }
    const [, id = '', part] = /^\/v2\/payments\/(\w+)(?:\/(refunds|chargebacks))?$/.exec(path) ?? [];
    if (id === '') throw new MollieError(404, 'The requested resource does not exist.');
    const payment = load(id);
    if (part === 'refunds' && method === 'POST') return { status: 201, body: createRefund(payment, body) };
    if (part === 'refunds') return { status: 200, body: list('refunds', refundsAt(id), path, url) };
    if (part === 'chargebacks')
      return { status: 200, body: list('chargebacks', chargebacksAt(id), path, url) };
    if (method === 'DELETE') {
      if (payment.status !== 'open' || !payment.isCancelable)
        throw invalid('The payment cannot be cancelled');
      payment.status = 'canceled';
    }
    return { status: 200, body: wire(payment, url.searchParams.get('embed') ?? '') };
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', 'http://mollie');
    const method = request.method ?? 'GET';
    const text = await textOf(request);
    const send = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/hal+json' });
      response.end(JSON.stringify(body));
    };
    const refuse = (status: number, detail: string, field?: string) =>
      send(status, { status, title: titles[status] ?? 'Error', detail, ...(field && { field }), _links: {} });
    const name = `${method} ${url.pathname}`;
    requests.push(name);
    fake.watch('received', name);
    response.once('finish', () => fake.watch('answered', name));
    if (url.pathname.startsWith('/pay/')) return showPage(fake, method, url.pathname.slice(5), response);
    if (request.headers.authorization !== `Bearer ${mollieTestKeys.apiKey}`)
      return refuse(401, 'Missing authentication, or failed to authenticate');
    const at = troubles.findIndex(
      ({ path, refuses }) => path.test(url.pathname) && (refuses === undefined || method === 'POST'),
    );
    const [trouble] = at < 0 ? [] : troubles.splice(at, 1);
    if (trouble?.refuses !== undefined) return refuse(422, trouble.refuses);
    if (trouble?.status) return refuse(trouble.status, 'Something went wrong.');
    try {
      const key = method === 'POST' ? String(request.headers['idempotency-key'] ?? '') : '';
      const known = key === '' ? undefined : answers.get(key);
      const { status, body } = known ?? carryOut(method, url, text);
      if (key !== '') answers.set(key, { status, body });
      fake.watch('done', name);
      if (trouble?.isDone) return void request.socket.destroy();
      return send(status, body);
    } catch (error) {
      if (!(error instanceof MollieError)) throw error;
      return refuse(error.status, error.message, error.field);
    }
  };

  const server = tls
    ? createSecureServer(tls, (request, response) => void answer(request, response))
    : createPlainServer((request, response) => void answer(request, response));

  const report = (id: string): Report => ({
    body: new URLSearchParams({ id }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

  const fake: FakeMollie = {
    provider: 'mollie',
    keys: mollieTestKeys,
    wrongKeys: { apiKey: 'test_somebodyelsesomebodyelse' },
    url: '',
    paths: { pages: /payments(\/tr_\w+)?$/, refunds: /refunds/ },
    payments,
    refunds,
    chargebacks,
    requests,
    troubles,
    now: () => new Date(),
    watch: () => {},
    reportsUrl: '',
    countPages: (path) =>
      [...payments.values()].filter(({ redirectUrl }) => redirectUrl.includes(path)).length,
    amountOf: (id) => {
      const found = payments.get(id);
      return found && minor(found.amount);
    },
    chargeOf: (id) => id,
    pay(id) {
      const payment = load(id);
      if (payment.status !== 'open') return undefined;
      payment.status = 'paid';
      return report(id);
    },
    process: (id) => void (load(id).status = 'pending'),
    succeed(id) {
      load(id).status = 'paid';
      return report(id);
    },
    end(id, status) {
      load(id).status = status;
      return report(id);
    },
    addPaid(id, amount) {
      payments.set(id, {
        id,
        amount: { currency: 'EUR', value: (amount / 100).toFixed(2) },
        description: 'Paid before',
        redirectUrl: 'https://book.example.org',
        metadata: {},
        createdAt: nowText(),
        expiresAt: nowText(),
        status: 'paid',
        isCancelable: false,
      });
    },
    addRefund(paymentId, amount, refundId) {
      const { currency } = load(paymentId).amount;
      refunds.push({
        id: `re_${refunds.length}_here`,
        paymentId,
        amount: { currency, value: (amount / 100).toFixed(2) },
        metadata: refundId === undefined ? 'made by hand' : { daybook_refund: refundId },
        createdAt: nowText(),
        status: 'refunded',
      });
    },
    failRefund(paymentId) {
      const made = refunds.find((one) => one.paymentId === paymentId);
      if (made) made.status = 'failed';
      return report(paymentId);
    },
    refundsOf: (paymentId) =>
      refunds
        .filter((one) => one.paymentId === paymentId && one.status !== 'failed')
        .map(({ amount }) => minor(amount)),
    refundIdsOf: (paymentId) =>
      refunds
        .filter((one) => one.paymentId === paymentId)
        .map(({ metadata }) => (metadata as { daybook_refund?: string }).daybook_refund),
    refundedReport: report,
    report,
    forgetKeys: () => answers.clear(),
    async settled() {
      const count = promisify(server.getConnections.bind(server));
      while ((await count()) > 0) await setImmediatePromise();
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  origin = `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(fake, { url: origin });
}

/** The page on which a visitor pays, or cancels. */
async function showPage(
  fake: FakeMollie,
  method: string,
  id: string,
  response: ServerResponse,
): Promise<void> {
  const payment = fake.payments.get(id);
  if (method === 'GET') {
    const back = payment?.cancelUrl ?? '';
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      `<!doctype html><html lang="en"><title>Checkout</title><main><h1>Checkout</h1><a href="${back}">Back</a><form method="post"><button>Pay now</button></form></main></html>`,
    );
    return;
  }
  const report = fake.pay(id);
  const url = payment?.webhookUrl ?? fake.reportsUrl;
  if (report && url !== '') await fetch(url, { method: 'POST', ...report });
  response.writeHead(303, { location: payment?.redirectUrl ?? '' });
  response.end();
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}
