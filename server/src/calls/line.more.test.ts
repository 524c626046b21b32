import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pairSettings } from '../../test/runtime.ts';
import { useApp } from '../../test/harness.ts';
import { sipSettings, type SipTrunk } from './sip/public.ts';
import { createCallsApi, createTestClock } from './test-calls.ts';
import { startPhone, type Phone } from './test-phone.ts';
import { telephoneService } from './sip-provider.ts';
import { provideVoices } from './speech/test-voices.ts';

/** A trunk that refuses the server: calls wait, an admin is told, and one call at a time shows whether it takes calls again. */

const missing = await provideVoices('calls');
let phone: Phone;
const settings = {
  peer: {
    protocol: 'UDP',
    host: '127.0.0.1',
    get port() {
      return phone.port;
    },
  },
  get host() {
    return `127.0.0.1:${phone.port}`;
  },
  username: 'daybook',
  credentials: undefined as SipTrunk['credentials'],
} satisfies SipTrunk;
const clock = createTestClock();
const app = useApp({ clock, settings: [pairSettings(sipSettings, { trunk: settings, maxCalls: 50 })] });
const calls = createCallsApi(app);

// oxlint-disable-next-line no-explicit-any -- bodies are whatever the wire says; tests assert what matters
type Body = any;

const numbers = ['+493012346001', '+493012346002', '+493012346003'];
let agentId = '';

beforeAll(async () => {
  phone = await startPhone();
  for (const number of numbers) phone.answer(number, async () => undefined);
}, 60_000);
afterAll(async () => {
  await telephoneService.start(app.runtime).stop();
  phone.close();
});

beforeEach(async () => {
  for (const number of numbers) phone.refuse(number, undefined);
  await app.runtime.database.pool.query('delete from call_line');
  await app.runtime.database.pool.query('delete from dialled_number');
  clock.pass(60);
  clock.set('2027-03-01T11:00:00Z');
  const { rows } = await app.runtime.database.pool.query(
    `select id from event_type where slug = 'kick-off' limit 1`,
  );
  const fields = { provider: 'sip', eventTypeUuid: rows[0].id, maxAttempts: 1 };
  agentId = (await calls.agent(fields)).uuid;
});

const queue = (index: number): Promise<Body> => calls.queue(agentId, { phoneNumber: numbers[index] });

/** Runs a step, and waits for the attempt that it began to end. */
async function advance(call: Body): Promise<Body> {
  await calls.advance(call);
  await expect
    .poll(async () => (await calls.read(call)).retryLogs.every((each: Body) => each.endedAt), {
      timeout: 20_000,
    })
    .toBe(true);
  await app.runEffects();
  return calls.read(call);
}

const attention = async (token?: string): Promise<Body[]> =>
  (await app.get('/attention', token ? { token } : {})).body.attention.filter(
    ({ kind }: Body) => kind === 'calls_paused',
  );

describe.skipIf(missing)('a trunk that refuses the server', { meta: { notTested: missing } }, () => {
  test.each([401, 403, 407])(
    'after %s calls wait without a failed attempt, admins are told why, and one call is tried later',
    async (status) => {
      for (const number of numbers) phone.refuse(number, status);
      const dialledBefore = phone.dialled.length;
      const [first, second] = [await queue(0), await queue(1)];
      const refused = await advance(first);
      expect(refused).toMatchObject({
        status: 'in_progress',
        retryLogs: [
          { outcome: null, error: expect.stringContaining(`The SIP trunk responded with ${status}`) },
        ],
      });
      const [item, ...more] = await attention();
      expect([item.detail, more]).toEqual([
        expect.stringContaining(`The SIP trunk responded with ${status}`),
        [],
      ]);
      expect(await attention(await app.tokenOf('aiko@juniper.example', ['outbound-calls:read']))).toEqual([]);

      const waiting = await advance(second);
      expect(waiting).toMatchObject({
        status: 'pending',
        retryLogs: [],
        error: expect.stringContaining('Calls wait: The SIP trunk responded with'),
      });
      expect(phone.dialled.length - dialledBefore).toBe(1);

      clock.pass(11);
      expect((await advance(second)).retryLogs).toHaveLength(1);
      expect((await advance(await queue(2))).retryLogs).toEqual([]);
      expect(phone.dialled.length - dialledBefore).toBe(2);

      for (const number of numbers) phone.refuse(number, undefined);
      clock.pass(16);
      // The attempts that were refused do not count: it has only one.
      expect(await advance(first)).toMatchObject({ status: 'completed', error: null });
      expect(await attention()).toEqual([]);
      expect(await advance(second)).toMatchObject({ status: 'completed' });
    },
    90_000,
  );

  test('with other settings calls are placed at once', async () => {
    phone.refuse(numbers[0] ?? '', 401);
    await advance(await queue(0));
    expect(await attention()).toHaveLength(1);
    settings.credentials = { username: 'daybook', password: 'apricot' };
    try {
      expect(await advance(await queue(1))).toMatchObject({ status: 'completed' });
      await telephoneService.start(app.runtime).stop();
      expect(await attention()).toEqual([]);
    } finally {
      settings.credentials = undefined;
    }
  }, 60_000);

  test('a number that alone is refused with 403 fails, and holds up no other for long', async () => {
    phone.refuse(numbers[0] ?? '', 403);
    expect(await advance(await queue(1))).toMatchObject({ status: 'completed' });
    const barred = await queue(0);
    expect(await advance(barred)).toMatchObject({ status: 'in_progress' });
    expect(await attention()).toHaveLength(1);
    clock.pass(2);
    // The trunk took a call a moment ago, so the next one is tried at once.
    expect(await advance(await queue(2))).toMatchObject({ status: 'completed' });
    expect(await attention()).toEqual([]);
    clock.pass(15);
    expect(await advance(barred)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('The SIP trunk responded with 403'),
    });
    expect(await attention()).toEqual([]);
  }, 60_000);
});
