import { afterEach, describe, expect, test } from 'vitest';
import { pairSettings } from '../../test/runtime.ts';
import { callSettings } from './settings.ts';
import { useApp } from '../../test/harness.ts';
import { createNeighbour } from '../../test/neighbour.ts';
import { repeatConcurrently } from '../../test/times.ts';
import { simulator } from './simulator.ts';
import { createCallsApi, ines, start, createTestClock } from './test-calls.ts';

const clock = createTestClock();
const callCountries: string[] = [];
const app = useApp({ clock, settings: [pairSettings(callSettings, { countries: callCountries })] });
const calls = createCallsApi(app);
const unknown = '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d';

describe('POST /agents/{agentUuid}/outbound-calls', () => {
  test('201: the call as interface 2.12 has it, null for what is unset', async () => {
    const agent = await calls.agent({ firstMessage: 'Hello.' });
    const { status, body } = await calls.post(agent.uuid);
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      element: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        agentId: agent.uuid,
        ...ines,
        timeZone: null,
        additionalData: null,
        firstMessage: 'Hello.',
        scheduledTime: null,
        triggeredAt: null,
        status: 'pending',
        callLogId: null,
        callLog: null,
        error: null,
        retryLogs: [],
        telephonyState: 'queued',
        nextAttemptAt: expect.stringMatching(/Z$/),
        createdAt: expect.stringMatching(/\.\d{6}Z$/),
        updatedAt: expect.stringMatching(/\.\d{6}Z$/),
      },
    });
    expect(await calls.read(body.element)).toEqual(body.element);
  });

  test('201: scheduledTime is UTC, and returned as it was sent', async () => {
    const agent = await calls.agent();
    const fields = { scheduledTime: '2027-03-02 14:30:00', additionalData: 'Wants a quote.' };
    const call = await calls.queue(agent.uuid, fields);
    expect(call).toMatchObject(fields);
    const { rows } = await app.runtime.database.pool.query(
      'select scheduled_at, due_at from outbound_call where id = $1',
      [call.id],
    );
    const time = '2027-03-02T14:30:00.000000Z';
    expect(rows).toEqual([{ scheduled_at: time, due_at: time }]);
  });

  test('201: the same Idempotency-Key queues one call', async () => {
    const agent = await calls.agent();
    const headers = { 'idempotency-key': 'one call' };
    const path = `/agents/${agent.uuid}/outbound-calls`;
    const first = await app.post(path, ines, { headers });
    const second = await app.post(path, ines, { headers });
    expect(second.body).toEqual(first.body);
    expect((await app.get(path)).body.pagination.total).toBe(1);
  });

  test('201 and 422: `timeZone` decides where the number does not; an unknown one is refused', async () => {
    clock.set(new Date('2027-03-01T12:00:00Z'));
    const callingHours = [{ day: 'Mon', timesets: [['09:00', '17:00']] }];
    const agent = await calls.agent({ callingHours });
    const mobile = { phoneNumber: '+79161234567' };
    const refused = await calls.post(agent.uuid, mobile);
    expect(refused.status).toBe(422);
    expect(refused.body.errors.timeZone[0]).toContain('several time zones');
    expect((await calls.post(agent.uuid, { ...mobile, timeZone: 'Moscow' })).status).toBe(422);
    const call = await calls.queue(agent.uuid, { ...mobile, timeZone: 'Europe/Moscow' });
    expect(call.timeZone).toBe('Europe/Moscow');
    expect(await calls.advance(call)).toMatchObject({ status: 'completed' });
    const early = await calls.queue(agent.uuid, { phoneNumber: '+12125550147' });
    expect(await calls.advance(early)).toMatchObject({ status: 'pending', triggeredAt: null });
    clock.set(start);
  });

  test('400: an agent that is not published, or not enabled', async () => {
    for (const off of [{ isPublished: false }, { isEnabled: false }]) {
      const agent = await calls.agent(off);
      const { status, body } = await calls.post(agent.uuid);
      expect(status).toBe(400);
      expect(body).toEqual({ success: false, message: 'The agent isn’t active.', status: 400 });
    }
  });

  test('404: an agent that does not exist, can’t exist, or is of another workspace', async () => {
    const neighbour = await createNeighbour(app.runtime);
    const agent = await calls.agent();
    const expected = { success: false, message: 'Agent not found.', status: 404 };
    for (const id of [unknown, 'nonsense']) expect((await calls.post(id)).body).toEqual(expected);
    const path = `/agents/${agent.uuid}/outbound-calls`;
    expect((await app.post(path, ines, { token: neighbour.token })).body).toEqual(expected);
  });

  test('401, and 403 with only the scope to read', async () => {
    const agent = await calls.agent();
    const path = `/agents/${agent.uuid}/outbound-calls`;
    expect((await app.post(path, ines, { token: null })).body).toEqual({ message: 'Unauthenticated.' });
    const reader = await app.tokenOf('mara@juniper.example', ['outbound-calls:read']);
    expect((await app.post(path, ines, { token: reader })).body.error).toMatchObject({
      type: 'insufficient_scope',
      required_scopes: ['admin:full', 'outbound-calls:write'],
    });
    const user = await app.tokenOf('aiko@juniper.example', ['outbound-calls:write']);
    expect((await app.post(path, ines, { token: user })).status).toBe(201);
  });

  test('422: every field at once', async () => {
    const agent = await calls.agent();
    const empty = await app.post(`/agents/${agent.uuid}/outbound-calls`, {});
    expect(empty.body.errors).toEqual({
      phoneNumber: ['This field is required.'],
      email: ['This field is required.'],
      fullName: ['This field is required.'],
    });
    const { status, body } = await calls.post(agent.uuid, {
      phoneNumber: '030 123',
      email: 'nobody',
      fullName: '',
      additionalData: { a: 1 },
      scheduledTime: '2027-03-02T14:30:00Z',
    });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([
      'phoneNumber',
      'email',
      'fullName',
      'additionalData',
      'scheduledTime',
    ]);
    expect(body.errors.scheduledTime).toEqual(['Must be a time in UTC as YYYY-MM-DD HH:mm:ss.']);
  });

  test('422: a number that no country has and a time that has passed, together', async () => {
    const agent = await calls.agent();
    const { body } = await calls.post(agent.uuid, {
      phoneNumber: '+9991234567',
      scheduledTime: '2027-03-01 11:00:00',
    });
    expect(body.errors).toEqual({
      phoneNumber: ['This isn’t a valid phone number.'],
      scheduledTime: ['Must be in the future (UTC).'],
    });
    expect((await calls.post(agent.uuid, { scheduledTime: '2027-03-01 11:00:01' })).status).toBe(201);
    for (const scheduledTime of ['2027-02-30 10:00:00', '2027-03-02 24:00:00', '2027-03-02 10:60:00']) {
      expect((await calls.post(agent.uuid, { scheduledTime })).body.errors).toEqual({
        scheduledTime: ['Must be a time that exists.'],
      });
    }
  });

  test('422: what the contract says and what only we know, in one answer', async () => {
    const listed = '+493044444400';
    await app.post('/do-not-call', { phoneNumber: listed });
    const agent = await calls.agent();
    const late = { email: 'nobody', scheduledTime: '2027-03-01 11:00:00' };
    for (const [phoneNumber, message] of [
      ['+9991234567', 'This isn’t a valid phone number.'],
      [listed, 'This number is on the do-not-call list.'],
      ['+49301234\u0000', 'Must be a phone number in E.164, such as +493012345678.'],
    ]) {
      const { status, body } = await calls.post(agent.uuid, { ...late, phoneNumber });
      expect(status).toBe(422);
      expect(body.errors).toEqual({
        phoneNumber: expect.arrayContaining([message]),
        email: ['Must be a valid email address.'],
        scheduledTime: ['Must be in the future (UTC).'],
      });
    }
    const wrong = { name: '', phoneNumber: '+9991234567', reason: 7 };
    expect(Object.keys((await app.post('/agents', wrong)).body.errors)).toEqual(['name', 'phoneNumber']);
    expect(Object.keys((await app.post('/do-not-call', wrong)).body.errors)).toEqual([
      'reason',
      'phoneNumber',
    ]);
    expect((await app.post('/agents', [])).status).toBe(422);
  });

  test('422: a number on the do-not-call list', async () => {
    const phoneNumber = '+493044444401';
    await app.post('/do-not-call', { phoneNumber });
    const agent = await calls.agent();
    const { status, body } = await calls.post(agent.uuid, { phoneNumber });
    expect(status).toBe(422);
    expect(body.errors).toEqual({ phoneNumber: ['This number is on the do-not-call list.'] });
  });
});

describe('numbers that cost', () => {
  afterEach(() => void callCountries.splice(0));

  test('422: a premium-rate number', async () => {
    const agent = await calls.agent();
    for (const phoneNumber of ['+19005550147', '+33899123456', '+41900123456']) {
      const { status, body } = await calls.post(agent.uuid, { phoneNumber });
      expect(status).toBe(422);
      expect(body.errors).toEqual({ phoneNumber: ['Agents don’t call premium-rate numbers.'] });
    }
  });

  test('422: a number of no country in CALL_COUNTRIES; one that several countries may have is theirs', async () => {
    callCountries.push('DE', 'US');
    const agent = await calls.agent();
    const statusOf = async (phoneNumber: string) => (await calls.post(agent.uuid, { phoneNumber })).status;
    for (const phoneNumber of ['+18765550147', '+881612345678', '+33123456789'])
      expect([phoneNumber, await statusOf(phoneNumber)]).toEqual([phoneNumber, 422]);
    for (const phoneNumber of ['+12125550147', '+493012345678', '+15550100123'])
      expect([phoneNumber, await statusOf(phoneNumber)]).toEqual([phoneNumber, 201]);
    const { body } = await calls.post(agent.uuid, { phoneNumber: '+33123456789' });
    expect(body.errors).toEqual({
      phoneNumber: ['Agents don’t call numbers in this country (CALL_COUNTRIES).'],
    });
  });

  test('one that was queued before its country was left out of CALL_COUNTRIES fails', async () => {
    const agent = await calls.agent();
    const call = await calls.queue(agent.uuid, { phoneNumber: '+33123456789' });
    callCountries.push('DE');
    expect(await calls.advance(call)).toMatchObject({
      status: 'failed',
      error: 'Agents don’t call numbers in this country (CALL_COUNTRIES).',
      callLog: null,
    });
  });
});

describe('GET /agents/{agentUuid}/outbound-calls', () => {
  test('200: paginated, newest first, each call once; filtered by status', async () => {
    const agent = await calls.agent();
    const other = await calls.agent();
    await calls.queue(other.uuid);
    const queued = [];
    for (let n = 0; n < 5; n += 1) queued.push(await calls.queue(agent.uuid, { additionalData: String(n) }));
    await calls.advance(queued[0]);
    const met: string[] = [];
    let path: string | null = `/v2/agents/${agent.uuid}/outbound-calls?count=2`;
    while (path !== null) {
      const { body } = await app.get(path.replace('/v2', ''));
      met.push(...body.collection.map((call: { additionalData: string }) => call.additionalData));
      path = body.pagination.nextPage;
    }
    expect(met).toEqual(['4', '3', '2', '1', '0']);
    const done = await app.get(`/agents/${agent.uuid}/outbound-calls?status=completed`);
    expect(done.body.collection.map((call: { id: string }) => call.id)).toEqual([queued[0].id]);
    expect(done.body.pagination.total).toBe(1);
    expect((await app.get(`/agents/${agent.uuid}/outbound-calls?status=lost&page=0`)).status).toBe(422);
  });

  test('404: a call of another agent, of another workspace, or none', async () => {
    const agent = await calls.agent();
    const other = await calls.agent();
    const call = await calls.queue(other.uuid);
    const expected = { success: false, message: 'Call not found.', status: 404 };
    for (const id of [call.id, unknown, 'nonsense']) {
      for (const method of [app.get, app.delete]) {
        expect((await method(`/agents/${agent.uuid}/outbound-calls/${id}`)).body).toEqual(expected);
      }
    }
    const { token } = await createNeighbour(app.runtime, 'third@fern.example');
    const theirs = await app.get(`/agents/${other.uuid}/outbound-calls/${call.id}`, { token });
    expect(theirs.body.message).toBe('Agent not found.');
  });
});

describe('GET /outbound-calls', () => {
  test('200: the calls of all agents, also deleted ones, by agent, status, time and text', async () => {
    const [one, other] = [await calls.agent(), await calls.agent()];
    const first = await calls.queue(one.uuid, { fullName: 'Zora Quill', email: 'zora@listed.example' });
    const second = await calls.queue(other.uuid, { fullName: 'Abel Quill', phoneNumber: '+493012345699' });
    await app.delete(`/agents/${other.uuid}/outbound-calls/${second.id}`);
    await app.delete(`/agents/${other.uuid}`);
    const list = async (query: string): Promise<string[]> => {
      const { status, body } = await app.get(`/outbound-calls?${query}`);
      expect(status).toBe(200);
      expect(body.pagination.total).toBe(body.collection.length);
      return body.collection.map(({ id }: { id: string }) => id);
    };
    expect(await list('search=QUILL&count=100')).toEqual([second.id, first.id]);
    expect(await list('search=zora@listed')).toEqual([first.id]);
    expect(await list('search=345699')).toEqual([second.id]);
    expect(await list('search=quill&status=cancelled')).toEqual([second.id]);
    expect(await list(`agent=${one.uuid}`)).toEqual([first.id]);
    expect(await list(`search=quill&since=${second.createdAt}`)).toEqual([second.id]);
    expect(await list(`search=quill&until=${first.createdAt}`)).toEqual([first.id]);
    const { body } = await app.get('/outbound-calls?search=quill&count=1');
    expect((await app.get(body.pagination.nextPage.replace('/v2', ''))).body.collection[0].id).toBe(first.id);
  });

  test('200: none of another workspace', async () => {
    const { token } = await createNeighbour(app.runtime, 'all-calls@fern.example');
    expect((await app.get('/outbound-calls', { token })).body.collection).toEqual([]);
  });

  test('401, 403 without the scope, 422', async () => {
    expect((await app.get('/outbound-calls', { token: null })).status).toBe(401);
    const token = await app.tokenOf('aiko@juniper.example', ['booking']);
    expect((await app.get('/outbound-calls', { token })).status).toBe(403);
    expect((await app.get('/outbound-calls?status=ringing&since=yesterday&agent=x')).body.errors).toEqual({
      status: expect.any(Array),
      since: expect.any(Array),
      agent: expect.any(Array),
    });
  });
});

describe('DELETE /agents/{agentUuid}/outbound-calls/{id}', () => {
  test('200: a pending call is cancelled, once, and never placed', async () => {
    const agent = await calls.agent();
    const call = await calls.queue(agent.uuid);
    const path = `/agents/${agent.uuid}/outbound-calls/${call.id}`;
    expect((await app.delete(path)).body).toEqual({ success: true, message: 'Call canceled.', status: 200 });
    expect((await app.delete(path)).body).toEqual({
      success: false,
      message: 'Only pending calls and calls that wait for their next attempt can be canceled.',
      status: 409,
    });
    expect(await calls.advance(call)).toMatchObject({
      status: 'cancelled',
      triggeredAt: null,
      retryLogs: [],
    });
  });

  test('409: a call that is being placed', async () => {
    const agent = await calls.agent();
    const call = await calls.queue(agent.uuid);
    const path = `/agents/${agent.uuid}/outbound-calls/${call.id}`;
    const active = () => ({ ...simulator, place: async () => ({ state: 'active' as const }) });
    expect(await calls.advance(call, active)).toMatchObject({ status: 'in_progress' });
    expect((await app.delete(path)).status).toBe(409);
  });

  test('200: a call that waits for its next attempt is cancelled, also of a deleted agent, and never placed again', async () => {
    for (const isDeleted of [false, true]) {
      clock.set(start);
      const agent = await calls.agent();
      const call = await calls.queue(agent.uuid, { phoneNumber: '+493012345602' });
      expect(await calls.advance(call)).toMatchObject({ status: 'in_progress' });
      if (isDeleted) await app.delete(`/agents/${agent.uuid}`);
      expect((await app.delete(`/agents/${agent.uuid}/outbound-calls/${call.id}`)).status).toBe(200);
      clock.pass(60);
      expect(await calls.advance(call)).toMatchObject({
        status: 'cancelled',
        callLog: null,
        retryLogs: [{ attempt: 1, outcome: 'not_answered' }],
      });
    }
  });

  test('cancelling and the next attempt at the same moment: one wins', async () => {
    const agent = await calls.agent({ maxAttempts: 3 });
    clock.set(start);
    const waiting = await repeatConcurrently(12, async () => {
      const call = await calls.queue(agent.uuid, { phoneNumber: '+493012345602' });
      await calls.advance(call);
      return call;
    });
    clock.pass(60);
    const ends = await Promise.all(
      waiting.map(async (call) => {
        const [{ status }] = await Promise.all([
          app.delete(`/agents/${agent.uuid}/outbound-calls/${call.id}`),
          calls.advance(call),
        ]);
        await calls.advance(call);
        return { status, call: await calls.read(call) };
      }),
    );
    for (const { status, call } of ends) {
      // A 200 may also come after the second attempt, while the call waits for the third.
      expect([200, 409]).toContain(status);
      if (status === 200) expect(call.status).toBe('cancelled');
      const attempts = call.retryLogs.length;
      clock.pass(60);
      expect((await calls.advance(call)).retryLogs).toHaveLength(status === 200 ? attempts : attempts + 1);
    }
  });

  test('cancelling and starting at the same moment: one wins', async () => {
    const agent = await calls.agent();
    await repeatConcurrently(12, async () => {
      const call = await calls.queue(agent.uuid);
      const [{ status }] = await Promise.all([
        app.delete(`/agents/${agent.uuid}/outbound-calls/${call.id}`),
        calls.advance(call),
      ]);
      const final = await calls.read(call);
      expect([
        [200, 'cancelled', 0],
        [409, 'completed', 1],
      ]).toContainEqual([status, final.status, final.retryLogs.length]);
    });
  });
});

test('many workers at once place a call once', async () => {
  clock.set(start);
  const agent = await calls.agent();
  const call = await calls.queue(agent.uuid, { phoneNumber: '+493012345602' });
  await repeatConcurrently(10, () => calls.advance(call));
  expect((await calls.read(call)).retryLogs).toHaveLength(1);
});
