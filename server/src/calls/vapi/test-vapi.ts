import { createHmac, randomUUID } from 'node:crypto';
import type { VapiAccount } from './settings.ts';
import {
  useServer,
  type Ending,
  type FakePlatform,
  type ReceivedRequest,
  type Reply,
} from '../hosted/test-server.ts';

/** Vapi on loopback: a recorded contract that its SDK accepts, not the live service. */

// oxlint-disable-next-line no-explicit-any -- as its API has it
type Call = any;

const reasons: Record<Ending, string> = {
  answered: 'customer-ended-call',
  busy: 'customer-busy',
  not_answered: 'customer-did-not-answer',
  voicemail: 'voicemail',
};

export function useVapi() {
  const calls: Call[] = [];
  const server = useServer((request) => respond(calls, server.url, request));
  const account: VapiAccount = {
    get apiUrl() {
      return server.url;
    },
    apiKey: 'vapi-private-key',
    assistantId: 'b1d9d8b0-1111-4222-8333-444455556666',
    phoneNumberId: 'b1d9d8b0-7777-4222-8333-444455556666',
    credentialId: 'b1d9d8b0-8888-4222-8333-444455556666',
    webhookSecret: 'vapi-webhook-secret',
  };
  const sign = (message: object, at: Date) => {
    const text = JSON.stringify({ message });
    const time = String(at.getTime());
    const digest = createHmac('sha256', account.webhookSecret).update(`${time}.${text}`).digest('hex');
    return { text, headers: { 'x-timestamp': time, 'x-signature': digest } };
  };
  const platform: FakePlatform = {
    server,
    countDials: () =>
      server.received.filter(({ method, path }) => method === 'POST' && path === '/call').length,
    end(how, at) {
      const call = calls.at(-1);
      const ending = buildEnding(reasons[how], how === 'answered');
      Object.assign(call, ending);
      return sign({ type: 'end-of-call-report', timestamp: at.getTime(), ...ending, call }, at);
    },
  };
  return { account, calls, sign, ...platform };
}

export function buildEnding(endedReason: string, hasSpoken: boolean) {
  return {
    status: 'ended',
    endedReason,
    startedAt: '2027-03-01T11:00:00.000Z',
    endedAt: '2027-03-01T11:01:35.000Z',
    artifact: {
      transcript: hasSpoken ? 'AI: Hello.\nUser: Yes, Tuesday is fine.\n' : '',
      recordingUrl: 'https://storage.vapi.ai/recording.wav',
    },
    analysis: { summary: 'Ines wants Tuesday.', structuredData: {} as Record<string, unknown> },
  };
}

function respond(
  calls: Call[],
  origin: string,
  { method, path, query, headers, body }: ReceivedRequest,
): Reply {
  if (path.startsWith('/control/')) return { status: 200, body: {} };
  if (headers['authorization'] !== 'Bearer vapi-private-key')
    return { status: 401, body: { statusCode: 401, message: 'Invalid Key.' } };
  if (method === 'POST' && path === '/call') {
    if (!body.phoneNumberId || !body.customer?.number || !(body.assistantId || body.assistant))
      return { status: 400, body: { statusCode: 400, message: ['Need assistant, number and customer.'] } };
    const now = new Date().toISOString();
    const id = randomUUID();
    const call = {
      id,
      orgId: randomUUID(),
      type: 'outboundPhoneCall',
      status: 'queued',
      createdAt: now,
      updatedAt: now,
      phoneCallProvider: 'twilio',
      phoneCallTransport: 'pstn',
      monitor: { controlUrl: `${origin}/control/${id}` },
      ...body,
    };
    calls.push(call);
    return { status: 201, body: call };
  }
  if (method === 'GET' && path === '/call') {
    const from = query.get('createdAtGe') ?? '';
    const to = query.get('createdAtLe') ?? '9';
    const assistantId = query.get('assistantId');
    const found = calls.filter(
      (call) =>
        call.createdAt >= from && call.createdAt <= to && (!assistantId || call.assistantId === assistantId),
    );
    return { status: 200, body: found.toReversed().slice(0, Number(query.get('limit') ?? 100)) };
  }
  return { status: 404, body: { statusCode: 404, message: 'Not found.' } };
}
