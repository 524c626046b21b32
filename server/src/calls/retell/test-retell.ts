import { createHmac, randomBytes } from 'node:crypto';
import type { RetellAccount } from './settings.ts';
import {
  useServer,
  type Ending,
  type FakePlatform,
  type ReceivedRequest,
  type Reply,
} from '../hosted/test-server.ts';

/** Retell on loopback: a recorded contract that its SDK accepts, not the live service. */

// oxlint-disable-next-line no-explicit-any -- as its API has it
type Call = any;

const reasons: Record<Ending, string> = {
  answered: 'user_hangup',
  busy: 'dial_busy',
  not_answered: 'dial_no_answer',
  voicemail: 'voicemail_reached',
};

export function useRetell() {
  const calls: Call[] = [];
  const server = useServer((request) => respond(calls, request));
  const account: RetellAccount = {
    get apiUrl() {
      return server.url;
    },
    apiKey: 'key_retell_secret',
    agentId: 'agent_0123456789',
    fromNumber: '+14155550100',
  };
  const sign = (report: object, at: Date) => {
    const text = JSON.stringify(report);
    const time = String(at.getTime());
    const digest = createHmac('sha256', account.apiKey)
      .update(text + time)
      .digest('hex');
    return { text, headers: { 'x-retell-signature': `v=${time},d=${digest}` } };
  };
  const platform: FakePlatform = {
    server,
    countDials: () => server.received.filter(({ path }) => path === '/v2/create-phone-call').length,
    end(how, at) {
      const call = Object.assign(calls.at(-1), buildEnding(reasons[how]));
      const isReached = how === 'answered' || how === 'voicemail';
      return sign({ event: isReached ? 'call_analyzed' : 'call_ended', call }, at);
    },
  };
  return { account, calls, sign, ...platform };
}

export function buildEnding(disconnection_reason: string) {
  const isReached = !disconnection_reason.startsWith('dial_');
  return {
    call_status: isReached ? 'ended' : 'not_connected',
    disconnection_reason,
    duration_ms: isReached ? 95_400 : 0,
    transcript: isReached ? 'Agent: Hello.\nUser: Yes, Tuesday is fine.\n' : '',
    recording_url: 'https://retellai.example/recording.wav',
    call_analysis: {
      call_summary: 'Ines wants Tuesday.',
      in_voicemail: false,
      custom_analysis_data: {} as Record<string, unknown>,
    },
  };
}

function respond(calls: Call[], { method, path, headers, body }: ReceivedRequest): Reply {
  if (headers['authorization'] !== 'Bearer key_retell_secret')
    return { status: 401, body: { status: 'error', message: 'Invalid API key.' } };
  if (method === 'POST' && path === '/v2/create-phone-call') {
    if (!body.from_number || !body.to_number)
      return { status: 400, body: { status: 'error', message: 'from_number and to_number are required.' } };
    const { agent_override: _, override_agent_id, ...kept } = body;
    const call = {
      call_id: `call_${randomBytes(12).toString('hex')}`,
      call_type: 'phone_call',
      call_status: 'registered',
      direction: 'outbound',
      agent_id: override_agent_id,
      agent_version: 1,
      ...kept,
    };
    calls.push(call);
    return { status: 201, body: call };
  }
  if (method === 'POST' && path === '/v3/list-calls') {
    const wanted: { key: string; value: string }[] = body.filter_criteria?.metadata ?? [];
    const found = calls.filter(({ metadata }) => wanted.every(({ key, value }) => metadata?.[key] === value));
    const items = found.slice(0, body.limit ?? 50).map(({ transcript: _, ...listed }) => listed);
    return { status: 200, body: { items, has_more: found.length > items.length } };
  }
  const call = calls.find(({ call_id }) => path.endsWith(`/${call_id}`));
  if (call && method === 'GET' && path.startsWith('/v2/get-call/')) return { status: 200, body: call };
  if (call && method === 'POST' && path.startsWith('/v2/stop-call/')) {
    Object.assign(call, buildEnding('manual_stopped'));
    return { status: 204 };
  }
  return { status: 404, body: { status: 'error', message: 'Not found.' } };
}
