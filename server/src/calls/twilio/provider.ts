import { z } from 'zod';
import {
  declareHosted,
  parseIds,
  buildIds,
  isAccepted,
  isHmac,
  parseAnswer,
  sendToPlatform,
  toRefusalState,
  text,
  type HostedDial,
  type HostedOptions,
  type HostedPlatform,
  type HostedRequest,
} from '../hosted/public.ts';
import { toCallState, twimlAfterOptOut, twimlAfterOtherDigits, buildTwiml } from './rules.ts';
import { twilioSettings, type TwilioAccount } from './settings.ts';

/** Signatures of Twilio have no time, so the address that they cover has the one until which it is good. */
const reportMs = 4 * 3_600_000;
/** How long before `placeBefore` an attempt begins, and what clocks may differ by. */
const createdWithinMs = { before: 75_000, after: 60_000 };

export const twilioProvider = declareHosted({
  name: 'twilio',
  title: 'Twilio',
  settings: twilioSettings,
  connect: createTwilioPlatform,
});

/** Twilio Programmable Voice, as `createTwilioPlatform` describes it. */
export function createTwilioPlatform(options: HostedOptions<TwilioAccount>): HostedPlatform {
  const { account, outbound, clock } = options;
  const credentials = Buffer.from(`${account.accountSid}:${account.authToken}`).toString('base64');
  const headers = { authorization: `Basic ${credentials}` };
  const urlOf = (path: string) => `${account.apiUrl}/2010-04-01/Accounts/${account.accountSid}/Calls${path}`;
  const post = (path: string, fields: Record<string, string>) =>
    sendToPlatform(outbound, urlOf(path), { method: 'POST', headers, body: new URLSearchParams(fields) });
  const find = async (dial: HostedDial): Promise<Call | string> => {
    const query = new URLSearchParams({ To: dial.to, From: fromOf(account, dial), PageSize: '100' });
    const answer = await sendToPlatform(outbound, urlOf(`.json?${query}`), { method: 'GET', headers });
    const found = parseAnswer('Twilio', listed, answer);
    return typeof found === 'string' ? found : theOneOf(found.calls, dial);
  };
  return {
    name: 'twilio',
    async place(dial) {
      const fields = placeFields(options, dial);
      if (typeof fields === 'string') return { state: 'not_placed', error: fields, isFinal: true };
      const answer = await post('.json', fields);
      return isAccepted(answer) ? { state: 'active' } : toRefusalState('Twilio', answer);
    },
    async lookUp(dial) {
      const found = await find(dial);
      if (typeof found === 'string') return { state: 'unknown', error: found };
      return toCallState({
        status: found.status,
        answeredBy: found.answered_by ?? null,
        durationSeconds: secondsOf(found.duration),
      });
    },
    async hangUp(dial) {
      const found = await find(dial);
      if (typeof found === 'object')
        await post(`/${encodeURIComponent(found.sid)}.json`, { Status: 'completed' });
    },
    readReport: async (request) => readReport(account, request, clock.now()),
  };
}

const fromOf = ({ fromNumber }: TwilioAccount, { from }: HostedDial): string => from ?? fromNumber;

/** The fields of the request, or why there is nothing to be said. */
function placeFields(
  { account, reportUrl }: HostedOptions<TwilioAccount>,
  dial: HostedDial,
): Record<string, string> | string {
  const expiresAt = String(Math.floor((dial.placeBefore.getTime() + reportMs) / 1000));
  const callbackUrl = withQuery(reportUrl, { ...buildIds(dial), expiresAt });
  const common = {
    To: dial.to,
    From: fromOf(account, dial),
    StatusCallback: callbackUrl,
    StatusCallbackMethod: 'POST',
    StatusCallbackEvent: 'completed',
    MachineDetection: 'DetectMessageEnd',
  };
  if (account.twimlUrl !== undefined) return { ...common, Url: withQuery(account.twimlUrl, buildIds(dial)) };
  if (dial.firstMessage === null) return 'The agent has no first message, and Twilio says nothing else.';
  const Twiml = buildTwiml(dial.firstMessage, callbackUrl);
  return Twiml === undefined
    ? 'The first message of the agent is too long for Twilio.'
    : { ...common, Twiml };
}

function withQuery(address: string, fields: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url.href;
}

const call = z.object({
  sid: z.string(),
  status: z.string(),
  date_created: z.string(),
  duration: text,
  answered_by: text,
});
type Call = z.output<typeof call>;
const listed = z.object({ calls: z.array(call) });

/** Twilio keeps nothing by which a call could be found again but its numbers and its time. */
function theOneOf(calls: readonly Call[], { placeBefore }: HostedDial): Call | string {
  const beforeMs = placeBefore.getTime();
  const matches = calls.filter(({ date_created }) => {
    const createdMs = Date.parse(date_created);
    return createdMs >= beforeMs - createdWithinMs.before && createdMs <= beforeMs + createdWithinMs.after;
  });
  if (matches.length > 1) return 'Twilio lists several calls to this number at this time.';
  return matches[0] ?? 'Twilio doesn’t list the call.';
}

function secondsOf(duration: string | null | undefined): number | null {
  return /^\d{1,6}$/.test(duration ?? '') ? Number(duration) : null;
}

function readReport(account: TwilioAccount, request: HostedRequest, now: Date) {
  const fields = new URLSearchParams(request.text);
  const query = new URL(request.url).searchParams;
  const isExpired = !(Number(query.get('expiresAt')) * 1000 > now.getTime());
  if (!isSigned(account, request, fields) || isExpired) return 'forged';
  const ids = parseIds(Object.fromEntries(query));
  if (!ids) return 'irrelevant';
  const digits = fields.get('Digits');
  if (digits !== null) {
    const isOptOut = digits === '9';
    const reply = isOptOut ? twimlAfterOptOut : twimlAfterOtherDigits;
    return { ...ids, state: { state: 'active' as const }, isOptOut, reply };
  }
  const state = toCallState({
    status: fields.get('CallStatus') ?? '',
    answeredBy: fields.get('AnsweredBy'),
    durationSeconds: secondsOf(fields.get('CallDuration')),
  });
  return state.state === 'unknown' ? 'irrelevant' : { ...ids, state, isOptOut: false };
}

/** SHA-1 over the address and all fields by name, in base64. */
function isSigned(
  { authToken }: TwilioAccount,
  { url, header }: HostedRequest,
  fields: URLSearchParams,
): boolean {
  const names = [...new Set(fields.keys())].sort();
  const valuesOf = (name: string) => [...new Set(fields.getAll(name))].sort();
  const rest = names.flatMap((name) => valuesOf(name).map((value) => name + value)).join('');
  const given = header('x-twilio-signature') ?? '';
  const signed = { algorithm: 'sha1', encoding: 'base64', key: authToken } as const;
  return spellingsOf(url).some((address) => isHmac(given, { ...signed, text: address + rest }));
}

/** Twilio may sign an address with its port or without one, whichever it was given. */
function spellingsOf(url: string): string[] {
  const { protocol, hostname, port, host } = new URL(url);
  const rest = url.slice(url.indexOf(host) + host.length);
  const usual = protocol === 'https:' ? '443' : '80';
  return [`${protocol}//${hostname}${rest}`, `${protocol}//${hostname}:${port || usual}${rest}`];
}
