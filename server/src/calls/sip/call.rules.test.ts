import { describe, expect, test } from 'vitest';
import { buildResponse } from './dialog.ts';
import { findHeader, serializeMessage } from './message.ts';
import { describePhone, startTestCall, type TestCall } from './test-call.ts';

/** What may become of a call, event by event, without a socket. */

const body = describePhone();
const credentials = { username: 'daybook', password: 'apricot' };
const challenge = (name: string) => ({
  headers: [{ name, value: 'Digest realm="trunk", nonce="4f1c", qop="auth"' }],
});
const session = (value: string) => ({ body, headers: [{ name: 'Session-Expires', value }] });

interface Sequence {
  readonly target?: Parameters<typeof startTestCall>[0];
  readonly protocol?: 'TCP';
  readonly happens: (call: TestCall) => void;
  readonly log: readonly string[];
}

const answered = (call: TestCall): void => call.answer('INVITE', 200, { body });

const sequences: Readonly<Record<string, Sequence>> = {
  'answered, and ended by us': {
    happens(call) {
      call.answer('INVITE', 100);
      call.answer('INVITE', 180);
      answered(call);
      call.hangUp();
      call.answer('BYE', 200);
    },
    log: ['INVITE 1', 'ringing', 'ACK 1 a', 'answered', 'BYE 2 a', 'ended: caller, answered'],
  },
  'answered, and ended by them, whose repeated BYE gets the same answer': {
    happens(call) {
      answered(call);
      call.ask('BYE', 1);
      call.ask('BYE', 1);
    },
    log: ['INVITE 1', 'ACK 1 a', 'answered', '200 to BYE 1', 'ended: callee, answered', '200 to BYE 1'],
  },
  'both sides hang up in the same moment': {
    happens(call) {
      answered(call);
      call.hangUp();
      call.ask('BYE', 1);
      call.answer('BYE', 481);
    },
    log: ['INVITE 1', 'ACK 1 a', 'answered', 'BYE 2 a', 'ended: caller, answered', '481 to BYE 1'],
  },
  'busy: a repeated refusal is acknowledged again': {
    happens(call) {
      call.answer('INVITE', 486);
      call.answer('INVITE', 180);
      call.answer('INVITE', 486);
    },
    log: ['INVITE 1', 'ACK 1 a', 'ended: refusal 486', 'ACK 1 a'],
  },
  'redirected, which is a refusal': {
    happens: (call) => call.answer('INVITE', 302),
    log: ['INVITE 1', 'ACK 1 a', 'ended: refusal 302'],
  },
  'declined everywhere after it rang': {
    happens(call) {
      call.answer('INVITE', 183, { body });
      call.answer('INVITE', 603);
    },
    log: ['INVITE 1', 'ringing', 'earlyMedia', 'ACK 1 a', 'ended: refusal 603'],
  },
  'refused by one phone, and accepted by another after that': {
    happens(call) {
      call.answer('INVITE', 486);
      call.answer('INVITE', 200, { body, tag: 'b' });
    },
    log: ['INVITE 1', 'ACK 1 a', 'ended: refusal 486', 'ACK 1 b', 'BYE 2 b'],
  },
  'a password for the trunk': {
    target: { credentials },
    happens(call) {
      call.answer('INVITE', 401, challenge('WWW-Authenticate'));
      answered(call);
    },
    log: ['INVITE 1', 'ACK 1 a', 'INVITE 2', 'ACK 2 a', 'answered'],
  },
  'a password for a proxy that is wrong is sent twice and not again': {
    target: { credentials },
    happens(call) {
      for (let turn = 0; turn < 3; turn += 1) call.answer('INVITE', 407, challenge('Proxy-Authenticate'));
    },
    log: ['INVITE 1', 'ACK 1 a', 'INVITE 2', 'ACK 2 a', 'INVITE 3', 'ACK 3 a', 'ended: refusal 407'],
  },
  'a password that we do not have': {
    happens: (call) => call.answer('INVITE', 401, challenge('WWW-Authenticate')),
    log: ['INVITE 1', 'ACK 1 a', 'ended: refusal 401'],
  },
  'a longer session than offered': {
    happens(call) {
      call.answer('INVITE', 422, { headers: [{ name: 'Min-SE', value: '3600' }] });
      call.answer('INVITE', 422, { headers: [{ name: 'Min-SE', value: '3600' }] });
    },
    log: ['INVITE 1', 'ACK 1 a', 'INVITE 2', 'ACK 2 a', 'ended: refusal 422'],
  },
  'not answered: canceled after 20 seconds': {
    happens(call) {
      call.answer('INVITE', 180);
      call.wait(20_000);
      call.answer('CANCEL', 200);
      call.answer('INVITE', 487);
    },
    log: ['INVITE 1', 'ringing', 'CANCEL 1', 'ACK 1 a', 'ended: no answer'],
  },
  'canceled by us before anything was answered: only once it has arrived': {
    happens(call) {
      call.hangUp();
      call.hangUp();
      call.log.push('100');
      call.answer('INVITE', 100);
      call.answer('INVITE', 180);
      call.answer('CANCEL', 200);
      call.answer('INVITE', 487);
    },
    log: ['INVITE 1', '100', 'CANCEL 1', 'ACK 1 a', 'ended: caller'],
  },
  'canceled after a challenge: only once the second INVITE has arrived': {
    target: { credentials },
    happens(call) {
      call.answer('INVITE', 100);
      call.answer('INVITE', 401, challenge('WWW-Authenticate'));
      call.hangUp();
      call.log.push('100');
      call.answer('INVITE', 100);
      call.answer('CANCEL', 200);
      call.answer('INVITE', 487);
    },
    log: ['INVITE 1', 'ACK 1 a', 'INVITE 2', '100', 'CANCEL 2', 'ACK 2 a', 'ended: caller'],
  },
  'canceled while it is being challenged': {
    target: { credentials },
    happens(call) {
      call.hangUp();
      call.answer('INVITE', 401, challenge('WWW-Authenticate'));
    },
    log: ['INVITE 1', 'ACK 1 a', 'ended: caller'],
  },
  'answered in the moment in which it is canceled: acknowledged and ended once': {
    happens(call) {
      call.answer('INVITE', 180);
      call.hangUp();
      answered(call);
      answered(call);
      call.answer('CANCEL', 481);
      call.answer('BYE', 200);
    },
    log: ['INVITE 1', 'ringing', 'CANCEL 1', 'ACK 1 a', 'BYE 2 a', 'ended: caller', 'ACK 1 a'],
  },
  'canceled, never answered, and accepted after all': {
    happens(call) {
      call.answer('INVITE', 180);
      call.hangUp();
      call.answer('CANCEL', 200);
      call.wait(32_000);
      answered(call);
    },
    log: ['INVITE 1', 'ringing', 'CANCEL 1', 'ended: caller', 'ACK 1 a', 'BYE 2 a'],
  },
  'over a connection nothing is repeated': {
    protocol: 'TCP',
    happens: (call) => call.wait(32_000),
    log: ['INVITE 1', 'ended: silence'],
  },
  'a 200 that is repeated is acknowledged again, and starts nothing': {
    happens(call) {
      answered(call);
      answered(call);
    },
    log: ['INVITE 1', 'ACK 1 a', 'answered', 'ACK 1 a'],
  },
  'a second phone that answers is hung up, and the call goes on': {
    happens(call) {
      answered(call);
      call.answer('INVITE', 200, { body, tag: 'b' });
      call.answer('INVITE', 180, { tag: 'c' });
      call.answer('INVITE', 486, { tag: 'c' });
      call.ask('BYE', 1);
    },
    log: [
      ...['INVITE 1', 'ACK 1 a', 'answered', 'ACK 1 b', 'BYE 2 b'],
      ...['200 to BYE 1', 'ended: callee, answered'],
    ],
  },
  'the first INVITE is accepted after all, and the refusal of the second one ends nothing': {
    target: { credentials },
    happens(call) {
      const [first] = call.sent;
      call.answer('INVITE', 401, challenge('WWW-Authenticate'));
      if (first?.kind === 'request')
        call.handle({ kind: 'response', response: buildResponse(first, 200, 'OK', { tag: 'b', body }) });
      call.answer('INVITE', 486);
      call.hangUp();
    },
    log: [
      ...['INVITE 1', 'ACK 1 a', 'INVITE 2', 'ACK 1 b', 'answered', 'ACK 2 a'],
      ...['BYE 3 b', 'ended: caller, answered'],
    ],
  },
  'answered without audio that we understand': {
    happens(call) {
      call.answer('INVITE', 200);
      call.answer('INVITE', 200);
    },
    log: ['INVITE 1', 'ACK 1 a', 'BYE 2 a', 'ended: refusal 488', 'ACK 1 a'],
  },
  'answered without a tag, which is no answer': {
    happens: (call) => call.answer('INVITE', 200, { body, tag: '' }),
    log: ['INVITE 1'],
  },
  'put on hold and taken back; a repeated request changes nothing, and an older one is refused': {
    happens(call) {
      answered(call);
      call.ask('INVITE', 5, { body: describePhone('sendonly') });
      call.ask('INVITE', 5, { body: describePhone('sendonly') });
      call.ask('ACK', 5);
      call.ask('UPDATE', 6, { body });
      call.ask('INFO', 4);
    },
    log: [
      ...['INVITE 1', 'ACK 1 a', 'answered', '200 to INVITE 5', 'on hold', '200 to INVITE 5'],
      ...['200 to UPDATE 6', 'audio to them', '500 to INFO 4'],
    ],
  },
  'asked for our offer: the ACK has their answer': {
    happens(call) {
      answered(call);
      call.ask('INVITE', 1);
      call.ask('ACK', 1, { body: describePhone('inactive') });
    },
    log: ['INVITE 1', 'ACK 1 a', 'answered', '200 to INVITE 1', 'on hold'],
  },
  'an offer that we do not understand leaves the call as it is': {
    happens(call) {
      answered(call);
      call.ask('INVITE', 1, { body: body.replace('m=audio', 'm=video') });
      call.ask('REFER', 2);
      call.ask('OPTIONS', 3);
    },
    log: [
      ...['INVITE 1', 'ACK 1 a', 'answered', '488 to INVITE 1'],
      ...['405 to REFER 2', '200 to OPTIONS 3'],
    ],
  },
  'digits by signaling': {
    happens(call) {
      const type = (value: string) => [{ name: 'Content-Type', value }];
      answered(call);
      call.ask('INFO', 1, { headers: type('application/dtmf-relay'), body: 'Signal=11\nDuration=160' });
      call.ask('INFO', 2, { headers: type('application/dtmf'), body: '5' });
      call.ask('INFO', 2, { headers: type('application/dtmf'), body: '5' });
      call.ask('INFO', 3, { headers: type('text/plain'), body: '7' });
    },
    log: [
      ...['INVITE 1', 'ACK 1 a', 'answered', '200 to INFO 1', 'digit #', '200 to INFO 2', 'digit 5'],
      ...['200 to INFO 2', '200 to INFO 3'],
    ],
  },
  'a BYE that overtakes the 200 ends the call when it is repeated': {
    happens(call) {
      call.ask('BYE', 1);
      answered(call);
      call.ask('BYE', 1);
    },
    log: ['INVITE 1', '481 to BYE 1', 'ACK 1 a', 'answered', '200 to BYE 1', 'ended: callee, answered'],
  },
  'we refresh a call every half of its session': {
    protocol: 'TCP',
    happens(call) {
      call.answer('INVITE', 200, session('90;refresher=uac'));
      call.wait(45_000);
      call.answer('UPDATE', 200);
      call.wait(45_000);
    },
    log: ['INVITE 1', 'ACK 1 a', 'answered', 'UPDATE 2 a', 'UPDATE 3 a'],
  },
  'a peer that stops refreshing has lost the call': {
    happens(call) {
      call.answer('INVITE', 200, session('90;refresher=uas'));
      call.wait(59_000);
      call.ask('UPDATE', 1, { headers: [{ name: 'Session-Expires', value: '90' }] });
      call.wait(59_000);
      call.wait(1_000);
      call.answer('BYE', 200);
    },
    log: [...['INVITE 1', 'ACK 1 a', 'answered', '200 to UPDATE 1', 'BYE 2 a'], 'ended: timer, answered'],
  },
  'after the end requests belong to no call': {
    happens(call) {
      call.answer('INVITE', 486);
      call.ask('INFO', 1);
      call.ask('ACK', 1, { body });
      call.hangUp();
    },
    log: ['INVITE 1', 'ACK 1 a', 'ended: refusal 486', '481 to INFO 1'],
  },
};

describe('a call', () => {
  test.each(Object.entries(sequences))('%s', (_, { target, protocol, happens, log }) => {
    const call = startTestCall(target, protocol);
    happens(call);
    expect(call.log).toEqual(log);
  });

  test('is repeated until it is answered, at growing intervals, and given up after 32 seconds', () => {
    const call = startTestCall({ ringSeconds: 60 });
    const times: number[] = [];
    for (let seen = 1; call.now() < 32_000; call.wait(500)) {
      if (call.sent.length >= seen) times.push(call.now());
      seen = call.sent.length + 1;
    }
    expect(times).toEqual([0, 500, 1500, 3500, 7500, 15_500, 31_500]);
    expect(call.log.at(-1)).toBe('ended: silence');
  });

  test('rings as long as we let it, and the INVITE is not repeated meanwhile', () => {
    const call = startTestCall({ ringSeconds: 60 });
    call.answer('INVITE', 100);
    call.wait(59_999);
    expect(call.log).toEqual(['INVITE 1']);
    call.wait(1);
    expect(call.log).toEqual(['INVITE 1', 'CANCEL 1']);
  });

  test('repeats its BYE at most every 4 seconds, until that is answered', () => {
    const call = startTestCall();
    answered(call);
    call.hangUp();
    call.wait(10_000);
    const byes = call.log.filter((line) => line === 'BYE 2 a');
    expect(byes).toHaveLength(5);
    call.answer('BYE', 200);
    call.wait(30_000);
    expect(call.log.at(-1)).toBe('forget');
    expect(call.log.filter((line) => line === 'BYE 2 a')).toEqual(byes);
  });

  test('is forgotten 40 seconds after its end, or when its last request is over', () => {
    const call = startTestCall();
    call.answer('INVITE', 486);
    call.wait(39_000);
    call.answer('INVITE', 200, { body, tag: 'b' });
    call.wait(40_000);
    expect(call.log).not.toContain('forget');
    call.wait(1_000);
    expect(call.log.at(-1)).toBe('forget');
    expect(call.timers.size).toBe(0);
  });

  test('acknowledges a repeated 200 with the very same message', () => {
    const call = startTestCall();
    answered(call);
    answered(call);
    const [first, second] = call.sent.slice(1).map(serializeMessage);
    expect(first).toContain('ACK sip:a@192.0.2.9 SIP/2.0');
    expect(second).toBe(first);
  });

  test('is canceled on the branch of its INVITE', () => {
    const call = startTestCall();
    call.answer('INVITE', 180);
    call.hangUp();
    const [invite, cancel] = call.sent;
    expect(invite && cancel && findHeader(cancel, 'Via')).toBe(invite && findHeader(invite, 'Via'));
  });

  test('sends the password that a challenge asks for', () => {
    const call = startTestCall({ credentials });
    call.answer('INVITE', 401, challenge('WWW-Authenticate'));
    const second = call.sent.at(-1);
    expect(second && findHeader(second, 'Authorization')).toMatch(
      /^Digest username="daybook", realm="trunk"/,
    );
    expect(second && findHeader(second, 'Authorization')).not.toContain('apricot');
  });
});
