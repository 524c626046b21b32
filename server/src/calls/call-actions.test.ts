import { describe, expect, test } from 'vitest';
import { conflict, invalidField, notFound } from '../platform/problems.ts';
import { getZone } from '../platform/zones.ts';
import { createCallActions, type RunInCall } from './call-actions.ts';
import { padWithSilence } from './conduct-call.ts';
import { decodeG711 } from './media/public.ts';
import { retryStoring } from './retry-storing.ts';
import { toConversationState } from './sip.rules.ts';

/** What a conversation does when the rest of the server does not do as it should. */

const briefing = {
  facts: {
    language: 'en' as const,
    firstName: 'Ines',
    company: 'Juniper Studio',
    reason: null,
    title: 'a first talk',
  },
  page: { eventTypeId: 'page', ownerSlug: 'mara', eventTypeSlug: 'talk' },
  language: 'en' as const,
  voice: 'slt',
  prompt: null,
  zone: getZone('Europe/Berlin'),
  offers: [],
};
const dial = { callId: 'call', attemptId: 'attempt', to: '+493012345678' };
const clock = { now: () => new Date('2027-03-01T11:00:00Z') };

/** Each time something is to be done in a transaction, the next of these is what comes of it. */
function tools(...outcomes: readonly unknown[]) {
  const left = [...outcomes];
  const work = (async () => {
    const outcome = left.shift();
    if (outcome instanceof Error) throw outcome;
    return outcome;
  }) as RunInCall;
  return createCallActions(work, briefing, clock, dial);
}
const lost = new Error('Connection terminated unexpectedly');
const book = { kind: 'book', startMs: 0 } as const;

describe('a booking', () => {
  test('is tried again when the database went away: it may have been stored', async () => {
    const { perform, done } = tools(lost, 'dbk-8fK2mZ0qWv3Xy7Ab');
    expect(await perform(book)).toEqual({ kind: 'booked' });
    expect(done.eventUuid).toBe('dbk-8fK2mZ0qWv3Xy7Ab');
  });

  test('that fails twice ends with a goodbye and not in the midst of a sentence', async () => {
    const { perform, done } = tools(lost, lost);
    expect(await perform(book)).toEqual({ kind: 'refused' });
    expect(done.eventUuid).toBeUndefined();
  });

  test('of a time that was taken leads to other times, or to a goodbye when the page is gone, too', async () => {
    const taken = conflict('This time is no longer available.');
    expect(await tools(taken, []).perform(book)).toEqual({ kind: 'gone', offers: [] });
    expect(await tools(taken, notFound('Page')).perform(book)).toEqual({ kind: 'refused' });
  });

  test('of a time that is no longer offered leads to other times; of what else is wrong, to a goodbye', async () => {
    const tooSoon = invalidField('start', 'Is too soon.');
    expect(await tools(tooSoon, []).perform(book)).toEqual({ kind: 'gone', offers: [] });
    const wrongAddress = invalidField('email', 'Must be a valid email address.');
    expect(await tools(wrongAddress).perform(book)).toEqual({ kind: 'refused' });
  });
});

test('other times of a page that is gone end with a goodbye', async () => {
  const action = { kind: 'find later times', afterMs: 0 } as const;
  expect(await tools(notFound('Page')).perform(action)).toEqual({ kind: 'refused' });
});

test('who wants to be called again is, and who wants no calls hears so, while the database is away', async () => {
  const { perform, done } = tools(lost);
  await perform({ kind: 'call back', day: 'tomorrow', hour: 4 });
  expect(done.callAgainAt?.toISOString()).toBe('2027-03-02T15:00:00.000Z');
  expect(await perform({ kind: 'opt out' })).toBeUndefined();
});

describe('what came of a call', () => {
  const turns = [{ atMs: 0, speaker: 'agent', text: 'Hello.', confidence: null } as const];
  const conversation = { outcome: 'answered', result: 'hung_up', turns } as const;

  test('is said alike by its result and its summary', () => {
    const eventUuid = 'dbk-8fK2mZ0qWv3Xy7Ab';
    expect(toConversationState(conversation, {}, 'callee')).toMatchObject({
      result: 'hung_up',
      summary: 'The person hung up before the end.',
    });
    expect(toConversationState(conversation, { eventUuid }, 'callee')).toMatchObject({
      result: 'booked',
      summary: 'A time was booked.',
    });
  });

  test('is not put on the person when the server ended it', () => {
    expect(toConversationState(conversation, {}, 'caller')).toMatchObject({
      result: 'nothing_booked',
      summary: 'The call ended before the conversation was over.',
      error: 'The server ended the call: it stopped, or the call took too long.',
      transcript: '[0:00] Agent: Hello.',
    });
  });

  test('has a recording with the times of the transcript: what came before the notice is silence', () => {
    const audio = padWithSilence(1500, Uint8Array.of(1, 2, 3));
    expect(audio.length).toBe(12_003);
    expect(decodeG711(audio.subarray(0, 12_000), 'PCMU').every((sample) => sample === 0)).toBe(true);
    expect([...audio.subarray(12_000)]).toEqual([1, 2, 3]);
  });

  test('is stored once the database is back, and given up when the process stops or it never is', async () => {
    const store = (failures: number) => {
      let tries = 0;
      return async () => {
        tries += 1;
        if (tries <= failures) throw lost;
      };
    };
    const never = () => false;
    await retryStoring(store(3), never, [0, 0, 0]);
    await expect(retryStoring(store(4), never, [0, 0, 0])).rejects.toBe(lost);
    await expect(retryStoring(store(1), () => true, [0])).rejects.toBe(lost);
  });
});
