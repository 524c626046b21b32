import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as setImmediatePromise } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FakeProvider, Report, Trouble } from '../provider/test-provider.ts';

export const stripeTestKeys = { secretKey: 'sk_test_daybook', webhookSecret: 'whsec_daybook' };

interface FakeSession {
  readonly id: string;
  readonly url: string;
  readonly metadata: Record<string, string>;
  readonly expires_at: number;
  readonly amount_total: number;
  readonly currency: string;
  readonly success_url: string;
  readonly cancel_url: string;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  payment_intent: string | null;
}

interface FakeRefund {
  readonly id: string;
  readonly payment_intent: string;
  readonly amount: number;
  readonly metadata: Record<string, string>;
  status?: 'succeeded' | 'failed';
}

/**
 * A Stripe on loopback that does what hurts: `{error}` bodies, idempotency keys with other parameters, sessions of less than 30 minutes,
 * refunds beyond the amount, answers that are lost.
 */
export interface FakeStripe extends FakeProvider {
  readonly sessions: Map<string, FakeSession>;
  readonly refunds: FakeRefund[];
  report(type: string, object: object): Report;
  expiredReport(sessionId: string): Report;
}

class StripeError extends Error {
  readonly status: number;
  readonly type: string;

  constructor(status: number, type: string, message: string) {
    super(message);
    this.status = status;
    this.type = type;
  }
}

const invalid = (message: string) => new StripeError(400, 'invalid_request_error', message);

/** Of currencies with thousandths the last digit is 0; ISK and UGX have no hundredths. */
function requireRounded(amount: number, currency: string): void {
  const step = /^(bhd|jod|kwd|omr|tnd)$/.test(currency) ? 10 : /^(isk|ugx)$/.test(currency) ? 100 : 1;
  if (amount % step !== 0) throw invalid(`Amounts in ${currency} must be divisible by ${step}.`);
}

export async function startFakeStripe({ port = 0 }: { port?: number } = {}): Promise<FakeStripe> {
  const sessions = new Map<string, FakeSession>();
  const refunds: FakeRefund[] = [];
  const requests: string[] = [];
  const troubles: Trouble[] = [];
  const answers = new Map<string, { request: string; body: object }>();
  let origin = '';

  const intentOf = (id: string) => [...sessions.values()].find((one) => one.payment_intent === id);
  const refundedOf = (intent: string) =>
    refunds
      .filter((one) => one.payment_intent === intent && one.status !== 'failed')
      .reduce((sum, { amount }) => sum + amount, 0);

  const createSession = (form: URLSearchParams): object => {
    const expires = Number(form.get('expires_at'));
    if (expires < fake.now().getTime() / 1000 + 1800)
      throw invalid('expires_at must be at least 30 minutes off.');
    const id = `cs_test_${randomBytes(12).toString('hex')}`;
    const session: FakeSession = {
      id,
      url: `${origin}/pay/${id}`,
      metadata: mapIn(form, 'metadata'),
      expires_at: expires,
      amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
      currency: form.get('line_items[0][price_data][currency]') ?? '',
      success_url: form.get('success_url') ?? '',
      cancel_url: form.get('cancel_url') ?? '',
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
    };
    if (!(session.amount_total > 0)) throw invalid('Invalid unit_amount.');
    requireRounded(session.amount_total, session.currency);
    sessions.set(id, session);
    return wire(session);
  };

  const loadSession = (id: string): FakeSession => {
    const session = sessions.get(id);
    if (!session) throw new StripeError(404, 'invalid_request_error', `No such checkout session: ${id}`);
    return session;
  };

  const createRefund = (form: URLSearchParams): object => {
    const intent = form.get('payment_intent') ?? '';
    const session = intentOf(intent);
    if (!session) throw new StripeError(404, 'invalid_request_error', `No such payment_intent: ${intent}`);
    const amount = Number(form.get('amount'));
    requireRounded(amount, session.currency);
    if (refundedOf(intent) + amount > session.amount_total)
      throw invalid('Refund amount is greater than unrefunded amount on charge.');
    const refund = {
      id: `re_${randomBytes(8).toString('hex')}`,
      payment_intent: intent,
      amount,
      metadata: mapIn(form, 'metadata'),
    };
    refunds.push(refund);
    return { object: 'refund', status: 'succeeded', ...refund };
  };

  const carryOut = (method: string, url: URL, form: URLSearchParams): object => {
    const path = url.pathname;
    if (path === '/v1/checkout/sessions')
      return method === 'POST' ? createSession(form) : { object: 'list', data: [], has_more: false };
    const [, id = '', action] = /^\/v1\/checkout\/sessions\/(\w+)(\/expire)?$/.exec(path) ?? [];
    if (id !== '') {
      const session = loadSession(id);
      if (action && session.status !== 'open')
        throw invalid(`Only Checkout Sessions with a status in ["open"] can be expired.`);
      if (action) session.status = 'expired';
      return wire(session);
    }
    if (path === '/v1/refunds' && method === 'POST') return createRefund(form);
    if (path === '/v1/refunds') {
      const all = refunds.filter((one) => one.payment_intent === url.searchParams.get('payment_intent'));
      // The latest first, a page at a time.
      const latest = all.toReversed();
      const from = latest.findIndex(({ id }) => id === url.searchParams.get('starting_after')) + 1;
      const until = from + Number(url.searchParams.get('limit') ?? 10);
      const data = latest
        .slice(from, until)
        .map((one) => ({ object: 'refund', status: 'succeeded', ...one }));
      return { object: 'list', url: path, data, has_more: until < latest.length };
    }
    throw new StripeError(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path}).`);
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://stripe');
    const text = await textOf(request);
    const send = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' });
      response.end(JSON.stringify(body));
    };
    const name = `${request.method} ${url.pathname}`;
    requests.push(name);
    fake.watch('received', name);
    response.once('finish', () => fake.watch('answered', name));
    if (url.pathname.startsWith('/pay/'))
      return void showPage(fake, request.method ?? '', url.pathname.slice(5), response);
    if (request.headers.authorization !== `Bearer ${stripeTestKeys.secretKey}`)
      return send(401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided.' } });
    const at = troubles.findIndex(
      ({ path, refuses }) => path.test(url.pathname) && (refuses === undefined || request.method === 'POST'),
    );
    const [trouble] = at < 0 ? [] : troubles.splice(at, 1);
    if (trouble?.refuses !== undefined)
      return send(400, { error: { type: 'invalid_request_error', message: trouble.refuses } });
    if (trouble?.status)
      return send(trouble.status, { error: { type: 'api_error', message: 'Something went wrong.' } });
    try {
      const key = String(request.headers['idempotency-key'] ?? '');
      const known = request.method === 'POST' ? answers.get(key) : undefined;
      const whole = `${url.pathname} ${text}`;
      if (known && known.request !== whole)
        throw new StripeError(400, 'idempotency_error', 'Keys can only be used with the same parameters.');
      const body = known?.body ?? carryOut(request.method ?? 'GET', url, new URLSearchParams(text));
      if (request.method === 'POST' && key !== '') answers.set(key, { request: whole, body });
      fake.watch('done', name);
      if (trouble?.isDone) return void request.socket.destroy();
      return send(200, body);
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
      return send(error.status, { error: { type: error.type, message: error.message } });
    }
  });

  const report = (type: string, object: object): Report => {
    const body = JSON.stringify({
      id: `evt_${randomBytes(8).toString('hex')}`,
      object: 'event',
      api_version: '2026-10-28',
      type,
      data: { object },
    });
    return { body, headers: signBody(body, fake.now(), stripeTestKeys.webhookSecret) };
  };

  const fake: FakeStripe = {
    provider: 'stripe',
    keys: stripeTestKeys,
    wrongKeys: { ...stripeTestKeys, secretKey: 'sk_test_other' },
    url: '',
    paths: { pages: /sessions/, refunds: /refunds/ },
    countPages: (path) => [...sessions.values()].filter((one) => one.success_url.includes(path)).length,
    amountOf: (id) => sessions.get(id)?.amount_total,
    chargeOf: (id) => sessions.get(id)?.payment_intent ?? '',
    process: (id) => void (loadSession(id).status = 'complete'),
    succeed(id) {
      const session = loadSession(id);
      Object.assign(session, { payment_status: 'paid', payment_intent: `pi_${id}` });
      return report('checkout.session.async_payment_succeeded', wire(session));
    },
    addRefund(intent, amount, refundId) {
      const metadata: Record<string, string> = refundId === undefined ? {} : { daybook_refund: refundId };
      refunds.push({ id: `re_${refunds.length}_here`, payment_intent: intent, amount, metadata });
    },
    failRefund(intent) {
      const made = refunds.find((one) => one.payment_intent === intent);
      Object.assign(made ?? {}, { status: 'failed', failure_reason: 'expired_or_canceled_card' });
      return report('refund.failed', { object: 'refund', ...made });
    },
    refundsOf: (intent) =>
      refunds
        .filter((one) => one.payment_intent === intent && one.status !== 'failed')
        .map(({ amount }) => amount),
    refundIdsOf: (intent) =>
      refunds
        .filter((one) => one.payment_intent === intent)
        .map(({ metadata }) => metadata['daybook_refund']),
    sessions,
    refunds,
    requests,
    troubles,
    now: () => new Date(),
    watch: () => {},
    forgetKeys: () => answers.clear(),
    async settled() {
      const count = promisify(server.getConnections.bind(server));
      while ((await count()) > 0) await setImmediatePromise();
    },
    reportsUrl: '',
    pay(sessionId) {
      const session = loadSession(sessionId);
      if (session.status !== 'open' || session.expires_at * 1000 < fake.now().getTime()) return undefined;
      Object.assign(session, {
        status: 'complete',
        payment_status: 'paid',
        payment_intent: `pi_${randomBytes(8).toString('hex')}`,
      });
      return report('checkout.session.completed', wire(session));
    },
    addPaid(intent, amount) {
      const id = `cs_test_${intent}`;
      sessions.set(id, {
        id,
        url: '',
        metadata: {},
        expires_at: 0,
        amount_total: amount,
        currency: 'eur',
        success_url: '',
        cancel_url: '',
        status: 'complete',
        payment_status: 'paid',
        payment_intent: intent,
      });
    },
    report,
    expiredReport: (id) => report('checkout.session.expired', wire(loadSession(id))),
    refundedReport(id) {
      const { metadata, payment_intent, amount_total: amount } = loadSession(id);
      const amountRefunded = refundedOf(payment_intent ?? '');
      const charge = { object: 'charge', metadata, payment_intent, amount, amount_refunded: amountRefunded };
      return report('charge.refunded', charge);
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
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(fake, { url: origin });
}

/** The page on which a visitor pays. Its button pays, and leads back; a program gets the report instead. */
async function showPage(
  fake: FakeStripe,
  method: string,
  id: string,
  response: ServerResponse,
): Promise<void> {
  const session = fake.sessions.get(id);
  if (method === 'GET') {
    const back = session?.cancel_url ?? '';
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      `<!doctype html><html lang="en"><title>Checkout</title><main><h1>Checkout</h1><a href="${back}">Back</a><form method="post"><button>Pay now</button></form></main></html>`,
    );
    return;
  }
  const report = fake.pay(id);
  if (fake.reportsUrl === '') {
    response.writeHead(report ? 200 : 410, { 'content-type': 'application/json' });
    response.end(JSON.stringify(report ?? {}));
    return;
  }
  if (report) await fetch(fake.reportsUrl, { method: 'POST', ...report });
  response.writeHead(303, { location: session?.success_url ?? '' });
  response.end();
}

function wire(session: FakeSession): object {
  return { object: 'checkout.session', ...session };
}

export function signBody(body: string, now: Date, secret: string): Record<string, string> {
  const time = Math.floor(now.getTime() / 1000);
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return { 'stripe-signature': `t=${time},v1=${signature}`, 'content-type': 'application/json' };
}

function mapIn(form: URLSearchParams, name: string): Record<string, string> {
  const entries = [...form].flatMap(([key, value]) => {
    const [, field] = new RegExp(`^${name}\\[(\\w+)\\]$`).exec(key) ?? [];
    return field === undefined ? [] : [[field, value] as const];
  });
  return Object.fromEntries(entries);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}
