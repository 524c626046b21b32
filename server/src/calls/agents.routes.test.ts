import { describe, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { createNeighbour } from '../../test/neighbour.ts';
import { countByStatus, repeatConcurrently } from '../../test/times.ts';
import { createCallsApi } from './test-calls.ts';

const app = useApp();
const calls = createCallsApi(app);
const unknown = '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d';
const agentNotFound = { success: false, message: 'Agent not found.', status: 404 };

describe('POST /agents', () => {
  test('201: with a name alone; everything else has its default, and the provider is the simulator', async () => {
    const { status, body } = await app.post('/agents', { name: '  Ada  ' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      success: true,
      resource: {
        name: 'Ada',
        firstMessage: null,
        prompt: null,
        voicemailMessage: null,
        phoneNumber: null,
        isPublished: false,
        isEnabled: false,
        maxAttempts: 3,
        retryDelayMinutes: 10,
        callingHours: null,
        provider: 'simulator',
      },
    });
  });

  test('201: what is given is what is read', async () => {
    const fields = {
      name: 'Bea',
      firstMessage: 'Hello.',
      prompt: 'Be kind.',
      voicemailMessage: 'Please call us back.',
      phoneNumber: '+493012345600',
      isPublished: true,
      isEnabled: true,
      maxAttempts: 5,
      retryDelayMinutes: 60,
      callingHours: [{ day: 'Mon', timesets: [['09:00', '24:00']] }],
      provider: 'simulator',
    };
    const { body } = await app.post('/agents', fields);
    expect(body.resource).toMatchObject(fields);
    expect((await app.get(`/agents/${body.resource.uuid}`)).body).toEqual({
      success: true,
      status: 200,
      resource: body.resource,
    });
  });

  test('403: only owners and admins create agents', async () => {
    const token = await app.tokenOf('aiko@juniper.example', ['outbound-calls:write']);
    const { status, body } = await app.post('/agents', { name: 'Mine' }, { token });
    expect(status).toBe(403);
    expect(body.message).toBe('Only owners and admins can do this.');
  });

  test('422: every wrong field at once', async () => {
    const { status, body } = await app.post('/agents', {
      name: ' ',
      firstMessage: 7,
      prompt: 'x'.repeat(20_001),
      phoneNumber: '030 12345',
      isPublished: 'yes',
      isEnabled: 1,
      maxAttempts: 0,
      retryDelayMinutes: 1.5,
      callingHours: [{ day: 'Someday', timesets: [['9', '17:00']] }],
      provider: 'carrier pigeon',
    });
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual([
      'callingHours.0.day',
      'callingHours.0.timesets.0.0',
      'firstMessage',
      'isEnabled',
      'isPublished',
      'maxAttempts',
      'name',
      'phoneNumber',
      'prompt',
      'provider',
      'retryDelayMinutes',
    ]);
    expect(body.errors.phoneNumber).toEqual(['Must be a phone number in E.164, such as +493012345678.']);
  });

  test('422: a number that no country has and a provider that is not configured, at once', async () => {
    const { body } = await app.post('/agents', { name: 'X', phoneNumber: '+4940123', provider: 'http' });
    expect(body.errors).toMatchObject({ provider: [expect.stringContaining('VOICE_URL')] });
    const both = await app.post('/agents', { name: 'X', phoneNumber: '+9991234567', provider: 'http' });
    expect(Object.keys(both.body.errors).sort()).toEqual(['phoneNumber', 'provider']);
  });

  test.each([
    [[], 'Must leave some time to call; null allows any time.'],
    [[{ day: 'Mon', timesets: [] }], 'Must leave some time to call; null allows any time.'],
    [
      [
        { day: 'Mon', timesets: [['09:00', '10:00']] },
        { day: 'Mon', timesets: [] },
      ],
      'Must not name a day twice.',
    ],
  ])('422: calling hours %j', async (callingHours, message) => {
    const { body } = await app.post('/agents', { name: 'X', callingHours });
    expect(body.errors).toEqual({ callingHours: [message] });
  });
});

describe('GET /agents', () => {
  test('200: paginated, without those of other workspaces', async () => {
    await repeatConcurrently(3, (index) => calls.agent({ name: `Listed ${index}` }));
    const neighbour = await createNeighbour(app.runtime);
    expect((await app.get('/agents', { token: neighbour.token })).body.pagination.total).toBe(0);
    const { body } = await app.get('/agents?count=2');
    expect(body.collection).toHaveLength(2);
    expect(body.collection[0]).toMatchObject({ name: 'Front desk', provider: 'simulator' });
    expect(body.pagination.nextPage).toBe('/v2/agents?count=2&page=2');
    const own = await calls.agent();
    const stranger = await app.get(`/agents/${own.uuid}`, { token: neighbour.token });
    expect(stranger.body).toEqual(agentNotFound);
  });

  test('401, 403 without the scope, 200 with read or write, 422', async () => {
    expect((await app.get('/agents', { token: null })).status).toBe(401);
    const wrong = await app.tokenOf('mara@juniper.example', ['events:read']);
    expect((await app.get('/agents', { token: wrong })).body.error.required_scopes).toEqual([
      'admin:full',
      'outbound-calls:read',
    ]);
    for (const scope of ['outbound-calls:read', 'outbound-calls:write', 'admin:full'] as const) {
      const token = await app.tokenOf('mara@juniper.example', [scope]);
      expect((await app.get('/agents', { token })).status).toBe(200);
    }
    expect((await app.get('/agents?count=0')).status).toBe(422);
  });
});

describe('PATCH and DELETE /agents/{uuid}', () => {
  test('200: changes what is sent and keeps the rest; null clears', async () => {
    const agent = await calls.agent({
      firstMessage: 'Hi.',
      callingHours: [{ day: 'Tue', timesets: [['09:00', '10:00']] }],
    });
    const { status, body } = await app.patch(`/agents/${agent.uuid}`, { firstMessage: null, maxAttempts: 1 });
    expect(status).toBe(200);
    expect(body.resource).toMatchObject({
      firstMessage: null,
      maxAttempts: 1,
      callingHours: agent.callingHours,
    });
    expect(body.resource.updatedAt > agent.updatedAt).toBe(true);
    expect((await app.patch(`/agents/${agent.uuid}`, {})).status).toBe(200);
  });

  test('200: deleted once, with its pending calls cancelled; then 404, but its calls can still be read', async () => {
    const agent = await calls.agent();
    const call = await calls.queue(agent.uuid);
    const answers = await repeatConcurrently(4, () => app.delete(`/agents/${agent.uuid}`));
    expect(countByStatus(answers)).toEqual({ 200: 1, 404: 3 });
    expect(answers.find(({ status }) => status === 404)?.body).toEqual(agentNotFound);
    expect((await app.get(`/agents/${agent.uuid}`)).body).toEqual(agentNotFound);
    const listed = await app.get(`/agents/${agent.uuid}/outbound-calls`);
    expect(listed.body.collection).toEqual([await calls.read(call)]);
    expect(listed.body.collection).toMatchObject([{ id: call.id, status: 'cancelled' }]);
    expect((await calls.post(agent.uuid)).body).toEqual(agentNotFound);
    const { rows } = await app.runtime.database.pool.query('select status from outbound_call where id = $1', [
      call.id,
    ]);
    expect(rows).toEqual([{ status: 'cancelled' }]);
  });

  test('401, 403 by scope and by role, 404, 422', async () => {
    const agent = await calls.agent();
    const reader = await app.tokenOf('mara@juniper.example', ['outbound-calls:read']);
    const user = await app.tokenOf('aiko@juniper.example', ['outbound-calls:write']);
    for (const call of [app.patch, app.delete]) {
      expect((await call(`/agents/${agent.uuid}`, {}, { token: null })).status).toBe(401);
      expect((await call(`/agents/${agent.uuid}`, {}, { token: reader })).body.error.type).toBe(
        'insufficient_scope',
      );
      expect((await call(`/agents/${agent.uuid}`, {}, { token: user })).body.status).toBe(403);
      for (const id of [unknown, 'nonsense'])
        expect((await call(`/agents/${id}`, {})).body).toEqual(agentNotFound);
    }
    const wrong = await app.patch(`/agents/${agent.uuid}`, { provider: 'http', phoneNumber: '+9991234567' });
    expect(Object.keys(wrong.body.errors).sort()).toEqual(['phoneNumber', 'provider']);
  });
});

describe('/do-not-call', () => {
  test('201, 200, 409, 404: a number is on the list once, and can be removed once', async () => {
    const entry = { phoneNumber: '+493055555501', reason: 'Asked by mail.' };
    const answers = await repeatConcurrently(4, () => app.post('/do-not-call', entry));
    expect(countByStatus(answers)).toEqual({ 201: 1, 409: 3 });
    const { resource } = answers.find(({ status }) => status === 201)?.body ?? {};
    expect(resource).toMatchObject(entry);
    const { body } = await app.get('/do-not-call?phoneNumber=%2B493055555501');
    expect(body.collection).toEqual([resource]);
    expect((await app.delete(`/do-not-call/${resource.uuid}`)).body).toEqual({
      success: true,
      message: 'Number removed from the list.',
      status: 200,
    });
    expect((await app.delete(`/do-not-call/${resource.uuid}`)).body.message).toBe('Entry not found.');
  });

  test('401, 403: anyone who may queue calls may add; only owners and admins remove', async () => {
    const token = await app.tokenOf('aiko@juniper.example', ['outbound-calls:write']);
    const added = await app.post('/do-not-call', { phoneNumber: '+493055555502' }, { token });
    expect(added.status).toBe(201);
    const path = `/do-not-call/${added.body.resource.uuid}`;
    expect((await app.delete(path, undefined, { token })).status).toBe(403);
    const reader = await app.tokenOf('mara@juniper.example', ['outbound-calls:read']);
    expect((await app.get('/do-not-call', { token: reader })).status).toBe(200);
    expect((await app.post('/do-not-call', {}, { token: reader })).body.error.type).toBe(
      'insufficient_scope',
    );
    expect((await app.get('/do-not-call', { token: null })).status).toBe(401);
  });

  test('422: both fields at once, and a number that no country has', async () => {
    const { body } = await app.post('/do-not-call', { phoneNumber: 5, reason: 'a\nb' });
    expect(Object.keys(body.errors).sort()).toEqual(['phoneNumber', 'reason']);
    const none = await app.post('/do-not-call', { phoneNumber: '+9991234567' });
    expect(none.body.errors).toEqual({ phoneNumber: ['This isn’t a valid phone number.'] });
    expect((await app.get('/do-not-call?phoneNumber=x&page=0')).body.errors).toMatchObject({
      phoneNumber: expect.anything(),
      page: expect.anything(),
    });
  });
});

test('422: a page that does not exist, and a telephone line that the server has not', async () => {
  const body = { name: 'Caller', provider: 'sip', eventTypeUuid: '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d' };
  const refused = await app.post('/agents', body);
  expect(refused.status).toBe(422);
  expect(Object.keys(refused.body.errors).toSorted()).toEqual(['eventTypeUuid', 'provider']);
});

test('422: a hosted platform at which the server has no account', async () => {
  const refused = await app.post('/agents', { name: 'Caller', provider: 'retell' });
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    {
      provider: [
        'This server has no account at Retell; its operator can set RETELL_API_KEY and the related variables.',
      ],
    },
  ]);
});

describe('the language of an agent', () => {
  const make = async (fields: object) =>
    (await app.post('/agents', { name: 'Léa', ...fields })).body.resource;

  test('201: English without one, else the first voice of the language', async () => {
    expect(await make({})).toMatchObject({ language: 'en', voice: 'slt' });
    expect(await make({ language: 'fr' })).toMatchObject({ language: 'fr', voice: 'fr-f' });
    expect(await make({ language: 'fr', voice: 'fr-m' })).toMatchObject({ voice: 'fr-m' });
  });

  test('422: a voice of another language, beside every other wrong field', async () => {
    const french = ['Must be a voice of the language fr: fr-f, fr-m.'];
    const made = await app.post('/agents', { name: ' ', language: 'fr', voice: 'kal' });
    expect([made.status, made.body.errors.voice]).toEqual([422, french]);
    expect(made.body.errors).toHaveProperty('name');
    const { uuid } = await make({ language: 'fr' });
    for (const changes of [{ voice: 'slt' }, { voice: 'slt', maxAttempts: 0 }]) {
      const { status, body } = await app.patch(`/agents/${uuid}`, changes);
      expect([status, body.errors.voice]).toEqual([422, french]);
    }
    const both = await app.patch(`/agents/${uuid}`, { language: 'en', voice: 'fr-m' });
    expect(both.body.errors.voice).toEqual(['Must be a voice of the language en: slt, rms, awb, kal.']);
  });

  test('200: a change of the language alone keeps a voice that speaks it, and else chooses its first', async () => {
    const { uuid } = await make({ voice: 'kal' });
    const change = async (fields: object) => (await app.patch(`/agents/${uuid}`, fields)).body.resource;
    expect(await change({ language: 'en' })).toMatchObject({ language: 'en', voice: 'kal' });
    expect(await change({ language: 'fr' })).toMatchObject({ language: 'fr', voice: 'fr-f' });
    expect(await change({ voice: 'fr-m' })).toMatchObject({ language: 'fr', voice: 'fr-m' });
    expect(await change({ language: 'en', voice: 'rms' })).toMatchObject({ language: 'en', voice: 'rms' });
  });

  test('of two who change voice and language at once, nobody leaves an agent that can’t speak', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { uuid } = await make({ voice: 'kal' });
      await Promise.all([
        app.patch(`/agents/${uuid}`, { language: 'fr' }),
        app.patch(`/agents/${uuid}`, { voice: 'rms' }),
      ]);
      expect((await app.get(`/agents/${uuid}`)).body.resource).toMatchObject({
        language: 'fr',
        voice: 'fr-f',
      });
    }
  });
});
