import { describe, expect, test } from 'vitest';
import { pairSettings } from '../../test/runtime.ts';
import { voiceSettings } from './http-provider.ts';
import { useApp } from '../../test/harness.ts';
import { createSystemActor } from '../platform/auth/actor.ts';
import { runInWorkspace } from '../platform/context.ts';
import { advanceCall } from './advance-call.ts';
import { insertDial } from './dials.store.ts';
import type { AttemptState } from './provider.ts';
import type { Providers } from './providers.ts';
import { attemptsPerDay, countedMs } from './rules.ts';
import { simulator } from './simulator.ts';
import { createCallsApi, createTestClock } from './test-calls.ts';

/** Three calls to one number within a day, whichever agents and however many workers there are. */

const clock = createTestClock();
const secret = `whsec_${Buffer.alloc(32, 'caps').toString('base64')}`;
const app = useApp({
  clock,
  settings: [pairSettings(voiceSettings, { url: 'http://127.0.0.1:9/voice', secret })],
});
const calls = createCallsApi(app);
const pool = () => app.runtime.database.pool;

function telephone(state: AttemptState = { state: 'ended', outcome: 'busy' }) {
  const dialled: string[] = [];
  const providers: Providers = () => ({
    ...simulator,
    async place({ to }) {
      dialled.push(to);
      return state;
    },
  });
  return { dialled, providers };
}

const agents = (count: number, fields: object = {}) =>
  Promise.all(
    Array.from({ length: count }, () => calls.agent({ provider: 'http', maxAttempts: 10, ...fields })),
  );

test('calls beyond the lines of a provider wait their turn, and that is no attempt', async () => {
  const lines = new Set<string>();
  const placed: string[] = [];
  const providers: Providers = () => ({
    ...simulator,
    takeLine: (callId) => lines.has(callId) || (lines.size < 2 && Boolean(lines.add(callId))),
    releaseLine: (callId) => void lines.delete(callId),
    async place({ callId }) {
      placed.push(callId);
      return { state: 'active' };
    },
  });
  const [agent] = await agents(1);
  const queued = [];
  for (let index = 0; index < 6; index += 1)
    queued.push(await calls.queue(agent.uuid, { phoneNumber: `+49301234530${index}` }));
  const refs = await Promise.all(queued.map(({ id }) => calls.ref(id)));
  const advanceAll = () => Promise.all(refs.map((ref) => advanceCall(app.runtime, ref, providers)));
  await advanceAll();
  expect([placed.length, lines.size]).toEqual([2, 2]);
  const waiting = (await Promise.all(queued.map(calls.read))).filter(({ id }) => !placed.includes(id));
  for (const call of waiting) expect(call).toMatchObject({ status: 'pending', retryLogs: [] });
  lines.clear();
  clock.pass(1);
  await advanceAll();
  expect(placed).toHaveLength(4);
});

test('a line that was taken is free again when the attempt was not begun, or not placed', async () => {
  const lines = new Set<string>();
  const providerThat = (place: () => Promise<AttemptState>): Providers => {
    return () => ({
      ...simulator,
      takeLine: (callId) => Boolean(lines.add(callId)),
      releaseLine: (callId) => void lines.delete(callId),
      place,
    });
  };
  const refused = providerThat(async () => ({ state: 'not_placed', error: 'No line.' }));
  const [agent] = await agents(1);
  const call = await calls.queue(agent.uuid, { phoneNumber: '+493012345310' });
  await calls.advance(call, refused);
  expect(lines.size).toBe(0);
  await pool().query('alter table call_attempt add constraint none check (attempt < 2) not valid');
  clock.pass(60);
  await expect(calls.advance(call, refused)).rejects.toThrow('none');
  await pool().query('alter table call_attempt drop constraint none');
  expect(lines.size).toBe(0);
});

describe('a number', () => {
  test('is dialled three times a day by twelve calls of four agents that are due at once', async () => {
    const phoneNumber = '+493012345111';
    const queued = [];
    for (const { uuid } of await agents(4))
      for (let index = 0; index < 3; index += 1) queued.push(await calls.queue(uuid, { phoneNumber }));
    const { dialled, providers } = telephone();
    const refs = await Promise.all(queued.map(({ id }) => calls.ref(id)));
    await Promise.all(refs.map((ref) => advanceCall(app.runtime, ref, providers)));
    expect(dialled).toHaveLength(attemptsPerDay);
    const after = await Promise.all(queued.map(calls.read));
    const waiting = after.filter(({ retryLogs }) => retryLogs.length === 0);
    expect(waiting).toHaveLength(9);
    for (const call of waiting)
      expect(call).toMatchObject({
        status: 'pending',
        telephonyState: 'queued',
        nextAttemptAt: new Date(clock.now().getTime() + countedMs).toISOString().replace('Z', '000Z'),
      });
    clock.pass(1441);
    await Promise.all(refs.map((ref) => advanceCall(app.runtime, ref, providers)));
    expect(dialled).toHaveLength(2 * attemptsPerDay);
  });

  test('control: counting without the lock sees two dials where there will be twelve', async () => {
    const phoneNumber = '+493012345112';
    const { workspaceId } = await calls.ref('');
    let arrived = 0;
    let open = (): void => undefined;
    const all = new Promise<void>((resolve) => (open = resolve));
    const counted = await Promise.all(
      Array.from({ length: 4 }, () =>
        runInWorkspace(app.runtime, createSystemActor(workspaceId), async (ctx) => {
          const rows = await ctx.db
            .selectFrom('dialled_number')
            .where('workspace_id', '=', workspaceId)
            .select('attempt_id')
            .execute();
          if ((arrived += 1) === 4) open();
          await all;
          await insertDial(ctx, phoneNumber, crypto.randomUUID());
          return rows.length;
        }),
      ),
    );
    expect(new Set(counted).size).toBe(1);
    const { rows } = await pool().query(
      `select count(*)::int as n from dialled_number group by number_hash order by n desc`,
    );
    expect(rows[0].n).toBeGreaterThan(attemptsPerDay);
  });

  test('that was not dialled after all does not count', async () => {
    const phoneNumber = '+493012345113';
    const [agent] = await agents(1, { maxAttempts: 10, retryDelayMinutes: 1 });
    const call = await calls.queue(agent.uuid, { phoneNumber });
    const { dialled, providers } = telephone({ state: 'not_placed', error: 'No line.' });
    for (let tries = 0; tries < 6; tries += 1) {
      await calls.advance(call, providers);
      clock.pass(1);
    }
    expect(dialled).toHaveLength(6);
  });

  test('of the simulator may be called as often as somebody tries', async () => {
    const agent = await calls.agent();
    for (let tries = 0; tries < 5; tries += 1)
      expect(await calls.advance(await calls.queue(agent.uuid))).toMatchObject({ status: 'completed' });
  });
});

describe('the next attempt', () => {
  test.each([
    ['busy', { state: 'ended', outcome: 'busy' }, 15],
    ['no_answer', { state: 'ended', outcome: 'not_answered' }, 120],
    ['failed', { state: 'not_placed', error: 'The SIP trunk responded with 503 Busy' }, 1],
    ['failed', { state: 'ended', outcome: 'not_answered', telephony: 'failed' }, 1],
  ] as const)('after %s comes by the delays of the agent', async (telephonyState, state, minutes) => {
    const phoneNumber = `+4930123452${String(minutes).padStart(3, '0')}`;
    const [agent] = await agents(1, { retryDelayMinutes: undefined });
    expect(agent.retryDelays).toEqual({ busy: 15, notAnswered: 120, voicemail: null, failed: 1 });
    const call = await calls.queue(agent.uuid, { phoneNumber });
    const after = await calls.advance(call, telephone(state).providers);
    expect(after).toMatchObject({
      status: 'in_progress',
      telephonyState: 'queued',
      retryLogs: [{ telephonyState }],
    });
    expect(Date.parse(after.nextAttemptAt) - clock.now().getTime()).toBe(minutes * 60_000);
  });

  test('comes by retryDelayMinutes where that is given, and since it was given last', async () => {
    const [agent] = await agents(1, { retryDelayMinutes: 7 });
    expect(agent).toMatchObject({ retryDelayMinutes: 7, retryDelays: null });
    const retryDelays = { busy: 30, notAnswered: 60, voicemail: 1440, failed: 2 };
    const { body } = await app.patch(`/agents/${agent.uuid}`, { retryDelays });
    expect(body.resource).toMatchObject({ retryDelayMinutes: 7, retryDelays });
    const back = await app.patch(`/agents/${agent.uuid}`, { retryDelayMinutes: 9 });
    expect(back.body.resource).toMatchObject({ retryDelayMinutes: 9, retryDelays: null });
  });

  test('does not come after a line failed three times in a row', async () => {
    const [agent] = await agents(1, { retryDelayMinutes: undefined });
    const call = await calls.queue(agent.uuid, { phoneNumber: '+493012345114' });
    const { dialled, providers } = telephone({ state: 'not_placed', error: 'The trunk answered 500.' });
    for (let tries = 0; tries < 5; tries += 1) {
      await calls.advance(call, providers);
      clock.pass(1);
    }
    expect(dialled).toHaveLength(3);
    expect(await calls.read(call)).toMatchObject({ status: 'failed', telephonyState: 'failed' });
  });

  test('comes a day after an answering machine, where the agent says so', async () => {
    const [agent] = await agents(1, {
      retryDelays: { busy: 1, notAnswered: 1, voicemail: 1440, failed: 1 },
      maxAttempts: 2,
    });
    const call = await calls.queue(agent.uuid, { phoneNumber: '+493012345115' });
    const machine = telephone({ state: 'ended', outcome: 'voicemail', result: 'message_left' }).providers;
    expect(await calls.advance(call, machine)).toMatchObject({ status: 'in_progress', callLog: null });
    clock.pass(1440);
    expect(await calls.advance(call, machine)).toMatchObject({
      status: 'completed',
      telephonyState: 'voicemail',
      callLog: { outcome: 'voicemail', result: { kind: 'message_left', eventUuid: null } },
    });
  });
});

test('what a provider knows of an attempt is in the call log: turns, costs, result', async () => {
  const [agent] = await agents(1);
  const turns = [
    { atMs: 0, speaker: 'agent', text: 'Hello.', confidence: null },
    { atMs: 1400, speaker: 'person', text: 'not now', confidence: 0.93 },
  ] as const;
  const callAgainAt = new Date('2027-05-01T10:00:00Z');
  const call = await calls.queue(agent.uuid, { phoneNumber: '+493012345116' });
  const cost = { amount: 0.042, currency: 'EUR' };
  const ended = { state: 'ended', outcome: 'answered', result: 'callback', durationSeconds: 31 } as const;
  const under = telephone({ state: 'active', telephony: 'ringing' }).providers;
  expect(await calls.advance(call, under)).toMatchObject({ telephonyState: 'ringing' });
  await calls.expireLease(call);
  const done: Providers = () => ({
    ...simulator,
    lookUp: async () => ({ ...ended, turns, cost, callAgainAt }),
  });
  expect(await calls.advance(call, done)).toMatchObject({ nextAttemptAt: '2027-05-01T10:00:00.000000Z' });
  await app.patch(`/agents/${agent.uuid}`, { isEnabled: false });
  clock.set(callAgainAt);
  expect(await calls.advance(call, done)).toMatchObject({
    status: 'failed',
    telephonyState: 'ended',
    callLog: {
      telephonyState: 'ended',
      result: { kind: 'callback', callbackAt: '2027-05-01T10:00:00.000000Z', linkSent: false },
      turns,
      costs: { seconds: 31, amount: 0.042, currency: 'EUR' },
    },
  });
});
