import { buildEnd, type HostedState } from '../hosted/public.ts';

interface Telephone {
  /** `CallStatus`. */
  readonly status: string;
  /** `AnsweredBy`, with which answering machines are told from people. */
  readonly answeredBy: string | null;
  readonly durationSeconds: number | null;
}

export function toCallState({ status, answeredBy, durationSeconds }: Telephone): HostedState {
  switch (status) {
    case 'queued':
    case 'initiated':
    case 'ringing':
    case 'in-progress':
      return { state: 'active' };
    case 'busy':
      return buildEnd('busy', { durationSeconds });
    case 'no-answer':
      return buildEnd('not_answered', { durationSeconds });
    case 'canceled':
      return buildEnd('not_answered', { error: 'The call was canceled in Twilio.', isFinal: true });
    // Twilio could not complete the call as dialled: mostly there is no such number.
    case 'failed':
      return { state: 'not_placed', error: 'Twilio couldn’t connect the call.', isFinal: true };
    case 'completed':
      if (answeredBy === 'fax')
        return buildEnd('unknown', { durationSeconds, error: 'A fax machine answered.' });
      return buildEnd(answeredBy?.startsWith('machine') ? 'voicemail' : 'answered', { durationSeconds });
    default:
      return { state: 'unknown', error: `Twilio says of the call: ${status || 'nothing'}.` };
  }
}

/** Twilio takes at most 4000 characters. */
const maxTwimlLength = 4000;

/** Says the message, and lets the callee opt out. Undefined when it is too long. */
export function buildTwiml(firstMessage: string, digitsUrl: string): string | undefined {
  const said = `This is an automated call. ${firstMessage} To get no more calls, press 9.`;
  const twiml = `<Response><Gather numDigits="1" timeout="5" action="${escaped(digitsUrl)}"><Say>${escaped(said)}</Say></Gather></Response>`;
  return twiml.length > maxTwimlLength ? undefined : twiml;
}

export const twimlAfterOptOut =
  '<Response><Say>You will get no more calls. Goodbye.</Say><Hangup/></Response>';
export const twimlAfterOtherDigits = '<Response><Hangup/></Response>';

function escaped(text: string): string {
  // Control characters can't stand in XML at all.
  const printable = text.replaceAll(/[^\P{Cc}\n\t]/gu, ' ');
  return printable.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}
