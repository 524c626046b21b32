import { randomInt, randomUUID } from 'node:crypto';
import { advanceCall, startCall } from './call.rules.ts';
import type { CallSetup, CallTarget } from './call-requests.ts';
import type { CallEffect, CallEnd, CallEvent, CallStep, CallTimer } from './call-state.ts';
import { createBranch, createTag } from './dialog.ts';
import { serializeMessage, type SipMessage } from './message.ts';
import type { Media } from './sdp.ts';
import type { Timing } from './transactions.rules.ts';
import type { Transport } from './transport.ts';

/** One call that we place, with the socket and the timers that the decisions of `call.rules.ts` need. */
export interface OutboundCall {
  readonly callId: string;
  /** Cancels a call that rings, ends one that was answered. */
  hangUp(): void;
  /** A message of the peer in this call. */
  receive(message: SipMessage): void;
  /** Sends nothing more. */
  close(): void;
}

export interface CallHandlers {
  /** The phone rings. */
  readonly onRinging?: () => void;
  /** Audio before the answer: a ring-back tone or an announcement. */
  readonly onEarlyMedia?: (media: Media) => void;
  readonly onAnswered: (media: Media) => void;
  /** The peer changed its side: on hold, another address. */
  readonly onMediaChanged?: (media: Media) => void;
  readonly onDigit?: (digit: string) => void;
  readonly onEnded: (end: CallEnd) => void;
}

interface Line {
  readonly transport: Transport;
  readonly timing: Timing;
  /** No message of this call is expected any more. */
  readonly onForget: (callId: string) => void;
}

export function placeCall(
  { transport, timing, onForget }: Line,
  target: CallTarget,
  handlers: CallHandlers,
): OutboundCall {
  const setup = createSetup(transport, timing, target);
  const { callId } = setup.parties;
  const timers = new Map<CallTimer, NodeJS.Timeout>();
  const waiting: CallEffect[] = [];
  let isPerforming = false;
  const first = startCall(setup);
  let { call } = first;

  const handle = (event: CallEvent): void => perform(advanceCall(call, event));

  /** In their order, also when a handler causes the next event. */
  function perform(step: CallStep): void {
    call = step.call;
    waiting.push(...step.effects);
    if (isPerforming) return;
    isPerforming = true;
    try {
      for (let effect = waiting.shift(); effect; effect = waiting.shift()) performOne(effect);
    } finally {
      isPerforming = false;
    }
  }

  function performOne(effect: CallEffect): void {
    switch (effect.kind) {
      case 'send':
        return transport.send(serializeMessage(effect.message));
      case 'startTimer':
        return startTimer(effect.timer, effect.afterMs);
      case 'stopTimer':
        return stopTimer(effect.timer);
      case 'ringing':
        return handlers.onRinging?.();
      case 'earlyMedia':
        return handlers.onEarlyMedia?.(effect.media);
      case 'answered':
        return handlers.onAnswered(effect.media);
      case 'mediaChanged':
        return handlers.onMediaChanged?.(effect.media);
      case 'digit':
        return handlers.onDigit?.(effect.digit);
      case 'ended':
        return handlers.onEnded(effect.end);
      case 'forget':
        return onForget(callId);
    }
  }

  function startTimer(timer: CallTimer, afterMs: number): void {
    stopTimer(timer);
    const started = setTimeout(() => {
      timers.delete(timer);
      handle({ kind: 'timer', timer });
    }, afterMs);
    // Late messages do not keep a process running that wants to end.
    if (timer === 'linger') started.unref();
    timers.set(timer, started);
  }

  function stopTimer(timer: CallTimer): void {
    clearTimeout(timers.get(timer));
    timers.delete(timer);
  }

  perform(first);
  return {
    callId,
    hangUp: () => handle({ kind: 'hangUp' }),
    receive: (message) =>
      handle(
        message.kind === 'request'
          ? { kind: 'request', request: message }
          : { kind: 'response', response: message },
      ),
    close() {
      for (const timer of timers.keys()) stopTimer(timer);
    },
  };
}

/** All that is random in a call. */
function createSetup(end: Transport, timing: Timing, target: CallTarget): CallSetup {
  const { from, uri, mediaAddress, mediaPort } = target;
  return {
    target,
    parties: { callId: `${randomUUID()}@daybook`, from, to: `<${uri}>`, localTag: createTag() },
    media: { address: mediaAddress, port: mediaPort, sessionId: randomInt(1, 2 ** 31) },
    end,
    timing,
    branch: createBranch(),
    cnonce: createTag(),
  };
}
