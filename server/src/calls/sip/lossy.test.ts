import { describe, expect, test, vi } from 'vitest';
import { buildResponse } from './dialog.ts';
import { findHeader, parseMessage, serializeMessage, type SipMessage, type SipRequest } from './message.ts';
import type { CallEnd } from './call-state.ts';
import { buildSdpOffer } from './sdp.ts';
import { usualTiming } from './transactions.rules.ts';
import { openUserAgent } from './user-agent.ts';

/** A phone behind a network that loses, repeats and delays messages, as a seed says. */

const target = {
  uri: 'sip:ines@192.0.2.9',
  from: '<sip:daybook@192.0.2.1>',
  credentials: undefined,
  ringSeconds: 20,
  mediaAddress: '192.0.2.1',
  mediaPort: 4000,
};
const sdp = buildSdpOffer({ address: '192.0.2.9', port: 5000, sessionId: 1, version: 1 });

interface Phone {
  readonly invites: Set<string>;
  /** Each ACK as it was sent: a repeated answer is acknowledged by the same. */
  readonly acknowledgements: Set<string>;
  readonly ended: Set<string>;
}

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function callOver(seed: number, loss: number, talk: 'we hang up' | 'they hang up' | 'busy' | 'silent') {
  const next = random(seed);
  const phone: Phone = { invites: new Set(), acknowledgements: new Set(), ended: new Set() };
  let toUs: (text: string) => void = () => undefined;
  const deliver = (text: string, receive: (text: string) => void): void => {
    for (let copies = next() < 0.1 ? 2 : 1; copies > 0; copies -= 1)
      if (next() >= loss) setTimeout(() => receive(text), 10 + next() * 60);
  };
  const repeats = new Map<string, NodeJS.Timeout>();
  /** Until it is acknowledged or answered, as RFC 3261 demands of phones, too. */
  const sendUntil = (key: string, text: string, tries = 0): void => {
    deliver(text, toUs);
    if (tries < 10)
      repeats.set(
        key,
        setTimeout(() => sendUntil(key, text, tries + 1), Math.min(500 * 2 ** tries, 4000)),
      );
  };
  const stop = (key: string): void => clearTimeout(repeats.get(key));
  const answers = new Map<string, string>();

  function onInvite(request: SipRequest): void {
    const tag = 'phone';
    const isFirst = phone.invites.size === 0;
    phone.invites.add(findHeader(request, 'CSeq') ?? '');
    if (isFirst || talk === 'silent')
      deliver(serializeMessage(buildResponse(request, 180, 'Ringing', { tag })), toUs);
    if (!isFirst || talk === 'silent') return;
    const reply =
      talk === 'busy'
        ? buildResponse(request, 486, 'Busy Here', { tag })
        : buildResponse(request, 200, 'OK', { tag, body: sdp });
    setTimeout(() => sendUntil('invite', serializeMessage(reply)), 700);
    if (talk === 'they hang up') {
      const bye: SipMessage = {
        kind: 'request',
        method: 'BYE',
        uri: 'sip:daybook@192.0.2.1',
        headers: [
          { name: 'Via', value: 'SIP/2.0/UDP 192.0.2.9;branch=z9hG4bKbye' },
          { name: 'From', value: '<sip:ines@192.0.2.9>;tag=phone' },
          { name: 'To', value: findHeader(request, 'From') ?? '' },
          { name: 'Call-ID', value: findHeader(request, 'Call-ID') ?? '' },
          { name: 'CSeq', value: '1 BYE' },
        ],
        body: '',
      };
      setTimeout(() => sendUntil('bye', serializeMessage(bye)), 12_000);
    }
  }

  function phoneReceives(text: string): void {
    const message = parseMessage(text);
    if (!message) throw new Error('We sent what is no message.');
    if (message.kind === 'response') return stop('bye');
    if (message.method === 'INVITE') return onInvite(message);
    if (message.method === 'ACK') {
      stop('invite');
      phone.acknowledgements.add(text);
      return;
    }
    const key = findHeader(message, 'CSeq') ?? '';
    if (!answers.has(key)) {
      phone.ended.add(message.method);
      answers.set(key, serializeMessage(buildResponse(message, 200, 'OK', { tag: 'phone' })));
      if (message.method === 'CANCEL') {
        const invite: SipRequest = {
          ...message,
          headers: message.headers.map((header) =>
            header.name === 'CSeq' ? { name: 'CSeq', value: '1 INVITE' } : header,
          ),
        };
        setTimeout(
          () =>
            sendUntil(
              'invite',
              serializeMessage(buildResponse(invite, 487, 'Request Terminated', { tag: 'phone' })),
            ),
          50,
        );
      }
    }
    return deliver(answers.get(key) ?? '', toUs);
  }

  const ends: CallEnd[] = [];
  let answered = 0;
  const agent = await openUserAgent(
    { protocol: 'UDP', host: '192.0.2.9', port: 5060 },
    usualTiming,
    async (_, { onMessage }) => {
      toUs = onMessage;
      const send = (text: string): void => deliver(text, phoneReceives);
      return {
        protocol: 'UDP',
        isReliable: false,
        address: '192.0.2.1',
        port: 5060,
        send,
        close: () => undefined,
      };
    },
  );
  const call = agent.call(target, {
    onAnswered: () => {
      answered += 1;
      if (talk === 'we hang up') setTimeout(() => call.hangUp(), 3000);
    },
    onEnded: (end) => ends.push(end),
  });
  await vi.advanceTimersByTimeAsync(200_000);
  agent.close();
  for (const timer of repeats.values()) clearTimeout(timer);
  return { ends, answered, phone };
}

describe('a call over a network that loses a third of all messages, repeats and reorders them', () => {
  test.each(['we hang up', 'they hang up', 'busy', 'silent'] as const)(
    'ends once, as it should, when: %s',
    async (talk) => {
      vi.useFakeTimers();
      try {
        for (let seed = 1; seed <= 40; seed += 1) {
          const { ends, answered, phone } = await callOver(seed, 0.33, talk);
          const context = `seed ${seed}`;
          expect(ends, context).toHaveLength(1);
          expect(phone.invites.size, context).toBe(1);
          if (talk === 'we hang up') {
            expect([answered, ends[0]], context).toEqual([1, { by: 'caller', wasAnswered: true }]);
            expect(phone.ended, context).toContain('BYE');
          }
          if (talk === 'they hang up')
            expect([answered, ends[0]], context).toEqual([1, { by: 'callee', wasAnswered: true }]);
          if (talk === 'busy') expect(ends[0], context).toMatchObject({ by: 'refusal', status: 486 });
          if (talk === 'silent') expect(ends[0], context).toEqual({ by: 'no answer', wasAnswered: false });
          if (talk !== 'silent') expect(phone.acknowledgements.size, context).toBe(1);
        }
      } finally {
        vi.useRealTimers();
      }
    },
  );

  test('of which nothing arrives ends after 32 seconds, and nobody knows whether it rang', async () => {
    vi.useFakeTimers();
    try {
      const { ends } = await callOver(1, 1, 'busy');
      expect(ends).toEqual([{ by: 'silence', wasAnswered: false }]);
    } finally {
      vi.useRealTimers();
    }
  });
});
