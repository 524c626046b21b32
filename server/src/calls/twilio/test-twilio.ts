import { createHmac, randomBytes } from 'node:crypto';
import type { TwilioAccount } from './settings.ts';
import {
  useServer,
  type Ending,
  type FakePlatform,
  type ReceivedRequest,
  type Reply,
} from '../hosted/test-server.ts';

/** Twilio on loopback: a recorded contract that its SDK accepts, not the live service. */

// oxlint-disable-next-line no-explicit-any -- as its API has it
type Call = any;

const endings: Record<Ending, { status: string; answered_by: string | null; duration: string }> = {
  answered: { status: 'completed', answered_by: 'human', duration: '31' },
  busy: { status: 'busy', answered_by: null, duration: '0' },
  not_answered: { status: 'no-answer', answered_by: null, duration: '0' },
  voicemail: { status: 'completed', answered_by: 'machine_end_beep', duration: '40' },
};

export function useTwilio() {
  const calls: Call[] = [];
  /** Where reports of each call go: the API does not show it. */
  const callbacks = new Map<string, string>();
  const server = useServer((request) => respond(account.accountSid, calls, callbacks, request));
  const account: TwilioAccount & { twimlUrl: string | undefined } = {
    get apiUrl() {
      return server.url;
    },
    accountSid: 'AC0123456789abcdef0123456789abcdef',
    authToken: 'twilio-auth-token',
    fromNumber: '+14155550100',
    twimlUrl: undefined,
  };
  const sign = (url: string, fields: Record<string, string>) => {
    const signed = Object.keys(fields)
      .sort()
      .reduce((text, name) => text + name + fields[name], url);
    const signature = createHmac('sha1', account.authToken).update(signed).digest('base64');
    const text = new URLSearchParams(fields).toString();
    return { url, text, headers: { 'x-twilio-signature': signature } };
  };
  /** What it posts to the address that it was given for a call. */
  const post = (call: Call, fields: Record<string, string>) =>
    sign(callbacks.get(call.sid) ?? '', { AccountSid: account.accountSid, CallSid: call.sid, ...fields });
  const platform: FakePlatform = {
    server,
    countDials: () =>
      server.received.filter(({ method, path }) => method === 'POST' && path.endsWith('/Calls.json')).length,
    end(how) {
      const call = Object.assign(calls.at(-1), endings[how]);
      return post(call, {
        CallStatus: call.status,
        CallDuration: call.duration,
        ...(call.answered_by && { AnsweredBy: call.answered_by }),
      });
    },
  };
  return { account, calls, post, sign, ...platform };
}

function respond(
  accountSid: string,
  calls: Call[],
  callbacks: Map<string, string>,
  { method, path, query, headers, body }: ReceivedRequest,
): Reply {
  const key = Buffer.from(`${accountSid}:twilio-auth-token`).toString('base64');
  if (headers['authorization'] !== `Basic ${key}`)
    return { status: 401, body: { code: 20003, message: 'Authenticate', status: 401 } };
  const base = `/2010-04-01/Accounts/${accountSid}/Calls`;
  if (method === 'POST' && path === `${base}.json`) {
    if (!body.To || !body.From || !(body.Url || body.Twiml || body.ApplicationSid))
      return { status: 400, body: { code: 21205, message: 'Url parameter is required.', status: 400 } };
    const sid = `CA${randomBytes(16).toString('hex')}`;
    const now = new Date().toUTCString().replace('GMT', '+0000');
    const call = {
      sid,
      account_sid: accountSid,
      to: body.To,
      from: body.From,
      status: 'queued',
      direction: 'outbound-api',
      date_created: now,
      date_updated: now,
      start_time: null,
      end_time: null,
      duration: null,
      answered_by: null,
      uri: `${base}/${sid}.json`,
    };
    calls.push(call);
    callbacks.set(sid, body.StatusCallback ?? '');
    return { status: 201, body: call };
  }
  if (method === 'GET' && path === `${base}.json`) {
    const found = calls.filter(({ to, from }) => to === query.get('To') && from === query.get('From'));
    return { status: 200, body: { calls: found.toReversed(), page: 0, next_page_uri: null } };
  }
  const call = calls.find(({ sid }) => path === `${base}/${sid}.json`);
  if (!call) return { status: 404, body: { code: 20404, message: 'Not found.', status: 404 } };
  if (method === 'POST') Object.assign(call, { status: body.Status });
  return { status: 200, body: call };
}
