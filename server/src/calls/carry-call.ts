import type { Ctx } from '../platform/context.ts';
import { Problem } from '../platform/problems.ts';
import type { SipTrunk } from '../platform/sip-trunk.ts';
import { bookInCall, findLaterOffers, optOut, sendLink, type Briefing } from './call-tools.ts';
import { converse, type Conversation, type Perform } from './converse.ts';
import { callBackAt, type Brain } from './dialogue/public.ts';
import { openEar } from './ear.ts';
import type { OpenCallAudio } from './media/public.ts';
import type { AttemptState, Dial } from './provider.ts';
import { stateOfConversation, stateOfRefusal, type Done } from './sip.rules.ts';
import type { CallEnd, UserAgent } from './sip/public.ts';
import { confidenceOf, type Listener, type Speaker } from './speech/public.ts';

/** In a transaction, on behalf of the server or of who is called. */
export type Work = <T>(use: (ctx: Ctx) => Promise<T>, by?: 'server' | 'callee') => Promise<T>;

/** What may fail or take long, ready before the phone rings. */
export interface Prepared {
  readonly briefing: Briefing;
  readonly agent: UserAgent;
  readonly openAudio: OpenCallAudio;
  readonly speaker: Speaker;
  readonly listener: Listener;
  /** Without one, the dialogue of its own. */
  readonly brain?: Brain;
  /** Writes down what fits no phrase. */
  readonly transcribe?: (samples: Int16Array) => Promise<string>;
}

const ringSeconds = 40;
/** A conversation takes two minutes; one that does not end is ended. */
const maxTalkMs = 8 * 60_000;

/** Places a call and talks. `ended` resolves when it is over and all that was said is known. */
export async function carryCall(
  work: Work,
  { host, username, credentials }: SipTrunk,
  { briefing, agent, openAudio, speaker, listener, brain, transcribe }: Prepared,
  dial: Dial,
  report: (telephony: 'ringing' | 'answered') => void,
): Promise<{ hangUp: () => void; ended: Promise<AttemptState> }> {
  let isInterrupted = false;
  const ear = openEar();
  const address = agent.transport.address;
  const audio = await openAudio(address, (event) => {
    if (event.kind === 'speech' || event.kind === 'digit') {
      isInterrupted = true;
      // What was to be played next may have come after the other side began to speak.
      audio.stopPlaying();
    }
    ear.receive(event);
  });
  const say = async (text: string): Promise<void> => {
    isInterrupted = false;
    for await (const sentence of speaker.speak(text, briefing.voice)) {
      if ((await audio.play(sentence)) === 'stopped' || isInterrupted) return;
    }
  };
  const { isRecorded } = briefing.facts;
  const tools = toolsOf(work, briefing, dial);
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
            confidenceOf,
            ...(transcribe && { transcribe }),
            ...(isRecorded && { onDisclosure: audio.startRecording }),
          };
          talk = converse(voice, briefing.facts, briefing.offers, tools.perform, brain).finally(call.hangUp);
          talk.catch(() => undefined);
        },
        onMediaChanged: audio.connect,
        onEnded: resolve,
      },
    );
    hangUp = call.hangUp;
  });
  return {
    hangUp: () => hangUp(),
    ended: ended.then(async (end) => {
      ear.close();
      // The call is over, whatever became of its audio.
      const recording = await audio.close().catch(() => new Uint8Array());
      if (!end.wasAnswered) return stateOfRefusal(end);
      const durationSeconds = Math.round((performance.now() - answeredAt) / 1000);
      const conversation = await talk?.catch((error: unknown) => sentenceOf(error));
      return {
        ...stateOfConversation(conversation, tools.done),
        durationSeconds,
        ...(recording.length > 0 && { recording }),
      };
    }),
  };
}

export const sentenceOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

interface Tools {
  readonly perform: Perform;
  readonly done: Done;
}

function toolsOf(work: Work, briefing: Briefing, dial: Dial): Tools {
  const done: { -readonly [fact in keyof Done]: Done[fact] } = {};
  const perform: Perform = async (action) => {
    switch (action.kind) {
      case 'book':
        try {
          done.eventUuid = await work((ctx) => bookInCall(ctx, briefing, dial, action.startMs), 'callee');
          return { kind: 'booked' };
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
          if (error.status !== 409) return { kind: 'refused' };
          return { kind: 'gone', offers: await work((ctx) => findLaterOffers(ctx, briefing, 0)) };
        }
      case 'find later times':
        return { kind: 'times', offers: await work((ctx) => findLaterOffers(ctx, briefing, action.afterMs)) };
      case 'call back':
        done.callAgainAt = await work(
          async ({ now }) => new Date(callBackAt(now.getTime(), briefing.zone, action.day, action.hour)),
        );
        return undefined;
      case 'opt out':
        await work((ctx) => optOut(ctx, dial.callId));
        return undefined;
      case 'send link': {
        // Whoever could not be understood is not left without a goodbye, too.
        const isSent = await work((ctx) => sendLink(ctx, briefing, dial.callId)).catch(() => false);
        done.isLinkSent = isSent;
        return { kind: 'link', isSent };
      }
    }
  };
  return { perform, done };
}
