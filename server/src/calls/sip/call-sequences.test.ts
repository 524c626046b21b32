import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CallEffect, CallEnd, CallEvent } from './call-state.ts';
import { buildResponse } from './dialog.ts';
import { parseSequence, type SipMessage, type SipRequest } from './message.ts';
import { buildPhoneRequest, describePhone, readTag, startTestCall } from './test-call.ts';

/** Whatever happens to a call, and in whichever order, it keeps its promises. */

type Command =
  /** Answers the nth request that we have sent. */
  | {
      readonly kind: 'answer';
      readonly nth: number;
      readonly status: number;
      readonly tag: string;
      readonly extra: Extra;
    }
  | { readonly kind: 'ask'; readonly method: string; readonly number: number; readonly extra: Extra }
  /** The nth message comes again. */
  | { readonly kind: 'repeat'; readonly nth: number }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'hangUp' };

const extras = {
  nothing: {},
  audio: { body: describePhone() },
  hold: { body: describePhone('sendonly') },
  video: { body: describePhone().replace('m=audio', 'm=video') },
  ourSession: { body: describePhone(), headers: [{ name: 'Session-Expires', value: '90;refresher=uac' }] },
  theirSession: { body: describePhone(), headers: [{ name: 'Session-Expires', value: '90;refresher=uas' }] },
  challenge: { headers: [{ name: 'WWW-Authenticate', value: 'Digest realm="trunk", nonce="4f1c"' }] },
  minimum: { headers: [{ name: 'Min-SE', value: '3600' }] },
};
type Extra = keyof typeof extras;

const extra = fc.constantFrom(...(Object.keys(extras) as Extra[]));
const nth = fc.nat({ max: 30 });
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('answer'),
      nth,
      status: fc.constantFrom(100, 180, 183, 200, 200, 202, 302, 401, 407, 422, 481, 486, 487, 503, 603),
      tag: fc.constantFrom('a', 'a', 'b', 'c', ''),
      extra,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('ask'),
      method: fc.constantFrom('BYE', 'INVITE', 'ACK', 'UPDATE', 'INFO', 'OPTIONS', 'REFER', 'CANCEL'),
      number: fc.integer({ min: 1, max: 4 }),
      extra,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('repeat'), nth }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('wait'),
      ms: fc.constantFrom(10, 500, 4_000, 20_000, 32_000, 60_000),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'hangUp' }) },
);
const commands = fc.array(command, { maxLength: 25 });
const protocol = fc.constantFrom('UDP', 'TCP');

test('a call ends once, hangs up every phone that answered, and leaves nothing behind', () => {
  fc.assert(
    fc.property(commands, protocol, (sequence, over) => void checkCall(sequence, over)),
    { numRuns: 1_000 },
  );
});

test('these sequences reach every end of a call', () => {
  const ends = fc
    .sample(commands, { seed: 31, numRuns: 1_500 })
    .map((sequence) => checkCall(sequence, 'UDP'))
    .map(({ by, wasAnswered }) => `${by}${wasAnswered ? ', answered' : ''}`);
  expect([...new Set(ends)].toSorted()).toEqual([
    'callee, answered',
    'caller',
    'caller, answered',
    'no answer',
    'refusal',
    'silence',
    'timer, answered',
  ]);
});

function checkCall(sequence: readonly Command[], over: 'UDP' | 'TCP'): CallEnd {
  const call = startTestCall({ credentials: { username: 'daybook', password: 'apricot' } }, over);
  const received: CallEvent[] = [];
  const accepted = new Set<string>();
  const arrived = new Set<number | undefined>();
  let hasHungUp = false;

  function handle(event: CallEvent): void {
    const before = call.effects.length;
    received.push(event);
    if (event.kind === 'response' && event.response.status < 200) arrived.add(numberOf(event.response));
    call.handle(event);
    const sent = messagesIn(call.effects.slice(before));
    if (event.kind === 'request') checkReply(event.request, sent);
    if (event.kind === 'response' && isAcceptance(event.response)) {
      accepted.add(readTag(event.response) ?? '');
      const acks = sent.filter((message) => isAckTo(message, event.response));
      check(acks.length === 1, 'every 2xx is acknowledged');
    }
  }

  for (const each of [...sequence, { kind: 'hangUp' } as const, { kind: 'wait', ms: 200_000 } as const]) {
    if (call.log.includes('forget')) break;
    const before = call.effects.length;
    if (each.kind === 'wait') call.wait(each.ms);
    else for (const event of toEvents(each, call.sent, received)) handle(event);
    const cancels = requestsIn(call.sent).filter(({ method }) => method === 'CANCEL');
    check(
      cancels.every((cancel) => arrived.has(numberOf(cancel))),
      'an INVITE is canceled once it has arrived',
    );
    const isAnswered = call.effects.slice(before).some(({ kind }) => kind === 'answered');
    check(!hasHungUp || !isAnswered, 'a call that we hung up is not answered any more');
    hasHungUp ||= each.kind === 'hangUp';
    const hasEnded = call.effects.some(({ kind }) => kind === 'ended');
    const ofCall = [...call.timers.keys()].filter((timer) => /^(?:ring|cancel|session)$/.test(timer));
    check(!hasEnded || ofCall.length === 0, 'the end stops the timers of the call');
  }
  check(call.timers.size === 0, 'no timer is left');
  check(call.effects.filter(({ kind }) => kind === 'forget').length === 1, 'a call is forgotten once');
  const end = checkEnd(call.effects);
  checkNumbers(call.sent);
  checkHangUps(call.sent, accepted, end);
  return end;
}

/** `expect` takes longer than the call itself. */
function check(isKept: boolean, promise: string): void {
  if (!isKept) throw new Error(`Broken: ${promise}.`);
}

function toEvents(
  each: Exclude<Command, { kind: 'wait' }>,
  sent: readonly SipMessage[],
  received: readonly CallEvent[],
): CallEvent[] {
  if (each.kind === 'hangUp') return [{ kind: 'hangUp' }];
  if (each.kind === 'repeat') return received.slice(each.nth, each.nth + 1);
  if (each.kind === 'ask')
    return [{ kind: 'request', request: buildPhoneRequest(each.method, each.number, extras[each.extra]) }];
  const requests = requestsIn(sent).filter(({ method }) => method !== 'ACK');
  const request = requests[each.nth % requests.length];
  const { status, tag } = each;
  return request
    ? [{ kind: 'response', response: buildResponse(request, status, 'So', { tag, ...extras[each.extra] }) }]
    : [];
}

function checkReply(request: SipRequest, sent: readonly SipMessage[]): void {
  const replies = sent.filter(({ kind }) => kind === 'response');
  check(replies.length === (request.method === 'ACK' ? 0 : 1), 'every request but ACK has one answer');
}

const news: readonly CallEffect['kind'][] = ['ringing', 'earlyMedia', 'answered', 'mediaChanged', 'digit'];

function checkEnd(effects: readonly CallEffect[]): CallEnd {
  const [ended, ...others] = effects.flatMap((effect) => (effect.kind === 'ended' ? [effect] : []));
  if (!ended || others.length > 0) throw new Error('Broken: a call ends once.');
  const at = effects.indexOf(ended);
  const [before, after] = [effects.slice(0, at), effects.slice(at + 1)];
  check(!after.some(({ kind }) => news.includes(kind)), 'there is no news after the end');
  const earlier = new Set(messagesIn(before));
  const later = requestsIn(messagesIn(after));
  const isOwed = ({ method }: SipRequest): boolean => method === 'ACK' || method === 'BYE';
  check(
    later.every((each) => earlier.has(each) || isOwed(each)),
    'nothing new is sent after the end but the ACK and BYE of a phone that answers late',
  );
  check(!later.some(({ method }) => method === 'INVITE'), 'nobody is invited after the end');
  const answers = before.filter(({ kind }) => kind === 'answered');
  check(answers.length === (ended.end.wasAnswered ? 1 : 0), 'the end says whether the call was answered');
  return ended.end;
}

function checkNumbers(sent: readonly SipMessage[]): void {
  const all = [...new Set(requestsIn(sent))];
  const numbered = all.filter(({ method }) => method !== 'ACK' && method !== 'CANCEL');
  check(
    numbered.every((request, index) => numberOf(request) === index + 1),
    'each new request has the next number',
  );
  const [cancel, ...others] = all.filter(({ method }) => method === 'CANCEL');
  const invite = all.findLast(({ method }) => method === 'INVITE');
  check(others.length === 0, 'a call is canceled once');
  check(
    !cancel || numberOf(cancel) === (invite && numberOf(invite)),
    'CANCEL has the number of the last INVITE',
  );
}

function checkHangUps(sent: readonly SipMessage[], accepted: ReadonlySet<string>, end: CallEnd): void {
  const byes = [...new Set(requestsIn(sent).filter(({ method }) => method === 'BYE'))].map(readTag);
  check(new Set(byes).size === byes.length, 'every phone is hung up once');
  const owed = accepted.size - (end.by === 'callee' ? 1 : 0);
  check(byes.length === owed, 'every phone that answered is hung up, unless it hung up itself');
}

const numberOf = (message: SipMessage): number | undefined => parseSequence(message)?.number;

const messagesIn = (effects: readonly CallEffect[]): SipMessage[] =>
  effects.flatMap((effect) => (effect.kind === 'send' ? [effect.message] : []));

const requestsIn = (messages: readonly SipMessage[]): SipRequest[] =>
  messages.flatMap((message) => (message.kind === 'request' ? [message] : []));

function isAcceptance(response: SipMessage): boolean {
  const isSuccess = response.kind === 'response' && response.status >= 200 && response.status < 300;
  return isSuccess && parseSequence(response)?.method === 'INVITE' && Boolean(readTag(response));
}

const isAckTo = (message: SipMessage, response: SipMessage): boolean =>
  message.kind === 'request' && message.method === 'ACK' && readTag(message) === readTag(response);
