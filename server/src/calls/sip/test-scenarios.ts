import type { CallEnd } from './call-state.ts';
import type { CallTarget } from './call-requests.ts';
import {
  sippAnswered,
  sippAnsweredWith,
  invite,
  sippPause,
  sippReceive,
  sippReceiveWith,
  sippRequest,
  sippSend,
} from './test-sipp.ts';
import { openUserAgent } from './user-agent.ts';

export interface Case {
  readonly steps: readonly string[];
  readonly end: CallEnd;
  readonly target?: Partial<CallTarget>;
  /** When we hang up, counted from the answer. */
  readonly hangUpMs?: number;
  /** When we hang up, counted from the call. */
  readonly giveUpMs?: number;
  readonly seen?: readonly string[];
}

const trying = sippSend(100, 'Trying');
const ringing = sippSend(180, 'Ringing');
const ok = sippSend(200, 'OK', { media: 'sendrecv' });
const ourBye = [sippReceive('BYE'), sippSend(200, 'OK')];
const cancelled = [
  sippReceive('CANCEL'),
  sippSend(200, 'OK'),
  sippSend(487, 'Request Terminated', { cseq: '1 INVITE' }),
  sippReceive('ACK'),
];
const refused = (status: number, reason: string): CallEnd => ({
  by: 'refusal',
  wasAnswered: false,
  status,
  reason,
});
const weEnded: CallEnd = { by: 'caller', wasAnswered: true };
const theyEnded: CallEnd = { by: 'callee', wasAnswered: true };
const credentials = { username: 'daybook', password: 'apricot' };
const challenge = (name: string, more = ''): string =>
  `${name}: Digest realm="trunk", nonce="4f1c", qop="auth"${more}`;

/** What may become of a call, each with the phone that does it. */
export const cases: Readonly<Record<string, Case>> = {
  'answered, and ended by us': {
    steps: [invite, trying, ringing, sippPause(200), ok, sippReceive('ACK'), ...ourBye],
    hangUpMs: 200,
    end: weEnded,
    seen: ['ringing', 'answered'],
  },
  'answered, and ended by them': {
    steps: [invite, ok, sippReceive('ACK'), sippPause(200), sippRequest('BYE', 1), sippAnswered(200)],
    end: theyEnded,
  },
  busy: {
    steps: [invite, trying, sippSend(486, 'Busy Here'), sippReceive('ACK')],
    end: refused(486, 'Busy Here'),
  },
  'busy everywhere': {
    steps: [invite, sippSend(600, 'Busy Everywhere'), sippReceive('ACK')],
    end: refused(600, 'Busy Everywhere'),
  },
  declined: {
    steps: [invite, ringing, sippSend(603, 'Decline'), sippReceive('ACK')],
    end: refused(603, 'Decline'),
  },
  'not found': {
    steps: [invite, sippSend(404, 'Not Found'), sippReceive('ACK')],
    end: refused(404, 'Not Found'),
  },
  'a number that is too short': {
    steps: [invite, sippSend(484, 'Address Incomplete'), sippReceive('ACK')],
    end: refused(484, 'Address Incomplete'),
  },
  'away for now': {
    steps: [invite, ringing, sippSend(480, 'Temporarily Unavailable'), sippReceive('ACK')],
    end: refused(480, 'Temporarily Unavailable'),
  },
  'a trunk that fails': {
    steps: [invite, trying, sippSend(503, 'Service Unavailable'), sippReceive('ACK')],
    end: refused(503, 'Service Unavailable'),
  },
  'not answered: cancelled when it has rung long enough': {
    steps: [invite, ringing, ...cancelled],
    target: { ringSeconds: 0.5 },
    end: { by: 'no answer', wasAnswered: false },
  },
  'cancelled by us before anything was answered: only once it has arrived': {
    steps: [invite, sippPause(700), ringing, ...cancelled],
    giveUpMs: 300,
    end: { by: 'caller', wasAnswered: false },
  },
  'answered in the moment in which it is cancelled: acknowledged and ended': {
    steps: [
      invite,
      ringing,
      sippReceive('CANCEL'),
      sippSend(200, 'OK'),
      sippSend(200, 'OK', { media: 'sendrecv', cseq: '1 INVITE' }),
      sippReceive('ACK'),
      ...ourBye,
    ],
    giveUpMs: 400,
    end: { by: 'caller', wasAnswered: false },
  },
  'a password for the trunk': {
    steps: [
      invite,
      sippSend(401, 'Unauthorized', { headers: [challenge('WWW-Authenticate')] }),
      sippReceive('ACK'),
      sippReceiveWith('INVITE', 'Authorization', 'Digest username=.daybook.'),
      sippSend(200, 'OK', { media: 'sendrecv', tag: '2' }),
      sippReceive('ACK'),
      ...ourBye,
    ],
    target: { credentials },
    hangUpMs: 100,
    end: weEnded,
  },
  'a password for its proxy, by SHA-256': {
    steps: [
      invite,
      sippSend(407, 'Proxy Authentication Required', {
        headers: [challenge('Proxy-Authenticate', ', algorithm=SHA-256')],
      }),
      sippReceive('ACK'),
      sippReceiveWith('INVITE', 'Proxy-Authorization', 'algorithm=SHA-256'),
      ringing,
      sippSend(486, 'Busy Here'),
      sippReceive('ACK'),
    ],
    target: { credentials },
    end: refused(486, 'Busy Here'),
  },
  'a password that is wrong is tried twice and not again': {
    steps: [0, 1, 2].flatMap((turn) => [
      turn === 0 ? invite : sippReceive('INVITE'),
      sippSend(401, 'Unauthorized', { headers: [challenge('WWW-Authenticate')] }),
      sippReceive('ACK'),
    ]),
    target: { credentials },
    end: refused(401, 'Unauthorized'),
  },
  'a password that we have not': {
    steps: [
      invite,
      sippSend(401, 'Unauthorized', { headers: [challenge('WWW-Authenticate')] }),
      sippReceive('ACK'),
    ],
    end: refused(401, 'Unauthorized'),
  },
  'a longer session than offered': {
    steps: [
      invite,
      sippSend(422, 'Session Interval Too Small', { headers: ['Min-SE: 3600'] }),
      sippReceive('ACK'),
      sippReceiveWith('INVITE', 'Session-Expires', '3600'),
      ok,
      sippReceive('ACK'),
      ...ourBye,
    ],
    hangUpMs: 100,
    end: weEnded,
  },
  'put on hold and taken back': {
    steps: [
      invite,
      ok,
      sippReceive('ACK'),
      sippRequest('INVITE', 1, { media: 'sendonly' }),
      sippAnsweredWith(200, 'a=recvonly', 'm=video 0 RTP'),
      sippRequest('ACK', 1),
      sippRequest('INVITE', 2, { media: 'inactive' }),
      sippAnsweredWith(200, 'a=inactive', 'm=video 0 RTP'),
      sippRequest('ACK', 2),
      sippRequest('INVITE', 3, { media: 'sendrecv' }),
      sippAnsweredWith(200, 'a=sendrecv', 'm=video 0 RTP'),
      sippRequest('ACK', 3),
      sippRequest('BYE', 4),
      sippAnswered(200),
    ],
    end: theyEnded,
    seen: ['answered', 'on hold', 'back'],
  },
  'refreshed by an update without a description': {
    steps: [
      invite,
      ok,
      sippReceive('ACK'),
      sippRequest('UPDATE', 1, { headers: ['Session-Expires: 90;refresher=uac'] }),
      sippAnswered(200),
      sippRequest('BYE', 2),
      sippAnswered(200),
    ],
    end: theyEnded,
  },
  'audio before the answer': {
    steps: [
      invite,
      sippSend(183, 'Session Progress', { media: 'sendrecv' }),
      sippPause(200),
      ok,
      sippReceive('ACK'),
      sippRequest('BYE', 1),
      sippAnswered(200),
    ],
    end: theyEnded,
    seen: ['ringing', 'early media', 'answered'],
  },
  'early media, then busy': {
    steps: [
      invite,
      sippSend(183, 'Session Progress', { media: 'sendrecv' }),
      sippPause(100),
      sippSend(486, 'Busy Here'),
      sippReceive('ACK'),
    ],
    end: refused(486, 'Busy Here'),
    seen: ['ringing', 'early media'],
  },
  'asked whether we are there': {
    steps: [
      invite,
      ok,
      sippReceive('ACK'),
      sippRequest('INFO', 1),
      sippAnswered(200),
      sippRequest('BYE', 2),
      sippAnswered(200),
    ],
    end: theyEnded,
  },
  'digits by signalling': {
    steps: [
      invite,
      ok,
      sippReceive('ACK'),
      sippRequest('INFO', 1, {
        headers: ['Content-Type: application/dtmf-relay'],
        body: 'Signal=5\nDuration=160\n',
      }),
      sippAnswered(200),
      sippRequest('INFO', 2, { headers: ['Content-Type: application/dtmf'], body: '#' }),
      sippAnswered(200),
      sippRequest('INFO', 3, { headers: ['Content-Type: text/plain'], body: '7' }),
      sippAnswered(200),
      sippRequest('BYE', 4),
      sippAnswered(200),
    ],
    end: theyEnded,
    seen: ['answered', 'digit 5', 'digit #'],
  },
  'a method that we do not have': {
    steps: [
      invite,
      ok,
      sippReceive('ACK'),
      sippRequest('REFER', 1),
      sippAnswered(405),
      sippRequest('BYE', 2),
      sippAnswered(200),
    ],
    end: theyEnded,
  },
  'answered without audio that we understand: acknowledged and ended': {
    steps: [invite, sippSend(200, 'OK'), sippReceive('ACK'), ...ourBye],
    end: refused(488, 'No audio that both sides understand.'),
  },
  'a first packet that is lost': {
    steps: [invite, sippPause(1200), ok, sippReceive('ACK'), ...ourBye],
    hangUpMs: 50,
    end: weEnded,
  },
};

/** Places one call and waits for its end, as our side sees it. */
export async function runCall(
  { target = {}, hangUpMs, giveUpMs }: Case,
  port: number,
): Promise<{ end: CallEnd; seen: string[] }> {
  const agent = await openUserAgent({ protocol: 'UDP', host: '127.0.0.1', port });
  const seen: string[] = [];
  const end = await new Promise<CallEnd>((resolve) => {
    const placed = agent.call(
      {
        uri: `sip:ines@127.0.0.1:${port}`,
        from: '<sip:daybook@127.0.0.1>',
        credentials: undefined,
        ringSeconds: 20,
        mediaAddress: '127.0.0.1',
        mediaPort: 40_000,
        ...target,
      },
      {
        onRinging: () => seen.push('ringing'),
        onEarlyMedia: () => seen.push('early media'),
        onAnswered: () => {
          seen.push('answered');
          if (hangUpMs !== undefined) setTimeout(() => placed.hangUp(), hangUpMs);
        },
        onMediaChanged: ({ mayReceive }) => seen.push(mayReceive ? 'back' : 'on hold'),
        onDigit: (digit) => seen.push(`digit ${digit}`),
        onEnded: resolve,
      },
    );
    if (giveUpMs !== undefined) setTimeout(() => placed.hangUp(), giveUpMs);
  });
  // What we still owe to the phone is sent before the socket closes.
  setTimeout(() => agent.close(), 3000);
  return { end, seen };
}
