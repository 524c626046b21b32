import type { Clock } from '../platform/clock.ts';
import { createCallActions, type RunInCall } from './call-actions.ts';
import type { Briefing } from './call-tools.ts';
import { converse, type Conversation } from './converse.ts';
import type { Brain } from './dialogue/public.ts';
import { openCallerInput } from './caller-input.ts';
import type { CallEvent, OpenCallAudio } from './media/public.ts';
import type { AttemptState, Dial } from './provider.ts';
import { toConversationState, toRefusalState } from './sip.rules.ts';
import type { CallEnd, SipTrunk, UserAgent } from './sip/public.ts';
import { getConfidence, type Listener, type Speaker } from './speech/public.ts';

/** What may fail or take long, ready before the phone rings. */
export interface PreparedCall {
  readonly briefing: Briefing;
  readonly agent: UserAgent;
  readonly openAudio: OpenCallAudio;
  readonly speaker: Speaker;
  readonly listener: Listener;
  readonly clock: Clock;
  /** Without one, the dialogue of its own. */
  readonly brain?: Brain;
  /** Writes down what fits no phrase. */
  readonly transcribe?: (samples: Int16Array) => Promise<string>;
}

const ringSeconds = 40;
/** A conversation takes two minutes; one that does not end is ended. */
const maxTalkMs = 8 * 60_000;

/** Places a call and talks. `ended` resolves when it is over and all that was said is known. */
export async function conductCall(
  work: RunInCall,
  { host, username, credentials }: SipTrunk,
  { briefing, agent, openAudio, speaker, listener, clock, brain, transcribe }: PreparedCall,
  dial: Dial,
  report: (telephony: 'ringing' | 'answered') => void,
): Promise<{ hangUp: () => void; ended: Promise<AttemptState> }> {
  let isInterrupted = false;
  const ear = openCallerInput();
  const address = agent.transport.address;
  const receive = (event: CallEvent): void => {
    if (event.kind === 'speech' || event.kind === 'digit') {
      isInterrupted = true;
      // What was to be played next may have come after the other side began to speak.
      audio.stopPlaying();
    }
    ear.receive(event);
  };
  const isFirstWay = oneWayOfDigits();
  const audio = await openAudio(address, (event) => {
    if (event.kind !== 'digit' || isFirstWay('audio')) receive(event);
  });
  const say = async (text: string): Promise<boolean> => {
    isInterrupted = false;
    for await (const sentence of speaker.speak(text, briefing.voice)) {
      if ((await audio.play(sentence)) === 'stopped' || isInterrupted) return false;
    }
    return true;
  };
  const { isRecorded } = briefing.facts;
  const tools = createCallActions(work, briefing, clock, dial);
  let unrecordedMs = 0;
  const startRecording = (): void => {
    unrecordedMs = performance.now() - answeredAt;
    audio.startRecording();
  };
  let talk: Promise<Conversation> | undefined;
  let answeredAt = 0;
  let hasRung = false;
  let hangUp: () => void = () => undefined;
  const ended = new Promise<CallEnd>((resolve) => {
    const call = agent.call(
      {
        uri: `sip:${dial.to}@${host}`,
        from: `<sip:${dial.from ?? username ?? 'daybook'}@${host}>`,
        credentials,
        ringSeconds,
        mediaAddress: address,
        mediaPort: audio.port,
      },
      {
        onRinging: () => {
          if (!hasRung) report('ringing');
          hasRung = true;
        },
        onAnswered: (side) => {
          answeredAt = performance.now();
          audio.connect(side);
          report('answered');
          setTimeout(call.hangUp, maxTalkMs).unref();
          const voice = {
            ear,
            say,
            recognize: (samples: Int16Array, grammar: string) =>
              listener.recognize(samples, grammar, briefing.language),
            confidenceOf: getConfidence,
            ...(transcribe && { transcribe }),
            ...(isRecorded && { onDisclosure: startRecording }),
          };
          talk = converse(voice, briefing.facts, briefing.offers, tools.perform, brain).finally(call.hangUp);
        },
        onMediaChanged: audio.connect,
        onDigit: (digit) => {
          if (isFirstWay('signalling')) receive({ kind: 'digit', digit });
        },
        onEnded: resolve,
      },
    );
    hangUp = call.hangUp;
  });
  return {
    hangUp: () => hangUp(),
    ended: ended.then(async (end) => {
      // The call is over, whatever became of its audio. Closing it reports what was said last.
      const recording = await audio.close().catch(() => new Uint8Array());
      ear.close();
      if (!end.wasAnswered) return toRefusalState(end);
      const durationSeconds = Math.round((performance.now() - answeredAt) / 1000);
      const conversation = (await talk) ?? { outcome: 'answered', result: 'hung_up', turns: [] };
      return {
        ...toConversationState(conversation, tools.done, end.by),
        durationSeconds,
        // What a machine says is not kept. That it was one may show late, by its tone.
        ...(recording.length > 0 &&
          conversation.outcome === 'answered' && { recording: padWithSilence(unrecordedMs, recording) }),
      };
    }),
  };
}

/** Some telephones send each digit with the audio and by signalling as well. The way of the first digit of a call counts. */
function oneWayOfDigits(): (way: 'audio' | 'signalling') => boolean {
  let first: 'audio' | 'signalling' | undefined;
  return (way) => (first ??= way) === way;
}

/** With silence in place of what came before the notice, so that it has the times of the transcript. */
export function padWithSilence(ms: number, recording: Uint8Array): Uint8Array {
  const silence = Math.round(ms * 8);
  const audio = new Uint8Array(silence + recording.length).fill(silent, 0, silence);
  audio.set(recording, silence);
  return audio.subarray(0, maxRecordingBytes);
}

/** Of G.711, mu-law. */
const silent = 0xff;
/** As many as a row may hold. */
const maxRecordingBytes = 4_000_000;

export const getErrorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
