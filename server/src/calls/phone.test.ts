import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installFromDebian } from '../../test/debian.ts';
import { useApp } from '../../test/harness.ts';
import type { SipTrunk } from '../platform/sip-trunk.ts';
import { callsOf, ines, testClock } from './test-calls.ts';
import { baresip, startCallee, type Callee } from './test-baresip.ts';
import { telephoneService } from './sip-provider.ts';
import { fliteSpeaker } from './speech/speaker.ts';

/** Real calls: Daybook calls a telephone in another process over SIP, and the two talk to each other. */

const missing =
  (await installFromDebian({ command: '/usr/bin/flite', packages: ['flite'], purpose: 'calls' })) ??
  (await installFromDebian(baresip));
const clock = testClock();
const trunk: SipTrunk = {
  peer: {
    protocol: 'UDP',
    host: '127.0.0.1',
    get port() {
      return callee.port;
    },
  },
  get host() {
    return `127.0.0.1:${callee.port}`;
  },
  username: 'daybook',
  credentials: undefined,
};
const app = useApp({ clock, config: { sip: trunk } });
const calls = callsOf(app);
const speaker = fliteSpeaker();
let callee: Callee;

// oxlint-disable-next-line no-explicit-any -- bodies are whatever the wire says; tests assert what matters
type Body = any;

const query = async (text: string, values: unknown[]): Promise<Body[]> =>
  (await app.runtime.database.pool.query(text, values)).rows;

async function call(said: readonly string[], fields: object = {}): Promise<Body> {
  callee.prepare(await Promise.all(said.map((text) => speaker.render(text, 'rms'))));
  const [page] = await query(`select id from event_type where slug = 'kick-off' limit 1`, []);
  const agent = await calls.agent({ provider: 'sip', eventTypeUuid: page.id, maxAttempts: 2, ...fields });
  const queued = await calls.queue(agent.uuid);
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

describe.skipIf(missing)(`a call over SIP${missing ? ` (${missing})` : ''}`, () => {
  beforeAll(async () => {
    callee = await startCallee(ines.phoneNumber);
  }, 60_000);
  afterAll(async () => {
    await telephoneService.start(app.runtime).stop();
    await callee.stop();
  });

  test('books the time that was chosen and confirmed, as POST /event does', async () => {
    const done = await call(['the second one', 'yes please']);
    expect(done.callLog.transcript).toContain('the second one');
    expect(done.status, done.callLog.transcript).toBe('completed');
    const { body } = await app.get(`/scheduled-events/${done.callLog.eventUuid}`);
    expect(body.resource).toMatchObject({ status: 'confirmed' });
  }, 120_000);

  test('stops for good when it is told to', async () => {
    const done = await call(['stop calling me']);
    expect(done.callLog).toMatchObject({ eventUuid: null });
    expect(done.callLog.summary).toContain('do-not-call');
    const { body } = await app.get('/do-not-call?phoneNumber=%2B493012345678');
    expect(JSON.stringify(body)).toContain('+493012345678');
    expect((await calls.post(done.agentId)).status).toBe(422);
    await query('delete from do_not_call', []);
  }, 120_000);

  test('calls again when it is asked to', async () => {
    const done = await call(['not now call me tomorrow after four']);
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
      error: 'The agent has no page whose times it could offer.',
    });
  });
});
