import { describe, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { createNeighbour } from '../../../test/neighbour.ts';
import { signIn } from '../../../test/session.ts';
import { ownerToken } from '../../../test/runtime.ts';
import { countByStatus, repeatConcurrently } from '../../../test/times.ts';

const app = useApp();

const post = async (key: string, payload: object, { token = ownerToken, url = '/v2/teams' } = {}) => {
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key };
  const {
    statusCode: status,
    rawPayload,
    headers: answered,
  } = await app.app.inject({ method: 'POST', url, headers, payload });
  return {
    status,
    bytes: rawPayload.toString('base64'),
    json: JSON.parse(String(rawPayload)),
    replayed: answered['idempotent-replayed'],
  };
};
const teamsCalled = async (title: string) =>
  (await app.get('/teams?count=100')).body.collection.filter(
    (team: { title: string }) => team.title === title,
  ).length;
const otherRequest = {
  success: false,
  message: 'This Idempotency-Key was already used for a different request.',
  status: 409,
};

describe('the same Idempotency-Key', () => {
  test('with the same body replays the first answer byte for byte, and does nothing', async () => {
    const first = await post('one', { title: 'Once — ünï 👍' });
    const again = await post('one', { title: 'Once — ünï 👍' });
    expect(first).toMatchObject({ status: 201, replayed: undefined });
    expect(again).toEqual({ ...first, replayed: 'true' });
    expect(await teamsCalled('Once — ünï 👍')).toBe(1);
  });

  test('shows a secret again to the caller who was shown it', async () => {
    const token = { name: 'Secret', scopes: ['booking'] };
    const first = await post('secret', token, { url: '/v2/tokens' });
    const again = await post('secret', token, { url: '/v2/tokens' });
    expect(again.json.token).toBe(first.json.token);
  });

  test('409 with another body, another path or another query', async () => {
    await post('fixed', { title: 'Fixed' });
    const others = [
      await post('fixed', { title: 'Fixed', slug: 'fixed-2' }),
      await post('fixed', { title: 'Fixed' }, { url: '/v2/tokens' }),
      await post('fixed', { title: 'Fixed' }, { url: '/v2/teams?x=1' }),
    ];
    // The second is refused for its fields before its key is looked at.
    expect(others.map(({ status }) => status)).toEqual([409, 422, 409]);
    expect(others[0]?.json).toEqual(otherRequest);
    const elsewhere = { name: 'x', scopes: ['booking'], title: 'Fixed' };
    expect((await post('fixed', elsewhere, { url: '/v2/tokens' })).json).toEqual(otherRequest);
  });

  test('sent ten times at the same moment has one effect, and all get its answer', async () => {
    const answers = await repeatConcurrently(10, () => post('twins', { title: 'Twins' }));
    expect(countByStatus(answers)).toEqual({ 201: 10 });
    expect(new Set(answers.map(({ bytes }) => bytes)).size).toBe(1);
    expect(answers.filter(({ replayed }) => replayed === 'true')).toHaveLength(9);
    expect(await teamsCalled('Twins')).toBe(1);
  });

  test('sent at the same moment with different bodies has one effect', async () => {
    const answers = await repeatConcurrently(6, (index) => post('rivals', { title: `Rival ${index}` }));
    expect(countByStatus(answers)).toEqual({ 201: 1, 409: 5 });
  });

  test('of a failed request can be used again, with another body', async () => {
    expect((await post('failed', { title: '' })).status).toBe(422);
    expect((await post('failed', { title: 'Taken', slug: 'discovery' })).status).toBe(422);
    const third = await post('failed', { title: 'Third time' });
    expect(third).toMatchObject({ status: 201, replayed: undefined });
  });

  test('is forgotten after 24 hours, and not before', async () => {
    const age = (hours: string) =>
      app.runtime.database.pool.query(`update idempotency set created_at = now() - interval '${hours}'`);
    await post('old', { title: 'Old' });
    await age('23 hours 59 minutes');
    expect((await post('old', { title: 'Old' })).replayed).toBe('true');
    await age('24 hours 1 second');
    const renewed = await repeatConcurrently(4, () => post('old', { title: 'Renewed' }));
    expect(countByStatus(renewed)).toEqual({ 201: 4 });
    expect(await teamsCalled('Renewed')).toBe(1);
  });

  test('belongs to one caller: another token, user or workspace has keys of its own', async () => {
    const body = { title: 'Shared key' };
    const token = await app.tokenOf('mara@juniper.example', ['teams:write']);
    const neighbour = (await createNeighbour(app.runtime)).token;
    for (const caller of [ownerToken, token, neighbour]) {
      expect(await post('shared', body, { token: caller })).toMatchObject({
        status: 201,
        replayed: undefined,
      });
    }
    expect(await teamsCalled('Shared key')).toBe(2);
  });

  test('409 after the token was rotated: the answer can’t be opened, and nothing happens twice', async () => {
    const { resource, token } = (await app.post('/tokens', { name: 'Turning', scopes: ['teams:write'] }))
      .body;
    await post('turn', { title: 'Turned' }, { token });
    const rotated = (await app.post(`/tokens/${resource.uuid}/rotate`)).body.token;
    const again = await post('turn', { title: 'Turned' }, { token: rotated });
    expect(again.status).toBe(409);
    expect(again.json.message).toContain('rotated');
    expect(await teamsCalled('Turned')).toBe(1);
  });

  test('works for a session as well', async () => {
    const user = {
      email: 'ida@juniper.example',
      firstName: 'Ida',
      lastName: 'P',
      role: 'admin',
      password: 'a long password',
    };
    await app.post('/organizations/users', user);
    const { cookie } = await signIn(app, user.email, user.password);
    const options = { token: null, headers: { cookie, 'idempotency-key': 'by-session' } };
    const first = await app.post('/teams', { title: 'By session' }, options);
    const again = await app.post('/teams', { title: 'By session' }, options);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
  });
});

test('what is kept can’t be read in the database', async () => {
  await post('hidden', { title: 'Very recognisable title' });
  const { rows } = await app.runtime.database.pool.query<{ body: Buffer; row: string }>(
    'select body, i::text as row from idempotency i',
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { body, row } of rows) {
    expect(body.toString('latin1')).not.toMatch(/recognisable|success|resource/);
    expect(row).not.toContain('hidden');
  }
});

test.each(['', 'x'.repeat(256), 'schlüssel'])('400: the key %j', async (key) => {
  const answer = await post(key, { title: 'Never' });
  expect(answer.status).toBe(400);
  expect(answer.json.message).toBe('Idempotency-Key must be 1 to 255 printable ASCII characters.');
});

test('on other methods the header means nothing', async () => {
  const headers = { 'idempotency-key': 'elsewhere' };
  const team = (await app.post('/teams', { title: 'Patched' })).body.resource;
  await app.patch(`/teams/${team.uuid}`, { title: 'Patched once' }, { headers });
  const again = await app.patch(`/teams/${team.uuid}`, { title: 'Patched twice' }, { headers });
  expect(again.body.resource.title).toBe('Patched twice');
  expect(again.headers).not.toHaveProperty('idempotent-replayed');
});
