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
  quantity,
  parseResults,
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
import { isConversation, toEndState } from './rules.ts';
import { retellSettings, type RetellAccount } from './settings.ts';

/** As its SDK verifies. */
const toleranceMs = 5 * 60_000;

export const retellProvider = declareHosted({
  name: 'retell',
  title: 'Retell',
  settings: retellSettings,
  connect: createRetellPlatform,
});

/** Retell, as `retell-sdk` describes it. */
export function createRetellPlatform(options: HostedOptions<RetellAccount>): HostedPlatform {
  const { account, outbound, clock } = options;
  const headers = { authorization: `Bearer ${account.apiKey}` };
  const post = (path: string, body?: object) =>
    sendToPlatform(outbound, `${account.apiUrl}${path}`, { method: 'POST', headers, body });
  const findId = async (dial: HostedDial): Promise<{ id: string } | string> => {
    const answer = await post('/v3/list-calls', { filter_criteria: filterFor(dial), limit: 2 });
    const found = parseAnswer('Retell', listed, answer);
    if (typeof found === 'string') return found;
    const match = found.items.find(({ metadata }) => parseIds(metadata)?.attemptId === dial.attemptId);
    return match ? { id: match.call_id } : 'Retell doesn’t list the call.';
  };
  return {
    name: 'retell',
    async place(dial) {
      const answer = await post('/v2/create-phone-call', placeBody(options, dial));
      return isAccepted(answer) ? { state: 'active' } : toRefusalState('Retell', answer);
    },
    async lookUp(dial) {
      const found = await findId(dial);
      if (typeof found === 'string') return { state: 'unknown', error: found };
      // What is listed has no transcript.
      const url = `${account.apiUrl}/v2/get-call/${encodeURIComponent(found.id)}`;
      const whole = parseAnswer(
        'Retell',
        call,
        await sendToPlatform(outbound, url, { method: 'GET', headers }),
      );
      return typeof whole === 'string' ? { state: 'unknown', error: whole } : stateOf(whole, clock.now());
    },
    async hangUp(dial) {
      const found = await findId(dial);
      if (typeof found === 'object') await post(`/v2/stop-call/${encodeURIComponent(found.id)}`);
    },
    readReport: async (request) => readReport(account, request, clock.now()),
  };
}

function placeBody({ account, reportUrl }: HostedOptions<RetellAccount>, dial: HostedDial) {
  return {
    from_number: dial.from ?? account.fromNumber,
    to_number: dial.to,
    override_agent_id: account.agentId,
    metadata: buildIds(dial),
    retell_llm_dynamic_variables: buildVariables(dial),
    agent_override: {
      agent: {
        webhook_url: reportUrl,
        webhook_events: ['call_started', 'call_ended', 'call_analyzed'],
      },
    },
  };
}

function filterFor({ attemptId }: HostedDial) {
  return { metadata: [{ type: 'string', op: 'eq', key: 'daybookAttemptId', value: attemptId }] };
}

const listed = z.object({ items: z.array(z.object({ call_id: z.string(), metadata: anything })) });

const call = z.object({
  call_status: text,
  disconnection_reason: text,
  duration_ms: quantity,
  transcript: text,
  recording_url: text,
  metadata: anything,
  call_analysis: optionalPart({
    call_summary: text,
    in_voicemail: z.boolean().nullish().catch(null),
    custom_analysis_data: anything,
  }),
});
type Call = z.output<typeof call>;

function stateOf(found: Call, now: Date): HostedState {
  if (found.call_status === 'registered' || found.call_status === 'ongoing') return { state: 'active' };
  const reason = found.disconnection_reason ?? `no reason given (${found.call_status ?? 'no status'})`;
  const { eventUuid, callAgainAt } = parseResults(found.call_analysis?.custom_analysis_data, now);
  return toEndState(reason, found.call_analysis?.in_voicemail === true, {
    durationSeconds: found.duration_ms == null ? null : found.duration_ms / 1000,
    transcript: found.transcript ?? null,
    summary: found.call_analysis?.call_summary ?? null,
    recordingUrl: found.recording_url ?? null,
    eventUuid,
    callAgainAt,
  });
}

const report = z.object({ event: z.string(), call });

function readReport({ apiKey }: RetellAccount, request: HostedRequest, now: Date) {
  if (!isSigned(apiKey, request, now)) return 'forged';
  const { data } = report.safeParse(parseJson(request.text));
  const ids = parseIds(data?.call.metadata);
  if (!data || !ids) return 'irrelevant';
  const active = { ...ids, state: { state: 'active' as const }, isOptOut: false };
  if (data.event === 'call_started') return active;
  // Summary, voicemail and results come with the analysis, and an attempt that has ended does not change any more.
  if (data.event === 'call_ended' && isConversation(data.call.disconnection_reason ?? '')) return active;
  if (data.event !== 'call_ended' && data.event !== 'call_analyzed') return 'irrelevant';
  const { isOptOut } = parseResults(data.call.call_analysis?.custom_analysis_data, now);
  return { ...ids, state: stateOf(data.call, now), isOptOut };
}

/** `v=` milliseconds, `d=` SHA-256 over body and time, in hex. The key is that of the API. */
function isSigned(apiKey: string, request: HostedRequest, now: Date): boolean {
  const [, time = '', digest = ''] =
    /^v=(\d{1,15}),d=([0-9a-f]+)$/i.exec(request.header('x-retell-signature') ?? '') ?? [];
  const signed = { algorithm: 'sha256', encoding: 'hex', key: apiKey } as const;
  return isRecent(Number(time), now, toleranceMs) && isHmac(digest, { ...signed, text: request.text + time });
}
