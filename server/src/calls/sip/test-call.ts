import { advanceCall, startCall } from './call.rules.ts';
import type { CallTarget } from './call-requests.ts';
import type { CallEffect, CallEnd, CallEvent, CallTimer } from './call-state.ts';
import { buildResponse } from './dialog.ts';
import {
  findHeader,
  parseParameters,
  parseSequence,
  type Header,
  type SipMessage,
  type SipRequest,
} from './message.ts';
import { buildSdpOffer } from './sdp.ts';
import { usualTiming } from './transactions.rules.ts';

/** A call without sockets, on a clock of its own. The test is the phone. */
export interface TestCall {
  /** What the call did, in order, such as `INVITE 1`, `ringing`, `200 to BYE 1`, `ended: caller`. */
  readonly log: string[];
  readonly sent: SipMessage[];
  readonly effects: CallEffect[];
  /** When each timer that runs is due. */
  readonly timers: ReadonlyMap<CallTimer, number>;
  now(): number;
  handle(event: CallEvent): void;
  /** Answers our last request with this method. */
  answer(method: string, status: number, more?: Answer): void;
  /** A request of the phone. */
  ask(method: string, number: number, more?: Omit<Answer, 'tag'>): void;
  hangUp(): void;
  /** Fires the timers that are due meanwhile. */
  wait(ms: number): void;
}

export interface Answer {
  /** Tells phones apart; `a` unless told. */
  readonly tag?: string;
  readonly body?: string;
  readonly headers?: readonly Header[];
}

export function describePhone(direction = 'sendrecv'): string {
  const offer = buildSdpOffer({ address: '192.0.2.9', port: 5000, sessionId: 1, version: 1 });
  return offer.replace('a=sendrecv', `a=${direction}`);
}

export function startTestCall(target: Partial<CallTarget> = {}, protocol: 'UDP' | 'TCP' = 'UDP'): TestCall {
  const uri = 'sip:ines@192.0.2.9';
  const from = '<sip:daybook@192.0.2.1>';
  const media = { address: '192.0.2.1', port: 4000, sessionId: 7 };
  const start = startCall({
    target: {
      uri,
      from,
      credentials: undefined,
      ringSeconds: 20,
      mediaAddress: media.address,
      mediaPort: media.port,
      ...target,
    },
    parties: { callId: 'call@daybook', from, to: `<${uri}>`, localTag: 'ours' },
    media,
    end: { protocol, isReliable: protocol === 'TCP', address: '192.0.2.1', port: 5060 },
    timing: usualTiming,
    branch: 'z9hG4bKtest',
    cnonce: 'cnonce',
  });
  const log: string[] = [];
  const sent: SipMessage[] = [];
  const effects: CallEffect[] = [];
  const timers = new Map<CallTimer, number>();
  let now = 0;
  let { call } = start;

  function perform(effect: CallEffect): void {
    effects.push(effect);
    if (effect.kind === 'startTimer') timers.set(effect.timer, now + effect.afterMs);
    else if (effect.kind === 'stopTimer') timers.delete(effect.timer);
    else log.push(describe(effect));
    if (effect.kind === 'send') sent.push(effect.message);
  }

  function handle(event: CallEvent): void {
    const step = advanceCall(call, event);
    ({ call } = step);
    step.effects.forEach(perform);
  }

  function wait(ms: number): void {
    const until = now + ms;
    for (;;) {
      const [next] = [...timers].toSorted(([, a], [, b]) => a - b);
      if (!next || next[1] > until) break;
      const [timer, due] = next;
      now = due;
      timers.delete(timer);
      handle({ kind: 'timer', timer });
    }
    now = until;
  }

  start.effects.forEach(perform);
  return {
    ...{ log, sent, effects, timers, handle, wait, now: () => now },
    answer(method, status, { tag = 'a', headers = [], body = '' } = {}) {
      const request = sent.findLast(
        (message): message is SipRequest => message.kind === 'request' && message.method === method,
      );
      if (!request) throw new Error(`No ${method} was sent.`);
      const contact = { name: 'Contact', value: `<sip:${tag}@192.0.2.9>` };
      const more = { tag, headers: [contact, ...headers], body };
      handle({ kind: 'response', response: buildResponse(request, status, `Status ${status}`, more) });
    },
    ask: (method, number, more) =>
      handle({ kind: 'request', request: buildPhoneRequest(method, number, more) }),
    hangUp: () => handle({ kind: 'hangUp' }),
  };
}

export function buildPhoneRequest(
  method: string,
  number: number,
  { headers = [], body = '' }: Omit<Answer, 'tag'> = {},
): SipRequest {
  return {
    kind: 'request',
    method,
    uri: 'sip:daybook@192.0.2.1',
    headers: [
      { name: 'Via', value: `SIP/2.0/UDP 192.0.2.9;branch=z9hG4bK${method}${number}` },
      { name: 'From', value: '<sip:ines@192.0.2.9>;tag=a' },
      { name: 'To', value: '<sip:daybook@192.0.2.1>;tag=ours' },
      { name: 'Call-ID', value: 'call@daybook' },
      { name: 'CSeq', value: `${number} ${method}` },
      ...headers,
    ],
    body,
  };
}

export const readTag = (message: SipMessage): string | undefined =>
  parseParameters(findHeader(message, 'To') ?? '').get('tag');

function describe(effect: CallEffect): string {
  switch (effect.kind) {
    case 'send':
      return describeMessage(effect.message);
    case 'mediaChanged':
      return effect.media.mayReceive ? 'audio to them' : 'on hold';
    case 'digit':
      return `digit ${effect.digit}`;
    case 'ended':
      return describeEnd(effect.end);
    default:
      return effect.kind;
  }
}

function describeMessage(message: SipMessage): string {
  const { number, method } = parseSequence(message) ?? {};
  if (message.kind === 'response') return `${message.status} to ${method} ${number}`;
  const tag = readTag(message);
  return [message.method, number, ...(tag ? [tag] : [])].join(' ');
}

function describeEnd(end: CallEnd): string {
  const answered = end.wasAnswered ? ', answered' : '';
  return `ended: ${end.by}${answered}${end.by === 'refusal' ? ` ${end.status}` : ''}`;
}
