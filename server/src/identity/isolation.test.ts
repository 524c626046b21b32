import { routes } from '@daybook/contract/routes';
import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { createNeighbour } from '../../test/neighbour.ts';

const app = useApp();

/** Ids of our workspace, by the name of their path parameter, for an owner of another workspace to try. */
const ours: Record<string, Record<string, string>> = {};
let neighbour: string;

beforeAll(async () => {
  neighbour = (await createNeighbour(app.runtime)).token;
  const user = (await app.get('/organizations/users')).body.collection[2].uuid as string;
  const team = (await app.get('/teams')).body.collection[0].uuid as string;
  const membership = (await app.get(`/teams/${team}/members`)).body.collection[0].id as number;
  const token = (await app.post('/tokens', { name: 'Ours', scopes: ['booking'] })).body.resource
    .uuid as string;
  ours['/organizations/users/{uuid}'] = { uuid: user };
  ours['/organizations/users/{uuid}/departure'] = { uuid: user };
  ours['/tokens/{uuid}'] = { uuid: token };
  ours['/tokens/{uuid}/rotate'] = { uuid: token };
  ours['/organizations/users/{uuid}/avatar'] = { uuid: user };
  ours['/teams/{teamId}/avatar'] = { teamId: team };
  ours['/teams/{teamId}'] = { teamId: team };
  ours['/teams/{teamId}/members'] = { teamId: team };
  ours['/teams/{teamId}/members/{id}'] = { teamId: team, id: String(membership) };
});

const bodies: Record<string, object> = {
  'POST /teams/{teamId}/members': { role: 'member', email: 'petra@fern.example' },
  'PATCH /teams/{teamId}/members/{id}': { role: 'manager' },
};

const slices = ['Tokens', 'Users', 'Teams'];
const withIds = [...routes.values()].filter(({ path, tag }) => path.includes('{') && slices.includes(tag));

test.each(withIds.map(({ method, path, takes }) => [method, path, takes?.[0]] as const))(
  '404, never 403: %s %s with an id of another workspace',
  async (method, path, takes) => {
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ours[path]?.[name] ?? `no ${name} known`);
    const sent = takes ? Buffer.from('a file') : (bodies[`${method} ${path}`] ?? {});
    const payload = method === 'GET' ? undefined : sent;
    const request = (token: string) =>
      app.inject({
        method,
        url: `/v2${url}`,
        headers: { authorization: `Bearer ${token}`, ...(takes && { 'content-type': takes }) },
        ...(payload && { payload }),
      });
    const { status, body } = await request(neighbour);
    expect(status).toBe(404);
    expect(body.message).toMatch(/^(User|Team|Token) not found\.$/);
    // The id is a real one: where it may be read, its owner reads it.
    if (method === 'GET') {
      expect((await request('test-token-of-the-owner-of-the-demo-company')).status).toBe(200);
    }
  },
);

test('users of another workspace are not listed, can’t be added or given a token, and their slugs are taken', async () => {
  const as = { token: neighbour };
  expect((await app.get('/organizations/users', as)).body.pagination.total).toBe(1);
  expect((await app.get('/teams', as)).body.collection).toEqual([]);
  expect((await app.get('/tokens?scope=all', as)).body.pagination.total).toBe(1);
  const team = (await app.post('/teams', { title: 'Fern' }, as)).body.resource;
  for (const who of [{ email: 'mara@juniper.example' }, { slug: 'mara-lindqvist' }]) {
    expect((await app.post(`/teams/${team.uuid}/members`, { role: 'member', ...who }, as)).status).toBe(422);
  }
  const token = { name: 'x', scopes: ['booking'], userEmail: 'mara@juniper.example' };
  expect((await app.post('/tokens', token, as)).status).toBe(422);
  expect((await app.post('/teams', { title: 'Ours', slug: 'discovery' }, as)).status).toBe(422);
  const twin = { email: 'mara@juniper.example', firstName: 'Mara', lastName: 'Elsewhere' };
  expect((await app.post('/organizations/users', twin, as)).status).toBe(201);
});
