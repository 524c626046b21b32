import { callCompletedPayload } from '@daybook/contract/calls';
import { describe, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { advanceDueCalls } from './advance-call.ts';
import type { CallProvider, AttemptState } from './provider.ts';
import { simulator } from './simulator.ts';
import { createCallsApi, start, createTestClock } from './test-calls.ts';

const clock = createTestClock();
const app = useApp({ clock, recordEvents: true });
const calls = createCallsApi(app);

/** A provider that answers as a test says. */
function provider(answers: { place: AttemptState | Error; lookUp?: AttemptState }) {
  const requests: string[] = [];
  const one: CallProvider = {
    ...simulator,
    async place() {
      requests.push('place');
      if (answers.place instanceof Error) throw answers.place;
      return answers.place;
    },
    async lookUp() {
      requests.push('look up');
      return answers.lookUp ?? { state: 'unknown', error: 'Nobody there.' };
    },
    hangUp: async () => void requests.push('hang up'),
  };
  return { requests, providers: () => one };
}

async function begin(fields: { agent?: object; call?: object } = {}) {
  clock.set(start);
  const agent = await calls.agent(fields.agent);
  return calls.queue(agent.uuid, fields.call);
}

const published = async (id: string) => {
  await app.runEffects();
  return app.published.flatMap(({ name, payload }) =>
    name === 'ai_agent.call_completed' && payload.payload.id === id ? [payload] : [],
  );
};

describe('the simulator', () => {
  test('answered: completed, with a log that names the simulator, and published once', async () => {
    const call = await begin();
    const after = await calls.advance(call);
    expect(after).toMatchObject({
      status: 'completed',
      error: null,
      triggeredAt: '2027-03-01T11:00:00.000000Z',
      callLogId: after.callLog.id,
      callLog: { outcome: 'answered', durationSeconds: 0, recordingUrl: null, eventUuid: null },
      retryLogs: [{ attempt: 1, outcome: 'answered', error: null }],
    });
    expect(after.callLog.summary).toContain('Simulated');
    expect(after.callLog.transcript).toContain('simulator');
    expect(await published(call.id)).toEqual([
      {
        payload: after,
        memberIds: [expect.stringMatching(/^[0-9A-Z]{15}$/)],
        person: { email: call.email, name: call.fullName, phone: call.phoneNumber },
      },
    ]);
  });

  test.each([
    ['01', 'failed', ['busy', 'busy'], 'Busy after 2 attempts.'],
    ['02', 'failed', ['not_answered', 'not_answered'], 'Not answered after 2 attempts.'],
    ['03', 'completed', ['voicemail'], null],
    ['04', 'completed', ['busy', 'answered'], null],
    ['05', 'completed', ['not_answered', 'answered'], null],
    ['06', 'failed', [null, null], 'The simulator refused the call.'],
    ['07', 'failed', ['unknown'], 'The outcome of the call is unknown.'],
  ])('a number that ends with %s: %s after %j', async (ending, status, outcomes, error) => {
    const agent = { maxAttempts: 2, retryDelayMinutes: 15 };
    const call = await begin({ agent, call: { phoneNumber: `+4930123456${ending}` } });
    let after = await calls.advance(call);
    if (outcomes.length > 1) {
      expect(after).toMatchObject({ status: 'in_progress', callLog: null });
      clock.pass(14);
      expect((await calls.advance(call)).retryLogs).toHaveLength(1);
      clock.pass(1);
      after = await calls.advance(call);
    }
    expect(after).toMatchObject({ status, error });
    expect(after.retryLogs.map(({ outcome }: { outcome: string }) => outcome)).toEqual(outcomes);
    expect(after.callLog?.outcome ?? null).toBe(outcomes.at(-1));
    expect(await published(call.id)).toHaveLength(1);
    clock.pass(600);
    expect(await calls.advance(call)).toEqual(after);
  });
});

test('the call is delivered to webhooks of the organization and of who queued it', async () => {
  const { pool } = app.runtime.database;
  const subscribe = (email: string, scope: string) =>
    pool.query(
      `insert into webhook (workspace_id, id, member_id, callback_url, scope, events, secret_sealed)
       select workspace_id, gen_random_uuid(), id, 'https://hooks.example', $2, '{ai_agent.call_completed}', ''
       from member where email = $1`,
      [email, scope],
    );
  await subscribe('tomas@juniper.example', 'organization');
  await subscribe('mara@juniper.example', 'user');
  await subscribe('aiko@juniper.example', 'user');
  const after = await calls.advance(await begin());
  const { rows } = await pool.query(
    `select e.payload, m.email from webhook_delivery d
     join webhook w on w.id = d.webhook_id join member m on m.id = w.member_id
     join webhook_event e on e.id = d.event_id where e.name = 'ai_agent.call_completed' order by email`,
  );
  expect(rows.map(({ email }) => email)).toEqual(['mara@juniper.example', 'tomas@juniper.example']);
  const payload = JSON.parse(rows[0].payload);
  expect(payload).toEqual({ event: 'ai_agent.call_completed', ...after });
  expect(callCompletedPayload.parse(payload)).toEqual(payload);
});

test('who was called is a person of the CRM, with the call on their timeline', async () => {
  const email = 'remembered@quay.example';
  const call = await calls.advance(await begin({ call: { email, fullName: 'Remy Quist' } }));
  const { body } = await app.get('/crm/people?count=100');
  const person = body.collection.find(({ emails }: { emails: string[] }) => emails.includes(email));
  expect(person).toMatchObject({ firstName: 'Remy', lastName: 'Quist', phoneNumber: call.phoneNumber });
  const timeline = await app.get(`/crm/people/${person.id}/timeline`);
  expect(JSON.stringify(timeline.body)).toContain(call.id);
});

describe('when a call is placed', () => {
  test('not before scheduledTime', async () => {
    const call = await begin({ call: { scheduledTime: '2027-03-01 11:30:00' } });
    clock.pass(29);
    expect((await calls.advance(call)).status).toBe('pending');
    clock.pass(1);
    expect((await calls.advance(call)).status).toBe('completed');
  });

  test('not before the calling hours on the clock of who is called', async () => {
    const callingHours = [{ day: 'Tue', timesets: [['09:00', '10:00']] }];
    const call = await begin({ agent: { callingHours }, call: { phoneNumber: '+81312345678' } });
    expect((await calls.advance(call)).status).toBe('pending');
    // Tuesday 09:00 in Tokyo is Tuesday 00:00 in UTC.
    clock.set('2027-03-01T23:59:59Z');
    expect((await calls.advance(call)).status).toBe('pending');
    clock.set('2027-03-02T00:00:00Z');
    expect((await calls.advance(call)).status).toBe('completed');
  });

  test('not when the agent was disabled, or the number was put on the list, after it was queued', async () => {
    const off = await begin();
    await app.patch(`/agents/${off.agentId}`, { isEnabled: false });
    expect(await calls.advance(off)).toMatchObject({
      status: 'failed',
      error: 'The agent isn’t active.',
      callLog: null,
    });
    const listed = await begin({ call: { phoneNumber: '+493066666602' } });
    await calls.advance(listed);
    await app.post('/do-not-call', { phoneNumber: listed.phoneNumber });
    clock.pass(10);
    expect(await calls.advance(listed)).toMatchObject({
      status: 'failed',
      error: 'This number is on the do-not-call list.',
      callLog: { outcome: 'not_answered' },
      retryLogs: [{ attempt: 1 }],
    });
  });

  test('by the sweep, without a job of its own', async () => {
    const call = await begin();
    await advanceDueCalls(app.runtime);
    expect((await calls.read(call)).status).toBe('completed');
  });
});

describe('an attempt without a result', () => {
  test('is looked up once its lease has expired, and not before', async () => {
    const call = await begin();
    const { requests, providers } = provider({ place: new Error('Cut off.'), lookUp: { state: 'active' } });
    expect(await calls.advance(call, providers)).toMatchObject({ status: 'in_progress' });
    await calls.advance(call, providers);
    expect(requests).toEqual(['place']);
    await calls.expireLease(call);
    await calls.advance(call, providers);
    await calls.advance(call, providers);
    expect(requests).toEqual(['place', 'look up']);
  });

  test('that the provider never got is followed by another attempt', async () => {
    const call = await begin();
    const lost = provider({
      place: new Error('Cut off.'),
      lookUp: { state: 'not_placed', error: 'Never got it.' },
    });
    await calls.advance(call, lost.providers);
    await calls.expireLease(call);
    const after = await calls.advance(call, lost.providers);
    expect(after).toMatchObject({
      status: 'in_progress',
      retryLogs: [{ outcome: null, error: 'Never got it.' }],
    });
    clock.pass(10);
    expect(await calls.advance(call)).toMatchObject({ status: 'completed', retryLogs: [{}, { attempt: 2 }] });
  });

  test('whose state is unknown for ten minutes ends the call, and is not dialled again', async () => {
    const call = await begin();
    const dark = provider({ place: new Error('Cut off.') });
    await calls.advance(call, dark.providers);
    for (const status of ['in_progress', 'in_progress', 'failed']) {
      clock.pass(4);
      await calls.expireLease(call);
      expect((await calls.advance(call, dark.providers)).status).toBe(status);
    }
    clock.pass(1000);
    await calls.advance(call, dark.providers);
    expect(dark.requests).toEqual(['place', 'look up', 'look up', 'look up']);
    expect(await calls.read(call)).toMatchObject({ error: 'Nobody there.', callLog: { outcome: 'unknown' } });
  });

  test('that is active for more than two hours is hung up', async () => {
    const call = await begin();
    const long = provider({ place: { state: 'active' }, lookUp: { state: 'active' } });
    await calls.advance(call, long.providers);
    clock.pass(125);
    await calls.expireLease(call);
    const after = await calls.advance(call, long.providers);
    expect(long.requests).toEqual(['place', 'look up', 'hang up']);
    expect(after).toMatchObject({ status: 'failed', callLog: { outcome: 'unknown', durationSeconds: 7500 } });
  });

  test('of a provider that is not configured is not placed', async () => {
    const call = await begin({ agent: { maxAttempts: 1 } });
    const after = await calls.advance(call, () => undefined);
    expect(after).toMatchObject({ status: 'failed', callLog: null, retryLogs: [{ outcome: null }] });
  });
});
