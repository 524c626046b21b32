import { beforeEach, describe, expect, test } from 'vitest';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { useApp } from '../../test/harness.ts';
import { createNeighbour } from '../../test/neighbour.ts';
import { repeatConcurrently } from '../../test/times.ts';
import { respondWithStatus, useReceiver } from './delivery/test-receiver.ts';

const app = useApp({ config: { outboundAllow: ['127.0.0.0/8'] } });
const receiver = useReceiver();

beforeEach(() => {
  receiver.received.length = 0;
  receiver.answer = respondWithStatus(200);
});

const fields = (more: object = {}) => ({
  callbackUrl: receiver.url,
  events: ['invitee.scheduled'],
  scope: 'user',
  ...more,
});

const create = async (more: object = {}, token?: string) => {
  const { status, body } = await app.post('/webhooks', fields(more), token === undefined ? {} : { token });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
};

const unknown = '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d';
const wireTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

describe('POST /webhooks', () => {
  test('201: in the shape of interface 2.8, after a signed test delivery', async () => {
    const { status, body } = await app.post('/webhooks', fields({ token: 'my own token' }));
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      resource: {
        uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        name: null,
        description: null,
        callbackUrl: receiver.url,
        scope: 'user',
        creator: { firstName: 'Mara', lastName: 'Lindqvist', slug: 'mara-lindqvist' },
        events: ['invitee.scheduled'],
        filter: null,
        headerNames: [],
        organization: null,
        apiVersion: null,
        isActive: true,
        state: 'active',
        failingSince: null,
        createdAt: expect.stringMatching(wireTime),
        updatedAt: expect.stringMatching(wireTime),
      },
      signingSecret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      testResult: { delivered: true, statusCode: 200, error: null },
    });
    const [test] = receiver.received;
    expect(test?.headers).toMatchObject({
      token: 'my own token',
      'user-agent': 'Daybook-Webhooks/1',
      'content-type': 'application/json',
      'accept-encoding': 'identity',
    });
    const verified = new StandardWebhook(body.signingSecret).verify(test?.text ?? '', test?.headers as never);
    expect(verified).toEqual({
      event: 'webhook.test',
      webhookUuid: body.resource.uuid,
      createdAt: expect.stringMatching(wireTime),
    });
  });

  test('201: without a token no Token header; an organization is named', async () => {
    const { resource } = await create({ scope: 'organization', name: 'All', description: 'Everything' });
    expect(receiver.received[0]?.headers).not.toHaveProperty('token');
    expect(resource).toMatchObject({
      name: 'All',
      description: 'Everything',
      organization: { uuid: expect.any(String), name: expect.any(String) },
    });
  });

  test.each(['x', '~ !"#$%&()*+,-./:;<=>?@[]^_`{|}', 'y'.repeat(1000)])(
    '201: any printable token is sent as it was given: %s',
    async (token) => {
      await create({ token });
      expect(receiver.received[0]?.headers['token']).toBe(token);
    },
  );

  test.each([
    [500, 'Answered 500.'],
    [404, 'Answered 404.'],
    [302, 'Responded with 302; redirects aren’t followed.'],
  ])('201: an address that answers %i is accepted, and testResult says so', async (code, error) => {
    receiver.answer = (response) => void response.writeHead(code, { location: receiver.url }).end();
    const { testResult } = await create();
    expect(testResult).toEqual({ delivered: false, statusCode: code, error });
    expect(receiver.received).toHaveLength(1);
  });

  test('403: an organization needs an owner or admin, and nothing is sent', async () => {
    const token = await app.tokenOf('aiko@juniper.example', ['webhooks:write']);
    const { status, body } = await app.post('/webhooks', fields({ scope: 'organization' }), { token });
    expect(status).toBe(403);
    expect(body).toEqual({ success: false, message: 'Only owners and admins can do this.', status: 403 });
    expect(receiver.received).toEqual([]);
    await create({}, token);
  });

  test.each([
    ['nothing', {}, ['callbackUrl', 'events', 'scope']],
    ['no event', { events: [] }, ['events']],
    ['an event twice', { events: ['invitee.scheduled', 'invitee.scheduled'] }, ['events']],
    ['an unknown event', { events: ['invitee.scheduled', 'invitee.sneezed'] }, ['events.1']],
    ['an unknown scope', { scope: 'world' }, ['scope']],
    ['an empty token', { token: '' }, ['token']],
    ['a token that is no ASCII', { token: 'schlüssel' }, ['token']],
    ['a token with a line break', { token: 'one\r\nX-Evil: two' }, ['token']],
    ['a long token', { token: 'x'.repeat(1001) }, ['token']],
    ['no address', { callbackUrl: 'hooks' }, ['callbackUrl']],
    ['another protocol', { callbackUrl: 'ftp://example.com/' }, ['callbackUrl']],
    ['a password in the address', { callbackUrl: 'https://a:b@example.com/' }, ['callbackUrl']],
    ['a private address', { callbackUrl: 'http://10.0.0.1/' }, ['callbackUrl']],
    ['nobody there', { callbackUrl: 'http://127.0.0.1:1/' }, ['callbackUrl']],
    ['a name that does not exist', { callbackUrl: 'http://nobody.invalid/' }, ['callbackUrl']],
  ])('422: %s', async (_case, more, keys) => {
    const body = Object.keys(more).length === 0 ? {} : fields(more);
    const answer = await app.post('/webhooks', body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual(keys);
    expect(receiver.received).toEqual([]);
  });

  test('a repeated Idempotency-Key answers the same and sends no other test', async () => {
    const headers = { 'idempotency-key': 'webhook-once' };
    const body = fields();
    const first = await app.post('/webhooks', body, { headers });
    const second = await app.post('/webhooks', body, { headers });
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(receiver.received).toHaveLength(1);
    expect((await app.post('/webhooks', fields({ name: 'x' }), { headers })).status).toBe(409);
    expect(receiver.received).toHaveLength(1);
  });

  test('409: twins with one Idempotency-Key at the same moment, of which one sends its test', async () => {
    const { uuid } = (await create()).resource;
    receiver.received.length = 0;
    for (const path of ['/webhooks', `/webhooks/${uuid}/test`]) {
      const headers = { 'idempotency-key': `twins of ${path}` };
      const body = fields();
      // The test of the first is answered once the others are.
      let answered = 0;
      receiver.answer = async (response) => {
        await expect.poll(() => answered, { timeout: 8000 }).toBe(4);
        response.end('ok');
      };
      const answers = await repeatConcurrently(5, async () => {
        const answer = await app.post(path, body, { headers });
        answered += 1;
        return answer;
      });
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
      const refused = answers.filter(({ status }) => status === 409);
      expect(refused.map(({ body: { message } }) => message)).toEqual(
        refused.map(() => 'A request with this Idempotency-Key is still in progress. Try again in a moment.'),
      );
      const later = await app.post(path, body, { headers });
      expect(later.headers['idempotent-replayed']).toBe('true');
    }
    expect(receiver.received).toHaveLength(2);
  });

  test('a refused request releases its Idempotency-Key, and an abandoned one loses it', async () => {
    const headers = { 'idempotency-key': 'released' };
    const nobody = fields({ callbackUrl: 'http://127.0.0.1:1/' });
    expect((await app.post('/webhooks', nobody, { headers })).status).toBe(422);
    expect((await app.post('/webhooks', fields(), { headers })).status).toBe(201);
    await app.runtime.database.pool.query(
      `update idempotency set status = null, body = null, claim = gen_random_uuid(), claimed_until = now() - interval '1 s'`,
    );
    expect((await app.post('/webhooks', fields(), { headers })).status).toBe(201);
  });

  test('401, and 403 without the scope', async () => {
    expect((await app.post('/webhooks', fields(), { token: null })).status).toBe(401);
    const token = await app.tokenOf('mara@juniper.example', ['webhooks:read']);
    const { status, body } = await app.post('/webhooks', fields(), { token });
    expect(status).toBe(403);
    expect(body.error.required_scopes).toEqual(['admin:full', 'webhooks:write']);
  });
});

describe('GET, PATCH and DELETE', () => {
  test('200: read as created; the token and the secret are stored sealed and never shown', async () => {
    const { resource, signingSecret } = await create({ token: 'a secret token' });
    const { status, body } = await app.get(`/webhooks/${resource.uuid}`);
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, status: 200, resource });
    const { rows } = await app.runtime.database.pool.query(
      'select row_to_json(w)::text as row, token_sealed from webhook w where id = $1',
      [resource.uuid],
    );
    expect(rows[0].row).not.toContain(Buffer.from('a secret token').toString('hex'));
    expect(rows[0].row).not.toContain(Buffer.from(signingSecret).toString('hex'));
    expect(app.runtime.secrets.unseal(rows[0].token_sealed)).toBe('a secret token');
  });

  test('200: lists show your own; with scope=all everyone’s, to admins', async () => {
    const aiko = await app.tokenOf('aiko@juniper.example', ['webhooks:write']);
    const { resource } = await create({ name: 'Of Aiko' }, aiko);
    const names = (body: { collection: { name: string }[] }) => body.collection.map(({ name }) => name);
    expect(names((await app.get('/webhooks', { token: aiko })).body)).toContain('Of Aiko');
    expect(names((await app.get('/webhooks?count=100')).body)).not.toContain('Of Aiko');
    expect(names((await app.get('/webhooks?scope=all&count=100')).body)).toContain('Of Aiko');
    expect((await app.get('/webhooks?scope=all', { token: aiko })).status).toBe(403);
    expect((await app.get(`/webhooks/${resource.uuid}`)).status).toBe(200);
  });

  test('403 for somebody else’s, 404 for another workspace’s or none', async () => {
    const { resource } = await create();
    const aiko = await app.tokenOf('aiko@juniper.example', ['webhooks:write']);
    const { token: neighbour } = await createNeighbour(app.runtime);
    const calls = (path: string, token: string) => [
      app.get(path, { token }),
      app.patch(path, { name: 'x' }, { token }),
      app.delete(path, undefined, { token }),
      app.post(`${path}/test`, undefined, { token }),
      app.post(`${path}/rotate-secret`, {}, { token }),
      app.get(`${path}/status`, { token }),
      app.get(`${path}/deliveries`, { token }),
      app.get(`${path}/deliveries/${unknown}`, { token }),
      app.post(`${path}/deliveries/${unknown}/retry`, undefined, { token }),
      app.post(`${path}/replay`, { since: '2026-01-01T00:00:00Z' }, { token }),
    ];
    const statuses = async (path: string, token: string) =>
      new Set((await Promise.all(calls(path, token))).map(({ status }) => status));
    receiver.received.length = 0;
    expect(await statuses(`/webhooks/${resource.uuid}`, aiko)).toEqual(new Set([403]));
    expect(await statuses(`/webhooks/${resource.uuid}`, neighbour)).toEqual(new Set([404]));
    expect(await statuses(`/webhooks/${unknown}`, aiko)).toEqual(new Set([404]));
    expect(await statuses('/webhooks/nonsense', aiko)).toEqual(new Set([404]));
    expect(receiver.received).toEqual([]);
  });

  test('200: changes what is sent, keeps the rest, and tests a new address', async () => {
    const { resource } = await create({ name: 'Old', token: 'the first token' });
    const path = `/webhooks/${resource.uuid}`;
    receiver.received.length = 0;
    const renamed = await app.patch(path, { name: 'New', events: ['invitee.cancelled'] });
    expect(renamed.body.resource).toMatchObject({
      name: 'New',
      events: ['invitee.cancelled'],
      scope: 'user',
    });
    expect(renamed.body.resource.updatedAt > resource.updatedAt).toBe(true);
    expect(receiver.received).toEqual([]);
    const moved = await app.patch(path, { callbackUrl: `${receiver.url}/other`, token: null });
    expect(moved.body.resource.callbackUrl).toBe(`${receiver.url}/other`);
    expect(receiver.received[0]?.headers['token']).toBe('the first token');
    await app.post(`${path}/test`);
    expect(receiver.received[1]?.path).toBe('/hook/other');
    expect(receiver.received[1]?.headers).not.toHaveProperty('token');
  });

  test('422 and 403: a change obeys the rules of creation', async () => {
    const aiko = await app.tokenOf('aiko@juniper.example', ['webhooks:write']);
    const { resource } = await create({}, aiko);
    const path = `/webhooks/${resource.uuid}`;
    expect((await app.patch(path, { scope: 'organization' }, { token: aiko })).status).toBe(403);
    for (const change of [{ callbackUrl: 'http://192.168.1.1/' }, { events: [] }, { token: '' }]) {
      expect((await app.patch(path, change)).status).toBe(422);
    }
    expect((await app.get(path)).body.resource).toEqual(resource);
  });

  test('200: deleted once; then 404', async () => {
    const { resource } = await create();
    const path = `/webhooks/${resource.uuid}`;
    const { status, body } = await app.delete(path);
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, message: 'Webhook deleted.', status: 200 });
    expect((await app.delete(path)).body.message).toBe('Webhook not found.');
  });
});

describe('POST /webhooks/{uuid}/test and rotate-secret', () => {
  test('200: the result of the test', async () => {
    const { resource } = await create();
    const path = `/webhooks/${resource.uuid}/test`;
    expect((await app.post(path)).body).toEqual({
      success: true,
      status: 200,
      testResult: { delivered: true, statusCode: 200, error: null },
    });
    receiver.answer = respondWithStatus(500);
    expect((await app.post(path)).body.testResult).toEqual({
      delivered: false,
      statusCode: 500,
      error: 'Answered 500.',
    });
  });

  test('200: an example of any event, signed; 422 for one that there is not', async () => {
    const { resource, signingSecret } = await create();
    const path = `/webhooks/${resource.uuid}/test`;
    expect((await app.post(path, { event: 'crm.record.created' })).body.testResult.delivered).toBe(true);
    const sent = receiver.received.at(-1);
    const verified = new StandardWebhook(signingSecret).verify(sent?.text ?? '', sent?.headers as never);
    expect(verified).toMatchObject({ event: 'crm.record.created', objectSlug: 'deals' });
    expect((await app.post(path, { event: 'crm.record.invented' })).status).toBe(422);
  });

  test('201: both secrets sign until the overlap ends', async () => {
    const { resource, signingSecret: first } = await create();
    const path = `/webhooks/${resource.uuid}`;
    const { status, body } = await app.post(`${path}/rotate-secret`, { overlapHours: 1 });
    expect(status).toBe(201);
    expect(body.previousSecretExpiresAt).toMatch(wireTime);
    expect(body.signingSecret).not.toBe(first);
    await app.post(`${path}/test`);
    const during = receiver.received.at(-1);
    for (const secret of [first, body.signingSecret]) {
      new StandardWebhook(secret).verify(during?.text ?? '', during?.headers as never);
    }
    const third = (await app.post(`${path}/rotate-secret`, { overlapHours: 0 })).body.signingSecret;
    await app.post(`${path}/test`);
    const after = receiver.received.at(-1);
    new StandardWebhook(third).verify(after?.text ?? '', after?.headers as never);
    for (const secret of [first, body.signingSecret]) {
      expect(() => new StandardWebhook(secret).verify(after?.text ?? '', after?.headers as never)).toThrow(
        'No matching signature',
      );
    }
    expect((await app.post(`${path}/rotate-secret`, { overlapHours: 169 })).status).toBe(422);
  });
});

describe('the state of a webhook', () => {
  test('200: the list says which fail and since when, without a call for each', async () => {
    const { resource } = await create();
    const set = (columns: string) =>
      app.runtime.database.pool.query(`update webhook set ${columns} where id = $1`, [resource.uuid]);
    const listed = async () => {
      const { collection } = (await app.get('/webhooks?count=100')).body;
      return collection.find(({ uuid }: { uuid: string }) => uuid === resource.uuid);
    };
    await set(`failures = 2, failing_since = '2027-01-11T06:00:00Z'`);
    const failing = { state: 'failing', failingSince: '2027-01-11T06:00:00.000000Z' };
    expect(await listed()).toMatchObject(failing);
    expect((await app.get(`/webhooks/${resource.uuid}`)).body.resource).toMatchObject(failing);
    await set(`paused_until = now() + interval '1 hour'`);
    expect(await listed()).toMatchObject({ ...failing, state: 'paused' });
    await set('disabled_at = now()');
    expect(await listed()).toMatchObject({ state: 'disabled', isActive: false });
  });
});
