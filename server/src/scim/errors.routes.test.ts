import { beforeAll, describe, expect, test } from 'vitest';
import { useApp, type Answer } from '../../test/harness.ts';
import { connectDirectory, createDirectory, entraUser, patchOp, type Directory } from '../../test/scim.ts';

const app = useApp();
let directory: Directory;
beforeAll(async () => {
  directory = await createDirectory(app);
});

/** RFC 7644, 3.12. */
function expectError({ status, headers, body }: Answer, wanted: number, scimType?: string): void {
  expect(headers['content-type']).toBe('application/scim+json; charset=utf-8');
  expect(body).toEqual({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(wanted),
    ...(scimType && { scimType }),
    detail: expect.any(String),
  });
  expect(status).toBe(wanted);
}

describe('every error has the schema and the media type of SCIM', () => {
  test('401: no token, a wrong one', async () => {
    expectError(await connectDirectory(app, null).send('GET', '/Users'), 401);
    expectError(await connectDirectory(app, 'x'.repeat(50)).send('POST', '/Groups', {}), 401);
  });

  test.each([
    ['GET', '/Devices'],
    ['GET', '/Users/unknown'],
    ['GET', '/Users/K3V9QX0T7ZB2M5A'],
    ['PATCH', '/Groups/0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d'],
    ['GET', "/Groups/1'--"],
    ['DELETE', '/Users/K3V9QX0T7ZB2M5A/emails'],
  ])('404: %s %s', async (method, path) => {
    const body = method === 'PATCH' ? patchOp({ op: 'remove', path: 'members' }) : undefined;
    expectError(await directory.send(method, path, body), 404);
  });

  test.each([
    ['DELETE', '/Users', 'GET, HEAD, POST'],
    ['PUT', '/Groups', 'GET, HEAD, POST'],
    ['POST', '/Users/K3V9QX0T7ZB2M5A', 'DELETE, GET, HEAD, PATCH, PUT'],
    ['GET', '/Users/.search', 'POST'],
    ['POST', '/ServiceProviderConfig', 'GET, HEAD'],
    ['GET', '/Bulk', 'POST'],
  ])('405: %s %s, with the methods that it takes', async (method, path, allow) => {
    const answer = await directory.send(method, path, method === 'GET' ? undefined : {});
    expectError(answer, 405);
    expect(answer.headers['allow']).toBe(allow);
  });

  test('400, 413, 415: no JSON, too large, another media type', async () => {
    expectError(await directory.send('POST', '/Users', '{'), 400, 'invalidSyntax');
    const large = JSON.stringify({ displayName: 'x'.repeat(2_000_000) });
    expectError(await directory.send('POST', '/Groups', large), 413);
    expectError(await directory.send('POST', '/Users', 'x', { 'content-type': 'text/plain' }), 415);
  });

  test('409, 412: a name that exists, an old version', async () => {
    const { body } = await directory.send('POST', '/Users', entraUser('nils'));
    expectError(await directory.send('POST', '/Users', entraUser('nils')), 409, 'uniqueness');
    const old = { 'if-match': 'W/"old"' };
    expectError(await directory.send('DELETE', `/Users/${body.id}`, undefined, old), 412);
  });

  test('500: says under which id the log has the reason, and no more', async () => {
    const { pool } = app.runtime.database;
    await pool.query(`alter table scim_group add constraint planted check (display_name <> 'planted')`);
    const answer = await directory.send('POST', '/Groups', { displayName: 'planted' });
    await pool.query('alter table scim_group drop constraint planted');
    expectError(answer, 500);
    expect(answer.body.detail).toMatch(/^Something went wrong on our side\. Error ID: [0-9a-f-]{36}$/);
  });

  test('501: bulk, the root and /Me, as the configuration says', async () => {
    const { body } = await directory.send('GET', '/ServiceProviderConfig');
    expect(body.bulk).toEqual({ supported: false, maxOperations: 0, maxPayloadSize: 0 });
    expectError(await directory.send('POST', '/Bulk', { Operations: [] }), 501);
    expectError(await directory.send('GET', ''), 501);
    expectError(await directory.send('POST', '/.search', {}), 501);
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expectError(await directory.send(method, '/Me', method === 'PATCH' ? {} : undefined), 501);
  });

  test('403: a filter of the configuration, which would be ignored', async () => {
    for (const path of ['/ServiceProviderConfig', '/Schemas', '/ResourceTypes'])
      expectError(await directory.send('GET', `${path}?filter=id%20pr`), 403);
  });
});

describe('429', () => {
  const limited = useApp({ config: { rateLimit: { perToken: 3, perAddress: 1000 } } });

  test('a directory that is too fast learns when to retry', async () => {
    const fast = await createDirectory(limited);
    const answers = [];
    for (let count = 0; count < 4; count += 1) answers.push(await fast.send('GET', '/Users?count=1'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    const last = answers.at(-1) as Answer;
    expectError(last, 429);
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    // The limit is that of the token, not of the workspace.
    const other = await createDirectory(limited, 'Okta');
    expect((await other.send('GET', '/Users?count=1')).status).toBe(200);
  });
});
