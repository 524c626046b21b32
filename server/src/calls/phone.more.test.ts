import { setTimeout as sleep } from 'node:timers/promises';
import { pairSettings } from '../../test/runtime.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { provideProgram } from '../../test/debian.ts';
import { useApp } from '../../test/harness.ts';
import { sipSettings, type SipTrunk } from './sip/public.ts';
import { createCallsApi, createTestClock } from './test-calls.ts';
import { baresip, startCallee, type Callee } from './test-baresip.ts';
import { startTrunk, type Trunk } from './test-trunk.ts';
import { telephoneService } from './sip-provider.ts';
import { openSpeaker } from './speech/speaker.ts';
import { provideVoices } from './speech/test-voices.ts';

/**
 * Real calls: Daybook calls telephones in other processes over SIP, and they talk to each other, all at the same time.
 * `npm run voice -- calls` makes two hundred of them.
 */

const missing = (await provideVoices('calls')) ?? (await provideProgram(baresip));
let trunk: Trunk;
const phones = new Map<string, Callee>();
const settings: SipTrunk = {
  peer: {
    protocol: 'UDP',
    host: '127.0.0.1',
    get port() {
      return trunk.port;
    },
  },
  get host() {
    return `127.0.0.1:${trunk.port}`;
  },
  username: 'daybook',
  credentials: undefined,
};
const app = useApp({
  clock: createTestClock(),
  settings: [pairSettings(sipSettings, { trunk: settings, maxCalls: 50 })],
});
const calls = createCallsApi(app);
const speaker = openSpeaker();
const numbers = {
  books: '+493012345601',
  stops: '+493012345602',
  later: '+493012345603',
  french: '+33142685303',
};

// oxlint-disable-next-line no-explicit-any -- bodies are whatever the wire says; tests assert what matters
type Body = any;

const query = async (text: string, values: unknown[]): Promise<Body[]> =>
  (await app.runtime.database.pool.query(text, values)).rows;

const english = { language: 'en', voice: 'slt', person: 'rms', again: 'Sorry, I did not understand.' };
const french = { language: 'fr', voice: 'fr-f', person: 'fr-m', again: "Pardon, je n'ai pas compris." };

/** The callee interrupts the first sentences, so that nobody waits for the end of the list. */
async function call(phoneNumber: string, said: readonly string[], spoken = english): Promise<Body> {
  const { language, voice, person, again } = spoken;
  const replies = await Promise.all(
    said.map(async (text) => ({ speech: await speaker.render(text, person) })),
  );
  const notUnderstood = await speaker.render(again, voice);
  phones.get(phoneNumber)?.prepare({ replies, interruptAfterMs: 3000, notUnderstood });
  const [page] = await query(`select id from event_type where slug = 'kick-off' limit 1`, []);
  const agent = await calls.agent({
    provider: 'sip',
    language,
    voice,
    eventTypeUuid: page.id,
    maxAttempts: 2,
  });
  const queued = await calls.queue(agent.uuid, { phoneNumber });
  await calls.advance(queued);
  for (let tries = 0; tries < 900; tries += 1) {
    const found = await calls.read(queued);
    if (found.retryLogs[0]?.endedAt) {
      await app.runEffects();
      return calls.read(queued);
    }
    await sleep(100);
  }
  throw new Error('The call did not end.');
}

describe.skipIf(missing)('a call over SIP', { meta: { notTested: missing } }, () => {
  beforeAll(async () => {
    trunk = await startTrunk((number) => phones.get(number)?.port);
    for (const number of Object.values(numbers)) phones.set(number, await startCallee(number));
  }, 60_000);
  afterAll(async () => {
    await telephoneService.start(app.runtime).stop();
    await Promise.all([...phones.values()].map((phone) => phone.stop()));
    trunk.close();
  });

  test.concurrent('books the time that was chosen and confirmed, as POST /event does', async () => {
    const done = await call(numbers.books, ['the second one', 'yes please']);
    expect(done.callLog.transcript).toContain('the second one');
    expect(done.status, done.callLog.transcript).toBe('completed');
    const { body } = await app.get(`/scheduled-events/${done.callLog.eventUuid}`);
    expect(body.resource).toMatchObject({ status: 'confirmed' });
    expect(trunk.dialled.get(numbers.books)?.size).toBe(1);
  }, 120_000);

  test.concurrent('speaks and understands French, where the agent does', async () => {
    const done = await call(
      numbers.french,
      ["je prends la première s'il vous plaît", "oui s'il vous plaît"],
      french,
    );
    expect(done.callLog.transcript).toContain('Ici un assistant automatique');
    expect(done.status, done.callLog.transcript).toBe('completed');
    expect(done.callLog.result, done.callLog.transcript).toMatchObject({ kind: 'booked' });
    expect(done.callLog.transcript).toContain('Votre rendez-vous est réservé pour le');
  }, 120_000);

  test.concurrent('stops for good when it is told to', async () => {
    const done = await call(numbers.stops, ['stop calling me']);
    expect(done.callLog).toMatchObject({ eventUuid: null });
    expect(done.callLog.summary).toContain('do-not-call');
    const { body } = await app.get(`/do-not-call?phoneNumber=${encodeURIComponent(numbers.stops)}`);
    expect(JSON.stringify(body)).toContain(numbers.stops);
    expect((await calls.post(done.agentId, { phoneNumber: numbers.stops })).status).toBe(422);
  }, 120_000);

  test.concurrent('calls again when it is asked to', async () => {
    const done = await call(numbers.later, ['not now call me tomorrow after four']);
    expect(done.status).toBe('in_progress');
    const [{ due_at: dueAt }] = await query('select due_at from outbound_call where id = $1', [done.id]);
    expect(new Date(dueAt).toISOString()).toBe('2027-03-02T15:00:00.000Z');
  }, 120_000);

  test('is not placed without a page whose times it could offer, and fails at once', async () => {
    const agent = await calls.agent({ provider: 'sip', maxAttempts: 1 });
    // The other number was called three times today.
    const queued = await calls.queue(agent.uuid, { phoneNumber: '+493012345679' });
    expect(await calls.advance(queued)).toMatchObject({
      status: 'failed',
      error: 'The agent has no booking page.',
    });
  });
});
