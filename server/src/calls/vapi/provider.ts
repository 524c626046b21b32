import { z } from 'zod';
import {
  declareHosted,
  anything,
  parseIds,
  buildIds,
  isAccepted,
  isHmac,
  isRecent,
  parseAnswer,
  parseJson,
  optionalPart,
  parseResults,
  countSecondsBetween,
  sendToPlatform,
  toRefusalState,
  text,
  buildVariables,
  type HostedDial,
  type HostedOptions,
  type HostedPlatform,
  type HostedRequest,
  type HostedState,
} from '../hosted/public.ts';
import { toEndState } from './rules.ts';
import { vapiSettings, type VapiAccount } from './settings.ts';

const toleranceMs = 5 * 60_000;
/** Clocks differ, and a request may take its time. */
const listMarginMs = 120_000;

export const vapiProvider = declareHosted({
  name: 'vapi',
  title: 'Vapi',
  settings: vapiSettings,
  connect: createVapiPlatform,
});

/** Vapi, as `@vapi-ai/server-sdk` describes it. */
export function createVapiPlatform(options: HostedOptions<VapiAccount>): HostedPlatform {
  const { account, outbound, clock } = options;
  const headers = { authorization: `Bearer ${account.apiKey}` };
  const find = async (dial: HostedDial): Promise<Call | string> => {
    const url = `${account.apiUrl}/call?${listQuery(account, dial)}`;
    const calls = parseAnswer(
      'Vapi',
      z.array(call),
      await sendToPlatform(outbound, url, { method: 'GET', headers }),
    );
    if (typeof calls === 'string') return calls;
    return calls.find(({ name }) => name === dial.attemptId) ?? 'Vapi doesn’t list the call.';
  };
  return {
    name: 'vapi',
    async place(dial) {
      const body = placeBody(options, dial);
      const answer = await sendToPlatform(outbound, `${account.apiUrl}/call`, {
        method: 'POST',
        headers,
        body,
      });
      return isAccepted(answer) ? { state: 'active' } : toRefusalState('Vapi', answer);
    },
    async lookUp(dial) {
      const found = await find(dial);
      return typeof found === 'string' ? { state: 'unknown', error: found } : stateOf(found, clock.now());
    },
    async hangUp(dial) {
      const found = await find(dial);
      const url = typeof found === 'string' ? undefined : found.monitor?.controlUrl;
      // The address is a secret of the call; the key of the account is not for it.
      if (url)
        await sendToPlatform(outbound, url, { method: 'POST', headers: {}, body: { type: 'end-call' } });
    },
    readReport: async (request) => readReport(account, request, clock.now()),
  };
}

function placeBody({ account, reportUrl }: HostedOptions<VapiAccount>, dial: HostedDial) {
  return {
    // By which the call is found again: the list can't be filtered by metadata.
    name: dial.attemptId,
    assistantId: account.assistantId,
    phoneNumberId: account.phoneNumberId,
    customer: { number: dial.to, name: dial.fullName.slice(0, 40) },
    assistantOverrides: {
      variableValues: buildVariables(dial),
      metadata: buildIds(dial),
      server: { url: reportUrl, credentialId: account.credentialId },
      serverMessages: ['status-update', 'end-of-call-report'],
    },
  };
}

function listQuery(
  { assistantId, phoneNumberId }: VapiAccount,
  { placeBefore }: HostedDial,
): URLSearchParams {
  const at = (offsetMs: number) => new Date(placeBefore.getTime() + offsetMs).toISOString();
  return new URLSearchParams({
    assistantId,
    phoneNumberId,
    createdAtGe: at(-listMarginMs),
    createdAtLe: at(listMarginMs),
    limit: '1000',
  });
}

const outcomeFields = {
  endedReason: text,
  startedAt: text,
  endedAt: text,
  analysis: optionalPart({ summary: text, structuredData: anything }),
  artifact: optionalPart({ transcript: text, recordingUrl: text }),
};

const call = z.object({
  ...outcomeFields,
  name: text,
  status: text,
  assistantOverrides: optionalPart({ metadata: anything }),
  monitor: optionalPart({ controlUrl: text }),
});
type Call = z.output<typeof call>;

function stateOf(found: Call, now: Date): HostedState {
  switch (found.status) {
    case 'scheduled':
    case 'queued':
    case 'ringing':
    case 'in-progress':
    case 'forwarding':
      return { state: 'active' };
    case 'ended':
      return stateOfEnded(found, now);
    default:
      return { state: 'unknown', error: `Vapi says of the call: ${found.status ?? 'nothing'}.` };
  }
}

function stateOfEnded(fields: Pick<Call, keyof typeof outcomeFields>, now: Date): HostedState {
  const { eventUuid, callAgainAt } = parseResults(fields.analysis?.structuredData, now);
  return toEndState(fields.endedReason ?? 'no reason given', {
    durationSeconds: countSecondsBetween(fields.startedAt, fields.endedAt),
    transcript: fields.artifact?.transcript ?? null,
    summary: fields.analysis?.summary ?? null,
    recordingUrl: fields.artifact?.recordingUrl ?? null,
    eventUuid,
    callAgainAt,
  });
}

const report = z.object({
  message: z.object({ ...outcomeFields, type: z.string(), status: text, call: call.nullish().catch(null) }),
});

function readReport(account: VapiAccount, request: HostedRequest, now: Date) {
  if (!isSigned(account, request, now)) return 'forged';
  const message = report.safeParse(parseJson(request.text)).data?.message;
  const ids = parseIds(message?.call?.assistantOverrides?.metadata);
  if (!message || !ids) return 'irrelevant';
  if (message.type === 'end-of-call-report') {
    const { isOptOut } = parseResults(message.analysis?.structuredData, now);
    return { ...ids, state: stateOfEnded(message, now), isOptOut };
  }
  // The end is reported twice: by its status, and then with all that is known of the call.
  const isRunning = message.type === 'status-update' && message.status !== 'ended';
  return isRunning ? { ...ids, state: { state: 'active' as const }, isOptOut: false } : 'irrelevant';
}

/** As a credential of type HMAC signs by default: SHA-256 over time and body, in hex, with or without a prefix. */
function isSigned({ webhookSecret }: VapiAccount, request: HostedRequest, now: Date): boolean {
  const time = request.header('x-timestamp') ?? '';
  if (!/^\d{10,13}$/.test(time)) return false;
  const timeMs = time.length > 10 ? Number(time) : Number(time) * 1000;
  const given = (request.header('x-signature') ?? '').replace(/^sha256=/, '');
  const signed = { algorithm: 'sha256', encoding: 'hex', key: webhookSecret } as const;
  return isRecent(timeMs, now, toleranceMs) && isHmac(given, { ...signed, text: `${time}.${request.text}` });
}
