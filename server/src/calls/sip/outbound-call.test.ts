import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildResponse } from './dialog.ts';
import { parseMessage, type SipRequest } from './message.ts';
import { placeCall, type CallHandlers } from './outbound-call.ts';
import { describePhone } from './test-call.ts';
import { usualTiming } from './transactions.rules.ts';

/** How the effects of a call are performed. */

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function place(handlers: Partial<CallHandlers> = {}) {
  const log: string[] = [];
  const sent: SipRequest[] = [];
  const call = placeCall(
    {
      transport: {
        ...{ protocol: 'UDP', isReliable: false, address: '192.0.2.1', port: 5060, close: () => undefined },
        send(text) {
          const message = parseMessage(text);
          if (message?.kind === 'request') {
            sent.push(message);
            log.push(message.method);
          }
        },
      },
      timing: usualTiming,
      onForget: () => log.push('forgotten'),
    },
    {
      ...{ uri: 'sip:ines@192.0.2.9', from: '<sip:daybook@192.0.2.1>', credentials: undefined },
      ...{ ringSeconds: 20, mediaAddress: '192.0.2.1', mediaPort: 4000 },
    },
    {
      onRinging: () => log.push('ringing'),
      onAnswered: () => log.push('answered'),
      onEnded: ({ by }) => log.push(`ended by ${by}`),
      ...handlers,
    },
  );
  const answer = (status: number): void => {
    const invite = sent.findLast(({ method }) => method === 'INVITE');
    if (invite) call.receive(buildResponse(invite, status, 'So', { tag: 'a', body: describePhone() }));
  };
  return { call, log, answer };
}

test('a handler can hang up at once: effects keep their order', () => {
  const { call, log, answer } = place({
    onRinging: () => {
      call.hangUp();
      log.push('ringing');
    },
    onEarlyMedia: () => log.push('early media'),
  });
  answer(183);
  expect(log).toEqual(['INVITE', 'ringing', 'early media', 'CANCEL']);
});

test('a handler that throws does not keep the next event from its effects', () => {
  const { call, log, answer } = place({
    onAnswered: () => {
      throw new Error('no audio device');
    },
  });
  expect(() => answer(200)).toThrow('no audio device');
  call.hangUp();
  expect(log).toEqual(['INVITE', 'ACK', 'BYE', 'ended by caller']);
});

test('a closed call sends nothing more, and has no timer', () => {
  const { call, log, answer } = place();
  answer(180);
  call.hangUp();
  call.close();
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(100_000);
  expect(log).toEqual(['INVITE', 'ringing', 'CANCEL']);
});

test('every call has a Call-ID of its own', () => {
  expect(place().call.callId).not.toBe(place().call.callId);
});

test('a call is forgotten when its last timer has fired', () => {
  const { log, answer } = place();
  answer(486);
  vi.advanceTimersByTime(40_000);
  expect(log).toEqual(['INVITE', 'ACK', 'ended by refusal', 'forgotten']);
  expect(vi.getTimerCount()).toBe(0);
});
