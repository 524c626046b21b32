import { systemActor } from '../platform/auth/actor.ts';
import type { Config } from '../platform/config.ts';
import { inWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import { Problem } from '../platform/problems.ts';
import type { Service } from '../platform/services.ts';
import type { SipTrunk } from '../platform/sip-trunk.ts';
import { bookInCall, findLaterOffers, optOut, prepareBriefing, type Briefing } from './call-tools.ts';
import { converse, transcriptOf, type Conversation, type Perform } from './converse.ts';
import { begin as beginDialogue, callBackAt } from './dialogue/public.ts';
import { openEar } from './ear.ts';
import { recordState } from './end-attempt.ts';
import { openMedia } from './media/public.ts';
import type { AttemptState, CallProvider, Dial, EndedAttempt } from './provider.ts';
import { openUserAgent, type CallEnd, type UserAgent } from './sip/public.ts';
import { fliteSpeaker, openListener, type Listener } from './speech/public.ts';
import { findCallWorkspace } from './store.ts';

/** What a process has to make calls with. It is opened by the first call. */
interface Telephone {
  readonly speaker: ReturnType<typeof fliteSpeaker>;
  listener(): Listener;
  agent(): Promise<UserAgent>;
  /** Calls in progress, by attempt. */
  readonly calls: Map<string, OpenCall>;
  close(): Promise<void>;
}

interface OpenCall {
  hangUp(): void;
  readonly done: Promise<void>;
}

const telephones = new WeakMap<Config, Telephone>();
const ringSeconds = 40;
/** A conversation takes two minutes; one that does not end is ended. */
const maxTalkMs = 8 * 60_000;
/** Well within the time after which another process would look the attempt up. */
const heartbeatMs = 60_000;

/** Calls over the trunk at `SIP_URL`, and talks by itself: docs/decisions/0111. */
export function sipProvider(runtime: Runtime, trunk: SipTrunk): CallProvider {
  const telephone = telephoneOf(runtime, trunk);
  return {
    name: 'sip',
    place: (dial) => place(runtime, trunk, telephone, dial),
    // Whoever carries a call renews its lease, so this is asked about another process that has died.
    lookUp: async ({ attemptId }) =>
      telephone.calls.has(attemptId)
        ? { state: 'active' }
        : { state: 'unknown', error: 'The server stopped during the call.' },
    hangUp: async ({ attemptId }) => telephone.calls.get(attemptId)?.hangUp(),
    readReport: () => undefined,
  };
}

/** Ends the calls of this process when it stops. */
export const telephoneService: Service = {
  name: 'telephone',
  pool: 'worker',
  start: ({ config }) => ({ stop: async () => telephones.get(config)?.close() }),
};

function telephoneOf({ config }: Runtime, trunk: SipTrunk): Telephone {
  const known = telephones.get(config);
  if (known) return known;
  let listener: Listener | undefined;
  let agent: Promise<UserAgent> | undefined;
  const calls = new Map<string, OpenCall>();
  const telephone: Telephone = {
    speaker: fliteSpeaker(),
    listener: () => (listener ??= openListener()),
    async agent() {
      const open = await agent?.catch(() => undefined);
      if (open?.isOpen()) return open;
      agent = openUserAgent(trunk.peer);
      return agent;
    },
    calls,
    async close() {
      for (const call of calls.values()) call.hangUp();
      await Promise.all([...calls.values()].map(({ done }) => done));
      (await agent?.catch(() => undefined))?.close();
      await listener?.close();
      telephones.delete(config);
    },
  };
  telephones.set(config, telephone);
  return telephone;
}

async function place(
  runtime: Runtime,
  trunk: SipTrunk,
  telephone: Telephone,
  dial: Dial,
): Promise<AttemptState> {
  const workspaceId = await findCallWorkspace(runtime.database, dial.callId);
  if (!workspaceId) return { state: 'not_placed', error: 'The call does not exist any more.' };
  const work = workIn(runtime, workspaceId);
  // Everything that may fail or take long comes before the phone rings.
  const prepared = await prepare(work, telephone, dial).catch(notPlaced);
  if (typeof prepared === 'string') return { state: 'not_placed', error: prepared };
  if (runtime.clock.now() > dial.placeBefore)
    return { state: 'not_placed', error: 'The server was too busy to place the call in time.' };
  const record = (state: AttemptState) =>
    work((ctx) => recordState(ctx, dial.callId, dial.attemptId, state)).catch((error: unknown) =>
      runtime.log.error({ err: error, callId: dial.callId }, 'state of a call could not be recorded'),
    );
  const call = await begin(work, trunk, telephone, prepared, dial);
  const heartbeat = setInterval(() => void record({ state: 'active' }), heartbeatMs);
  const done = call.ended.then(record).finally(() => {
    clearInterval(heartbeat);
    telephone.calls.delete(dial.attemptId);
  });
  telephone.calls.set(dial.attemptId, { hangUp: call.hangUp, done });
  return { state: 'active' };
}

type Work = <T>(use: (ctx: Ctx) => Promise<T>) => Promise<T>;

function workIn(runtime: Runtime, workspaceId: WorkspaceId): Work {
  return (use) => inWorkspace(runtime, systemActor(workspaceId), use);
}

const notPlaced = (error: unknown): string => (error instanceof Error ? error.message : String(error));

interface Prepared {
  readonly briefing: Briefing;
  readonly agent: UserAgent;
  readonly listener: Listener;
}

async function prepare(work: Work, telephone: Telephone, { callId }: Dial): Promise<Prepared | string> {
  const briefing = await work((ctx) => prepareBriefing(ctx, callId));
  if (typeof briefing === 'string') return briefing;
  const [agent, listener] = [await telephone.agent(), telephone.listener()];
  // Proves that the voice is there, and that the thread is. What is said first, and the times, are ready when somebody answers.
  await telephone.speaker.render(beginDialogue(briefing.facts, briefing.offers).say, briefing.voice);
  await listener.recognize(new Int16Array(800), '<reply> = yes;');
  return { briefing, agent, listener };
}

/** Places the call. `ended` resolves when it is over and all that was said is known. */
async function begin(
  work: Work,
  { host, username, credentials }: SipTrunk,
  { speaker }: Telephone,
  { briefing, agent, listener }: Prepared,
  dial: Dial,
): Promise<{ hangUp: () => void; ended: Promise<AttemptState> }> {
  const ear = openEar(() => media.stopPlaying());
  const address = agent.transport.address;
  const media = await openMedia(address, { onFrame: ear.push, onDigit: ear.pushDigit });
  const tools = toolsOf(work, briefing, dial);
  let talk: Promise<Conversation> | undefined;
  let answeredAt = 0;
  let hangUp: () => void = () => undefined;
  const ended = new Promise<CallEnd>((resolve) => {
    const call = agent.call(
      {
        uri: `sip:${dial.to}@${host}`,
        from: `<sip:${dial.from ?? username ?? 'daybook'}@${host}>`,
        credentials,
        ringSeconds,
        mediaAddress: address,
        mediaPort: media.port,
      },
      {
        onAnswered: (side) => {
          answeredAt = performance.now();
          media.connect(side);
          setTimeout(call.hangUp, maxTalkMs).unref();
          const voice = {
            ear,
            say: async (text: string) => void (await media.play(await speaker.render(text, briefing.voice))),
            recognize: listener.recognize,
          };
          talk = converse(voice, briefing.facts, briefing.offers, tools.perform).finally(call.hangUp);
          talk.catch(() => undefined);
        },
        onMediaChanged: media.connect,
        onEnded: resolve,
      },
    );
    hangUp = call.hangUp;
  });
  return {
    hangUp: () => hangUp(),
    ended: ended.then(async (end) => {
      ear.close();
      media.close();
      if (!end.wasAnswered) return stateOfRefusal(end);
      const durationSeconds = Math.round((performance.now() - answeredAt) / 1000);
      const conversation = await talk?.catch((error: unknown) => notPlaced(error));
      return { ...stateOfConversation(conversation, tools), durationSeconds };
    }),
  };
}

interface Tools {
  readonly perform: Perform;
  readonly result: { eventUuid?: string; callAgainAt?: Date; hasOptedOut?: true };
}

function toolsOf(work: Work, briefing: Briefing, dial: Dial): Tools {
  const result: Tools['result'] = {};
  const perform: Perform = async (action) => {
    switch (action.kind) {
      case 'book':
        try {
          result.eventUuid = await work((ctx) => bookInCall(ctx, briefing, dial, action.startMs));
          return { kind: 'booked' };
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
          if (error.status !== 409) return { kind: 'refused' };
          return { kind: 'gone', offers: await work((ctx) => findLaterOffers(ctx, briefing, 0)) };
        }
      case 'find later times':
        return { kind: 'times', offers: await work((ctx) => findLaterOffers(ctx, briefing, action.afterMs)) };
      case 'call back':
        result.callAgainAt = await work(
          async ({ now }) => new Date(callBackAt(now.getTime(), briefing.zone, action.day, action.hour)),
        );
        return undefined;
      case 'opt out':
        await work((ctx) => optOut(ctx, dial.callId));
        result.hasOptedOut = true;
        return undefined;
    }
  };
  return { perform, result };
}

/** A call that was not answered. Whether the phone rang decides whether it may be tried again. */
function stateOfRefusal(end: Exclude<CallEnd, { wasAnswered: true }>): AttemptState {
  if (end.by === 'silence') return { state: 'ended', outcome: 'unknown', error: 'The trunk did not answer.' };
  if (end.by === 'caller')
    return { state: 'ended', outcome: 'unknown', error: 'The server stopped during the call.' };
  if (end.by !== 'refusal') return { state: 'ended', outcome: 'not_answered' };
  const error = `The trunk answered ${end.status} ${end.reason}`.trimEnd();
  if (end.status === 486 || end.status === 600) return { state: 'ended', outcome: 'busy' };
  if (end.status === 603)
    return { state: 'ended', outcome: 'not_answered', error: 'The call was declined.', isFinal: true };
  if (end.status === 480 || end.status === 408 || end.status === 487)
    return { state: 'ended', outcome: 'not_answered', error };
  return { state: 'not_placed', error, isFinal: end.status < 500 };
}

function stateOfConversation(
  conversation: Conversation | string | undefined,
  { result }: Tools,
): EndedAttempt {
  if (typeof conversation !== 'object')
    return { state: 'ended', outcome: 'answered', error: conversation, eventUuid: result.eventUuid };
  return {
    state: 'ended',
    outcome: conversation.outcome,
    transcript: transcriptOf(conversation.turns),
    summary: summaryOf(conversation, result),
    eventUuid: result.eventUuid,
    callAgainAt: result.callAgainAt,
  };
}

function summaryOf({ outcome, isComplete }: Conversation, result: Tools['result']): string {
  if (result.eventUuid) return 'A time was booked.';
  if (result.hasOptedOut) return 'The person wants no more calls; the number is on the do-not-call list.';
  if (result.callAgainAt)
    return `The person asked to be called again at ${result.callAgainAt.toISOString()}.`;
  if (outcome === 'voicemail') return 'A message was left on an answering machine.';
  return isComplete ? 'Nothing was booked.' : 'The person hung up before the end.';
}
