import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import { useApp } from '../../server/test/harness.ts';
import { ownerToken } from '../../server/test/runtime.ts';
import { ApiError, createClient, getEtag, buildHref, getTag, type Client } from './client.ts';

const app = useApp();
let url: string;
let api: Client;
beforeAll(async () => {
  url = await app.app.listen({ port: 0, host: '127.0.0.1' });
  api = createClient({ url: `${url}/v2/`, token: ownerToken });
});

const failureOf = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => Promise.reject(new Error('It was answered.')),
    (error: unknown) => error as ApiError,
  );

describe('answers come without their envelope', () => {
  test('a list with its total, and every item of it', async () => {
    const first = await api.listUsers({ query: { per_page: 2 } });
    expect(first.items).toHaveLength(2);
    expect(first.next).toMatch(/^\/v2\/organizations\/users\?/);
    const emails: string[] = [];
    for await (const user of api.each('listUsers', { query: { per_page: 2 } })) emails.push(user.email);
    expect(emails).toHaveLength(first.total);
    expect(new Set(emails).size).toBe(first.total);
  });

  test('a value under its key, and nothing for a sentence', async () => {
    const team = await api.createTeam({ body: { title: 'Night shift', slug: 'night-shift' } });
    expect(team).toMatchObject({ title: 'Night shift', slug: 'night-shift' });
    expect(await api.readTeam({ params: { teamId: team.uuid } })).toEqual(team);
    expect(await api.deleteTeam({ params: { teamId: team.uuid } })).toBeUndefined();
  });

  test('what was created, and what is shown once beside it', async () => {
    const created = await api.createToken({ body: { name: 'CI', scopes: ['users:read'] } });
    expect(Object.keys(created).sort()).toEqual(['resource', 'token']);
    expect(created.resource.name).toBe('CI');
  });

  test('whether an upsert has created', async () => {
    const upsert = () =>
      api.upsertRecord({
        params: { objectSlug: 'people' },
        query: { matchingAttribute: 'emails' },
        body: { name: 'New', emails: ['new@upsert.example'] },
      });
    expect([(await upsert()).created, (await upsert()).created]).toEqual([true, false]);
  });

  test('with the version of what has one', async () => {
    const { value } = await api.upsertPerson({ body: { emails: ['etag@upsert.example'] } });
    const person = await api.readPerson({ params: { id: value.id } });
    expect(getEtag(person)).toMatch(/^"\d+"$/);
    const update = (etag: string) =>
      api.updatePerson({
        params: { id: person.id },
        body: { jobTitle: 'Editor' },
        headers: { 'if-match': etag },
      });
    expect(getEtag(await update(getEtag(person) ?? ''))).not.toBe(getEtag(person));
    expect((await failureOf(update(getEtag(person) ?? ''))).status).toBe(409);
    expect(getEtag({})).toBeUndefined();
  });

  test('a stream as it is', async () => {
    const response = await api.exportRecords({ params: { objectSlug: 'people' } });
    expect(await response.text()).toContain('new@upsert.example');
  });
});

test('the address of an operation, for a link in a browser', () => {
  const address = buildHref('exportRecords', { params: { objectSlug: 'people' }, query: { search: 'a&b' } });
  expect(address).toBe('/v2/crm/people/export?search=a%26b');
});

test('after a session has ended, a request waits until somebody has signed in, and is sent again', async () => {
  let token = 'ended';
  const withSession: typeof fetch = (address, init) =>
    fetch(address, { ...init, headers: { ...init?.headers, authorization: `Bearer ${token}` } });
  const waiting = createClient({
    url,
    fetch: withSession,
    signInAgain: async () => {
      token = ownerToken;
    },
  });
  expect((await waiting.readSession()).email).toBe((await api.readSession()).email);
  token = 'ended';
  const failing = createClient({ url, fetch: withSession });
  expect((await failureOf(failing.readSession())).status).toBe(401);
});

describe('a refusal is an ApiError', () => {
  test('with every wrong field', async () => {
    const error = await failureOf(api.createTeam({ body: { title: '', slug: 'No Slug' } }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error.status).toBe(422);
    expect(Object.keys(error.fields).sort()).toEqual(['slug', 'title']);
  });

  test('with the scopes that lack, and an id for the log', async () => {
    const token = await app.tokenOf('aiko@juniper.example', ['notes:read']);
    const error = await failureOf(createClient({ url, token }).listUsers());
    expect(error).toMatchObject({ status: 403, missingScopes: expect.arrayContaining(['users:read']) });
    expect(error.errorId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('also when something in between answers with a page', async () => {
    const page = () =>
      Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'retry-after': '7' } }));
    const error = await failureOf(createClient({ fetch: page }).whoami());
    expect(error).toMatchObject({ status: 502, retryAfterSeconds: 7, fields: {} });
  });

  test('but never a request to another address, for lack of a parameter', async () => {
    const error = await failureOf(api.deleteTeam({ params: { teamId: '' } }));
    expect(error).toBeInstanceOf(TypeError);
  });
});

test('a wrong use does not compile', () => {
  expectTypeOf(api.listUsers).returns.resolves.toHaveProperty('items');
  const wrong = (): unknown[] => [
    // @ts-expect-error -- no such operation
    api.listUsres(),
    // @ts-expect-error -- a parameter lacks
    api.readTeam(),
    // @ts-expect-error -- no such parameter
    api.readTeam({ params: { team: 'x' } }),
    // @ts-expect-error -- a field lacks
    api.createTeam({ body: { slug: 'x' } }),
    // @ts-expect-error -- no such filter
    api.listUsers({ query: { colour: 'red' } }),
    // @ts-expect-error -- not a list
    api.each('readTeam'),
  ];
  expect(wrong).toBeTypeOf('function');
});

test('operations know their group of the reference', () => {
  expect(getTag('listUsers')).toBe('Users');
});

test('what the dashboard needs of it weighs at most 5.5 kB', async () => {
  const { outputFiles } = await build({
    entryPoints: ['client/src/core.ts'],
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  });
  expect(gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length).toBeLessThanOrEqual(5_500);
});
