import { callReport } from '@daybook/contract/calls';
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import { generateUuid } from '../platform/ids.ts';
import type { Outbound, Outcome } from '../platform/safe-fetch/safe-fetch.ts';
import { declareSettings, requireTogether, webAddress } from '../platform/settings.ts';
import { isAccepted, toRefusalState } from './hosted/public.ts';
import type { CallProvider, Dial, AttemptState } from './provider.ts';
import { isSigned, signRequest } from '../webhooks/public.ts';

interface VoicePlatform {
  readonly url: string;
  readonly secret: string;
}

export const voiceSettings = declareSettings(
  {
    VOICE_URL: webAddress()
      .optional()
      .describe('Address of the voice platform that places calls of agents with the provider http'),
    VOICE_SECRET: z
      .string()
      .regex(/^whsec_[A-Za-z0-9+/]{32,}=*$/, 'must be whsec_ and at least 24 bytes in base64')
      .optional()
      .describe('Signs what goes to the voice platform and what it reports: whsec_ and base64'),
  },
  ({ VOICE_URL, VOICE_SECRET }): VoicePlatform | undefined =>
    requireTogether({ url: ['VOICE_URL', VOICE_URL], secret: ['VOICE_SECRET', VOICE_SECRET] }),
);

interface Options {
  readonly voice: VoicePlatform;
  readonly outbound: Outbound;
  readonly clock: Clock;
}

/**
 * Hands calls to a voice platform: one address that takes `call.place`, `call.look_up` and `call.hang_up`, signed as in
 * Standard Webhooks, and that reports with the same secret. docs/guide/calls.md says what a platform has to do.
 */
export function createVoicePlatform({ voice: { url, secret }, outbound, clock }: Options): CallProvider {
  const post = (type: string, id: string, dial: Dial): Promise<Outcome> => {
    const body = JSON.stringify({ type, ...dial });
    const headers = { ...signRequest(secret, id, clock.now(), body), 'content-type': 'application/json' };
    return outbound.request(url, { method: 'POST', headers, body, bodyTimeoutMs: 2_000 });
  };
  return {
    name: 'http',
    // The message has the attempt's id, so a platform that drops duplicates can't dial twice.
    place: async (dial) => stateAfterPlace(await post('call.place', dial.attemptId, dial)),
    lookUp: async (dial) => stateAfterLookUp(await post('call.look_up', generateUuid(), dial)),
    hangUp: async (dial) => void (await post('call.hang_up', generateUuid(), dial)),
    readReport(request, now) {
      if (!isSigned(secret, request, now)) return undefined;
      const { success, data } = callReport.safeParse(JSON.parse(request.text));
      return success ? { attemptId: data.attemptId, state: stateOf(data) } : undefined;
    },
  };
}

function stateAfterPlace(answer: Outcome): AttemptState {
  if (isAccepted(answer)) return parseState(answer) ?? { state: 'active' };
  return toRefusalState('The voice platform', answer);
}

function stateAfterLookUp(answer: Outcome): AttemptState {
  if (answer.statusCode === 404)
    return { state: 'not_placed', error: 'The voice platform never received the call.' };
  const state = answer.statusCode === 200 ? parseState(answer) : undefined;
  const error = answer.error ?? `The voice platform answered ${answer.statusCode} when asked about the call.`;
  return state ?? { state: 'unknown', error };
}

function parseState({ body }: Outcome): AttemptState | undefined {
  try {
    const { success, data } = callReport.safeParse(JSON.parse(body, withoutNul));
    return success ? stateOf(data) : undefined;
  } catch {
    return undefined;
  }
}

/** PostgreSQL stores neither NUL nor half of a character. */
function withoutNul(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, '') : value;
}

function stateOf(report: z.output<typeof callReport>): AttemptState {
  const { status, outcome, telephonyState: telephony, callbackAt, ...rest } = report;
  if (status === 'in_progress') {
    const isUnderWay = telephony === 'dialing' || telephony === 'ringing' || telephony === 'answered';
    return { state: 'active', ...(isUnderWay && { telephony }) };
  }
  return {
    ...rest,
    state: 'ended',
    outcome: outcome ?? 'unknown',
    ...(telephony && { telephony }),
    ...(callbackAt && { callAgainAt: new Date(callbackAt) }),
  };
}
