import { z } from 'zod';
import {
  declareHosted,
  anything,
  parseIds,
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
import { toEndState, toFailureState } from './rules.ts';
import { elevenLabsSettings, type ElevenLabsAccount } from './settings.ts';

/** As its SDK verifies. */
const toleranceMs = 30 * 60_000;

export const elevenLabsProvider = declareHosted({
  name: 'elevenlabs',
  title: 'ElevenLabs',
  settings: elevenLabsSettings,
  connect: createElevenLabsPlatform,
});

/** ElevenLabs Agents with a number of Twilio, as `@elevenlabs/elevenlabs-js` describes it. */
export function createElevenLabsPlatform({
  account,
  outbound,
  clock,
}: HostedOptions<ElevenLabsAccount>): HostedPlatform {
  const headers = { 'xi-api-key': account.apiKey };
  const get = (path: string) =>
    sendToPlatform(outbound, `${account.apiUrl}/v1/convai${path}`, { method: 'GET', headers });
  const load = async (id: string): Promise<Conversation | string> =>
    parseAnswer('ElevenLabs', conversation, await get(`/conversations/${encodeURIComponent(id)}`));
  const find = async (dial: HostedDial): Promise<Conversation | string> => {
    const found = parseAnswer('ElevenLabs', listed, await get(`/conversations?${listQuery(account, dial)}`));
    if (typeof found === 'string') return found;
    for (const { conversation_id } of found.conversations) {
      const whole = await load(conversation_id);
      if (typeof whole === 'string' || idsOfConversation(whole)?.attemptId === dial.attemptId) return whole;
    }
    return 'ElevenLabs doesn’t list the call.';
  };
  return {
    name: 'elevenlabs',
    async place(dial) {
      const url = `${account.apiUrl}/v1/convai/twilio/outbound-call`;
      const answer = await sendToPlatform(outbound, url, {
        method: 'POST',
        headers,
        body: placeBody(account, dial),
      });
      return isAccepted(answer) ? stateOfPlaced(answer.body) : toRefusalState('ElevenLabs', answer);
    },
    async lookUp(dial) {
      const found = await find(dial);
      return typeof found === 'string' ? { state: 'unknown', error: found } : stateOf(found, clock.now());
    },
    // It has no such request: a conversation ends by the longest duration that the agent has there.
    hangUp: async () => {},
    readReport: (request) => readReport(account, load, request, clock.now()),
  };
}

function placeBody({ agentId, phoneNumberId }: ElevenLabsAccount, dial: HostedDial) {
  return {
    agent_id: agentId,
    agent_phone_number_id: phoneNumberId,
    to_number: dial.to,
    conversation_initiation_client_data: { dynamic_variables: buildVariables(dial) },
  };
}

const placed = z.object({ success: z.boolean(), message: text });

/** A call that it did not make is reported with 200. That is no promise: it may have failed after dialling. */
function stateOfPlaced(body: string): HostedState {
  const { data } = placed.safeParse(parseJson(body));
  if (data?.success !== false) return { state: 'active' };
  return {
    state: 'unknown',
    error: `ElevenLabs couldn’t place the call: ${data.message ?? 'no reason given'}`,
  };
}

function listQuery({ agentId }: ElevenLabsAccount, { attemptId }: HostedDial): URLSearchParams {
  return new URLSearchParams({
    agent_id: agentId,
    dynamic_variable_params: `daybookAttemptId:eq:${attemptId}`,
    page_size: '2',
  });
}

const listed = z.object({ conversations: z.array(z.object({ conversation_id: z.string() })).max(100) });

const conversation = z.object({
  status: text,
  transcript: z
    .array(z.object({ role: text, message: text }))
    .nullish()
    .catch(null),
  metadata: optionalPart({
    call_duration_secs: quantity,
    termination_reason: text,
    error: optionalPart({ reason: text }),
    phone_call: optionalPart({ call_result: text }),
    features_usage: optionalPart({
      voicemail_detection: optionalPart({ used: z.boolean().nullish().catch(null) }),
    }),
  }),
  analysis: optionalPart({ transcript_summary: text, data_collection_results: anything }),
  conversation_initiation_client_data: optionalPart({ dynamic_variables: anything }),
});
type Conversation = z.output<typeof conversation>;

const idsOfConversation = (whole: Conversation) =>
  parseIds(whole.conversation_initiation_client_data?.dynamic_variables);

function stateOf(whole: Conversation, now: Date): HostedState {
  const { status, metadata, analysis } = whole;
  if (status === 'initiated' || status === 'in-progress' || status === 'processing')
    return { state: 'active' };
  if (status !== 'done' && status !== 'failed')
    return { state: 'unknown', error: `ElevenLabs says of the call: ${status ?? 'nothing'}.` };
  const why = metadata?.error?.reason ?? metadata?.termination_reason ?? 'no reason given.';
  const { eventUuid, callAgainAt } = parseResults(collectedBy(analysis?.data_collection_results), now);
  return toEndState(
    {
      result: metadata?.phone_call?.call_result ?? null,
      isVoicemail: metadata?.features_usage?.voicemail_detection?.used === true,
      failure: status === 'failed' ? why : null,
    },
    {
      durationSeconds: metadata?.call_duration_secs ?? null,
      transcript: (whole.transcript ?? []).flatMap(lineOf).join('\n'),
      summary: analysis?.transcript_summary ?? null,
      eventUuid,
      callAgainAt,
    },
  );
}

function lineOf({
  role,
  message,
}: {
  role?: string | null | undefined;
  message?: string | null | undefined;
}) {
  return message ? [`${role === 'agent' ? 'Agent' : 'Person'}: ${message}`] : [];
}

const collected = z.record(z.string(), z.object({ value: z.unknown() }));

function collectedBy(results: unknown): Record<string, unknown> {
  const { data = {} } = collected.safeParse(results);
  return Object.fromEntries(Object.entries(data).map(([name, { value }]) => [name, value]));
}

const report = z.discriminatedUnion('type', [
  z.object({ type: z.literal('post_call_transcription'), data: conversation }),
  z.object({
    type: z.literal('call_initiation_failure'),
    data: z.object({ conversation_id: z.string(), failure_reason: text }),
  }),
]);

async function readReport(
  account: ElevenLabsAccount,
  load: (id: string) => Promise<Conversation | string>,
  request: HostedRequest,
  now: Date,
) {
  if (!isSigned(account, request, now)) return 'forged';
  const { data: parsed } = report.safeParse(parseJson(request.text));
  if (!parsed) return 'irrelevant';
  if (parsed.type === 'post_call_transcription') {
    const ids = idsOfConversation(parsed.data);
    const { isOptOut } = parseResults(collectedBy(parsed.data.analysis?.data_collection_results), now);
    return ids ? { ...ids, state: stateOf(parsed.data, now), isOptOut } : 'irrelevant';
  }
  // This one does not say with which variables the call was placed. If it can't be loaded now, a look-up will find it.
  const whole = await load(parsed.data.conversation_id);
  const ids = typeof whole === 'string' ? undefined : idsOfConversation(whole);
  const state = toFailureState(parsed.data.failure_reason ?? 'unknown');
  return ids ? { ...ids, state, isOptOut: false } : 'irrelevant';
}

/** `t=` seconds, `v0=` SHA-256 over time and body, in hex. */
function isSigned({ webhookSecret }: ElevenLabsAccount, request: HostedRequest, now: Date): boolean {
  const parts = (request.header('elevenlabs-signature') ?? '').split(',');
  const valueOf = (name: string) => parts.find((each) => each.startsWith(name))?.slice(name.length) ?? '';
  const time = valueOf('t=');
  if (!/^\d{1,12}$/.test(time)) return false;
  const signed = { algorithm: 'sha256', encoding: 'hex', key: webhookSecret } as const;
  return (
    isRecent(Number(time) * 1000, now, toleranceMs) &&
    isHmac(valueOf('v0='), { ...signed, text: `${time}.${request.text}` })
  );
}
