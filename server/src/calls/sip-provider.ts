import { createSystemActor } from '../platform/auth/actor.ts';
import type { Config } from '../platform/config.ts';
import { runInWorkspace, type Runtime } from '../platform/context.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import type { Service } from '../platform/services.ts';
import { readSettings } from '../platform/settings.ts';
import { createCalleeActor, prepareBriefing } from './call-tools.ts';
import type { RunInCall } from './call-actions.ts';
import { conductCall, getErrorMessage, type PreparedCall } from './conduct-call.ts';
import { retryStoring } from './retry-storing.ts';
import { listLikelySentences } from './dialogue/public.ts';
import { recordStateOnLine } from './line.ts';
import { deleteOtherLines, deriveTrunkKey } from './line.store.ts';
import { createModelBrain, modelSettings, transcribeSpeech } from './model/public.ts';
import { openAudioThread, type AudioThread } from './media/public.ts';
import type { AttemptState, CallProvider, Dial } from './provider.ts';
import { openUserAgent, sipSettings, type SipLine, type SipTrunk, type UserAgent } from './sip/public.ts';
import { openSpeaker, openListener, type Listener, type Speaker } from './speech/public.ts';
import { findCallWorkspace } from './store.ts';

/** What a process has to make calls with. It is opened by the first call. */
interface Telephone {
  readonly speaker: Speaker;
  audio(): AudioThread;
  listener(): Listener;
  agent(): Promise<UserAgent>;
  /** Calls in progress, by attempt. */
  readonly calls: Map<string, OpenCall>;
  /** The calls that have a line: those in progress, and those that are about to be placed. */
  readonly lines: Set<string>;
  isClosing(): boolean;
  close(): Promise<void>;
}

interface OpenCall {
  hangUp(): void;
  readonly done: Promise<void>;
}

const telephones = new WeakMap<Config, Telephone>();
/** Well within the time after which another process would look the attempt up. */
const heartbeatMs = 60_000;
/** How long to wait before what came of a call is recorded again: two minutes in all. */
const recordDelaysMs = [500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 50_000];

/** Calls over the trunk at `SIP_URL`, and talks by itself: docs/decisions/0111. */
export function createSipProvider(runtime: Runtime, { trunk, maxCalls }: SipLine): CallProvider {
  const telephone = telephoneOf(runtime, trunk);
  return {
    name: 'sip',
    trunk: deriveTrunkKey(runtime, trunk),
    takeLine(callId) {
      if (telephone.lines.has(callId)) return true;
      if (telephone.lines.size >= maxCalls) return false;
      telephone.lines.add(callId);
      return true;
    },
    releaseLine: (callId) => void telephone.lines.delete(callId),
    place: (dial) => place(runtime, trunk, telephone, dial),
    // The process that carries a call renews its lease, so this is asked about another process that has died.
    lookUp: async ({ attemptId }) =>
      telephone.calls.has(attemptId)
        ? { state: 'active' }
        : { state: 'unknown', error: 'The server stopped during the call.' },
    hangUp: async ({ attemptId }) => telephone.calls.get(attemptId)?.hangUp(),
    readReport: () => undefined,
  };
}

/** Ends the calls of this process when it stops. With another trunk than before, calls that waited for that one are placed. */
export const telephoneService: Service = {
  name: 'telephone',
  pool: 'worker',
  start(runtime) {
    const { config, log } = runtime;
    const line = readSettings(config, sipSettings);
    const forgotten = deleteOtherLines(runtime, line && deriveTrunkKey(runtime, line.trunk)).catch(
      (error: unknown) => log.error({ err: error }, 'the state of a former trunk could not be removed'),
    );
    return {
      async stop() {
        await forgotten;
        await telephones.get(config)?.close();
      },
    };
  },
};

function telephoneOf({ config }: Runtime, trunk: SipTrunk): Telephone {
  const known = telephones.get(config);
  if (known) return known;
  let audio: AudioThread | undefined;
  let listener: Listener | undefined;
  let agent: Promise<UserAgent> | undefined;
  const calls = new Map<string, OpenCall>();
  let isClosing = false;
  const telephone: Telephone = {
    speaker: openSpeaker(),
    audio() {
      if (!audio?.isOpen()) audio = openAudioThread();
      return audio;
    },
    listener: () => (listener ??= openListener()),
    async agent() {
      const open = await agent?.catch(() => undefined);
      if (open?.isOpen()) return open;
      agent = openUserAgent(trunk.peer);
      return agent;
    },
    calls,
    lines: new Set(),
    isClosing: () => isClosing,
    async close() {
      isClosing = true;
      for (const call of calls.values()) call.hangUp();
      await Promise.all([...calls.values()].map(({ done }) => done));
      (await agent?.catch(() => undefined))?.close();
      await Promise.all([audio?.close(), listener?.close()]);
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
  if (!workspaceId) return { state: 'not_placed', error: 'The call no longer exists.' };
  const work = workIn(runtime, workspaceId, dial.callId);
  // Everything that may fail or take long comes before the phone rings.
  const prepared = await prepare(runtime, work, telephone, dial).catch(getErrorMessage);
  if (typeof prepared === 'string') return { state: 'not_placed', error: prepared };
  if (runtime.clock.now() > dial.placeBefore)
    return { state: 'not_placed', error: 'The server was too busy to place the call in time.' };
  const record = (state: AttemptState, delaysMs: readonly number[] = []) =>
    retryStoring(
      () => work((ctx) => recordStateOnLine(ctx, deriveTrunkKey(runtime, trunk), dial, state)),
      telephone.isClosing,
      delaysMs,
    ).catch((error: unknown) =>
      runtime.log.error({ err: error, callId: dial.callId }, 'state of a call could not be recorded'),
    );
  const report = (telephony: 'ringing' | 'answered') => void record({ state: 'active', telephony });
  const call = await conductCall(work, trunk, prepared, dial, report);
  const heartbeat = setInterval(() => void record({ state: 'active' }), heartbeatMs);
  const done = call.ended
    .then((state) => record(state, recordDelaysMs))
    .finally(() => {
      clearInterval(heartbeat);
      telephone.calls.delete(dial.attemptId);
      telephone.lines.delete(dial.callId);
    });
  telephone.calls.set(dial.attemptId, { hangUp: call.hangUp, done });
  return { state: 'active' };
}

function workIn(runtime: Runtime, workspaceId: WorkspaceId, callId: string): RunInCall {
  return (use, by = 'server') =>
    runInWorkspace(
      runtime,
      by === 'server' ? createSystemActor(workspaceId) : createCalleeActor(workspaceId, callId),
      use,
    );
}

async function prepare(
  { config, outbound, clock }: Runtime,
  work: RunInCall,
  telephone: Telephone,
  { callId }: Dial,
): Promise<PreparedCall | string> {
  const callModel = readSettings(config, modelSettings);
  const briefing = await work((ctx) => prepareBriefing(ctx, callId));
  if (typeof briefing === 'string') return briefing;
  const [agent, listener] = [await telephone.agent(), telephone.listener()];
  const isReady = listener.prepare(briefing.language);
  isReady.catch(() => undefined);
  // Proves that the voice is there, and that the threads are. What is likely to be said is ready when somebody answers.
  for (const text of listLikelySentences(briefing.facts, briefing.offers))
    await telephone.speaker.render(text, briefing.voice);
  await isReady;
  return {
    ...{ briefing, agent, openAudio: telephone.audio().open, speaker: telephone.speaker, listener, clock },
    ...(callModel && { brain: createModelBrain({ outbound, model: callModel, prompt: briefing.prompt }) }),
    // A yes needs the agreement of a second recognizer only where there is one.
    ...(callModel?.speechModel !== undefined && {
      transcribe: (samples: Int16Array) => transcribeSpeech(outbound, callModel, samples),
    }),
  };
}
