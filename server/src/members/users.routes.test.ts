import { describe, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { countByStatus, repeatConcurrently } from '../../test/times.ts';

const app = useApp();

const noor = {
  email: 'Noor@Juniper.example',
  firstName: 'Noor',
  lastName: 'Haddad',
  timezone: 'Europe/Paris',
};

describe('GET /organizations/users', () => {
  test('200: every user of the workspace, in the shape of interface 2.6', async () => {
    const { status, body } = await app.get('/organizations/users');
    expect(status).toBe(200);
    expect(body.collection.map((user: { email: string }) => user.email)).toEqual([
      'mara@juniper.example',
      'tomas@juniper.example',
      'aiko@juniper.example',
    ]);
    expect(body.collection[0]).toMatchObject({
      name: 'Mara Lindqvist',
      slug: 'mara-lindqvist',
      role: 'owner',
      url: 'http://localhost:4000/mara-lindqvist',
      avatarUrl: null,
      teams: [{ title: 'Discovery', slug: 'discovery', url: 'http://localhost:4000/team/discovery' }],
    });
    expect(body.collection[0].uuid).toMatch(/^[0-9A-Z]{15}$/);
    expect(body.collection[0].createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  });

  test('200: nextPage can be followed to the last page, and lists every user once', async () => {
    const met: string[] = [];
    let path: string | null = '/v2/organizations/users?per_page=1&extra=kept';
    for (let pages = 0; path !== null && pages < 50; pages += 1) {
      const { body } = await app.get(path.replace('/v2', ''));
      met.push(...body.collection.map((user: { uuid: string }) => user.uuid));
      path = body.pagination.nextPage;
      if (path) expect(path).toMatch(/^\/v2\/organizations\/users\?.*extra=kept/);
    }
    const all = await app.get('/organizations/users?per_page=100');
    expect(met).toEqual(all.body.collection.map((user: { uuid: string }) => user.uuid));
  });

  test('200: by text of name or address, and by whether they are active', async () => {
    const found = async (query: string): Promise<string[]> => {
      const { body } = await app.get(`/organizations/users?${query}`);
      expect(body.pagination.total).toBe(body.collection.length);
      return body.collection.map(({ email }: { email: string }) => email);
    };
    expect(await found('search=AIKO%20TAN')).toEqual(['aiko@juniper.example']);
    expect(await found('search=tomas@')).toEqual(['tomas@juniper.example']);
    expect(await found('search=100%25')).toEqual([]);
    expect(await found('isActive=false')).toEqual([]);
    expect(await found('isActive=true&search=mara')).toEqual(['mara@juniper.example']);
    expect(await found('role=owner')).toEqual(['mara@juniper.example']);
    expect(await found('role=owner&search=aiko')).toEqual([]);
    expect((await app.get('/organizations/users?isActive=maybe&role=boss')).body.errors).toMatchObject({
      isActive: [expect.any(String)],
      role: [expect.any(String)],
    });
  });

  test('200: a page past the last one is empty', async () => {
    const { status, body } = await app.get('/organizations/users?page=99');
    expect(status).toBe(200);
    expect(body.collection).toEqual([]);
    expect(body.pagination).toMatchObject({ currentPage: 99, nextPage: null });
  });

  test('401: without a token', async () => {
    const { status, body } = await app.get('/organizations/users', { token: null });
    expect(status).toBe(401);
    expect(body).toEqual({ message: 'Unauthenticated.' });
  });

  test('403: a token without the scope gets the list of accepted scopes', async () => {
    const token = await app.tokenOf('mara@juniper.example', ['booking']);
    const { status, body } = await app.get('/organizations/users', { token });
    expect(status).toBe(403);
    expect(body.error).toMatchObject({
      type: 'insufficient_scope',
      required_scopes: ['admin:full', 'users:read'],
    });
    expect(body.error.message).toContain('users:read');
    expect(body.error.error_id).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('200: a write scope implies the read scope', async () => {
    const token = await app.tokenOf('mara@juniper.example', ['users:write']);
    expect((await app.get('/organizations/users', { token })).status).toBe(200);
  });

  test.each([
    'per_page=0',
    'per_page=101',
    'per_page=x',
    'per_page=',
    'per_page=1&per_page=2',
    'page=0',
    'page=x',
    'page=1.5',
  ])('422: %s names the field', async (query) => {
    const { status, body } = await app.get(`/organizations/users?${query}`);
    expect(status).toBe(422);
    expect(body.message).toBe('The given data was invalid.');
    expect(Object.keys(body.errors)).toEqual([query.split('=')[0]]);
  });
});

describe('POST /organizations/users', () => {
  test('201: the user exists, with a slug made from the name and the address in lower case', async () => {
    const { status, body } = await app.post('/organizations/users', noor);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      success: true,
      resource: {
        email: 'noor@juniper.example',
        slug: 'noor-haddad',
        role: 'user',
        language: 'en',
        isActive: true,
      },
    });
    const second = await app.post('/organizations/users', { ...noor, email: 'noor2@juniper.example' });
    expect(second.body.resource.slug).toBe('noor-haddad-2');
  });

  test('403: a user may not add users, an admin no owner', async () => {
    const aiko = await app.tokenOf('aiko@juniper.example', ['users:write']);
    const refused = await app.post('/organizations/users', noor, { token: aiko });
    expect(refused.status).toBe(403);
    expect(refused.body).toEqual({
      success: false,
      message: 'Only owners and admins can do this.',
      status: 403,
    });
    const tomas = await app.tokenOf('tomas@juniper.example', ['admin:full']);
    const owner = { ...noor, email: 'boss@juniper.example', role: 'owner' };
    expect((await app.post('/organizations/users', owner, { token: tomas })).status).toBe(403);
  });

  test('403: a token limited to users:write can set neither a password nor a higher role', async () => {
    const token = await app.tokenOf('mara@juniper.example', ['users:write']);
    for (const power of [{ password: 'long enough to hold' }, { role: 'admin' }]) {
      const { status } = await app.post(
        '/organizations/users',
        { ...noor, email: 'x@y.example', ...power },
        { token },
      );
      expect(status).toBe(403);
    }
  });

  test('422: every wrong field at once, and nothing is written', async () => {
    const { status, body } = await app.post('/organizations/users', {
      email: 'nobody',
      lastName: 7,
      role: 'king',
      slug: 'Not A Slug',
      timezone: 'Mars/Olympus',
      language: 'english!',
      password: 'short',
    });
    expect(status).toBe(422);
    expect(body.errors).toMatchObject({
      email: ['Must be a valid email address.'],
      firstName: ['This field is required.'],
      lastName: ['Must be a string.'],
      role: ['Must be one of: owner, admin, user.'],
      timezone: ['Must be an IANA time zone, such as Europe/Berlin.'],
      password: ['Must have at least 8 characters.'],
    });
    expect(Object.keys(body.errors)).toEqual(expect.arrayContaining(['slug', 'language']));
  });

  test('422: an address or a slug that is taken or reserved', async () => {
    const taken = await app.post('/organizations/users', {
      ...noor,
      email: 'MARA@juniper.example',
      slug: 'team',
    });
    expect(taken.status).toBe(422);
    expect(Object.keys(taken.body.errors)).toEqual(['email', 'slug']);
    const slug = await app.post('/organizations/users', {
      ...noor,
      email: 'new@juniper.example',
      slug: 'discovery',
    });
    expect(slug.body.errors).toEqual({ slug: ['This link ending is already taken.'] });
  });

  test('422: a wrong zone, a taken address and a taken slug at once; who may not add users learns nothing of what is taken', async () => {
    const fields = { ...noor, timezone: 'Mars/Olympus', email: 'Mara@juniper.example', slug: 'discovery' };
    const { body } = await app.post('/organizations/users', fields);
    expect(body.errors).toEqual({
      timezone: ['Must be an IANA time zone, such as Europe/Berlin.'],
      email: ['A user with this email address already exists.'],
      slug: ['This link ending is already taken.'],
    });
    const token = await app.tokenOf('aiko@juniper.example', ['users:write']);
    const user = await app.post('/organizations/users', fields, { token });
    expect([user.status, user.body.errors]).toEqual([403, undefined]);
  });

  test.each([
    [
      'address',
      { email: 'twin@juniper.example' },
      { email: ['A user with this email address already exists.'] },
    ],
    ['slug', { slug: 'twin' }, { slug: ['This link ending is already taken.'] }],
  ])(
    '422: of ten requests for one %s at once one gets it, the others the message of validation',
    async (_case, same, errors) => {
      const answers = await repeatConcurrently(10, (index) =>
        app.post('/organizations/users', { ...noor, email: `twin${index}@juniper.example`, ...same }),
      );
      expect(countByStatus(answers)).toEqual({ 201: 1, 422: 9 });
      for (const { status, body } of answers) if (status === 422) expect(body.errors).toEqual(errors);
    },
  );
});

describe('PATCH and DELETE /organizations/users/{uuid}', () => {
  const add = async (email: string, fields: object = {}) =>
    (await app.post('/organizations/users', { ...noor, email, ...fields })).body.resource;

  test('200: changes what is sent and keeps the rest; the old slug is free again', async () => {
    const user = await add('change@juniper.example', { slug: 'changeling' });
    const { status, body } = await app.patch(`/organizations/users/${user.uuid}`, {
      firstName: 'Nora',
      slug: 'nora',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      status: 200,
      resource: { firstName: 'Nora', lastName: 'Haddad' },
    });
    expect(body.resource.updatedAt > user.updatedAt).toBe(true);
    expect((await add('next@juniper.example', { slug: 'changeling' })).slug).toBe('changeling');
  });

  test('200: deactivating ends tokens and sessions at once; isActive brings the user back, and none of those', async () => {
    const user = await add('leaver@juniper.example');
    const token = await app.tokenOf('leaver@juniper.example', ['users:read']);
    expect((await app.get('/whoami', { token })).status).toBe(200);
    const { status, body } = await app.delete(`/organizations/users/${user.uuid}`);
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, message: 'User deactivated.', status: 200 });
    expect((await app.get('/whoami', { token })).status).toBe(401);
    await app.patch(`/organizations/users/${user.uuid}`, { isActive: true });
    expect((await app.get('/whoami', { token })).status).toBe(401);
  });

  test('200: users may change themselves; 403: but not their role, and no one else', async () => {
    const { body } = await app.get('/organizations/users');
    const [mara, , aiko] = body.collection;
    const token = await app.tokenOf('aiko@juniper.example', ['users:write']);
    const self = `/organizations/users/${aiko.uuid}`;
    expect((await app.patch(self, { timezone: 'Asia/Seoul' }, { token })).status).toBe(200);
    expect((await app.patch(self, { role: 'admin' }, { token })).status).toBe(403);
    expect((await app.patch(`/organizations/users/${mara.uuid}`, { firstName: 'X' }, { token })).status).toBe(
      403,
    );
  });

  test('422: a wrong language, a taken address and a reserved slug at once; one’s own names are free', async () => {
    const { uuid, slug } = await add('own.names@juniper.example');
    const wrong = { language: 'english!', email: 'aiko@juniper.example', slug: 'docs' };
    const { body } = await app.patch(`/organizations/users/${uuid}`, wrong);
    expect(Object.keys(body.errors)).toEqual(['language', 'email', 'slug']);
    const own = { language: 'english!', email: 'OWN.names@juniper.example', slug };
    expect(Object.keys((await app.patch(`/organizations/users/${uuid}`, own)).body.errors)).toEqual([
      'language',
    ]);
    const nobody = await app.patch('/organizations/users/000000000000000', wrong);
    expect(Object.keys(nobody.body.errors)).toEqual(['language']);
  });

  test('422: of many changes to one address at once one gets it; a name without Latin letters gets a slug', async () => {
    const users = await repeatConcurrently(5, (index) => add(`mover${index}@juniper.example`));
    const answers = await repeatConcurrently(5, (index) =>
      app.patch(`/organizations/users/${users[index].uuid}`, { email: 'wanted@juniper.example' }),
    );
    expect(countByStatus(answers)).toEqual({ 200: 1, 422: 4 });
    const named = await add('jp@juniper.example', { firstName: '愛子', lastName: '田中' });
    expect(named).toMatchObject({ name: '愛子 田中', slug: 'member' });
  });

  test('200: after many changes of a slug at once one slug is taken', async () => {
    const user = await add('slugs@juniper.example');
    const path = `/organizations/users/${user.uuid}`;
    expect(
      countByStatus(await repeatConcurrently(5, (index) => app.patch(path, { slug: `slug-${index}` }))),
    ).toEqual({ 200: 5 });
    const { rows } = await app.runtime.database.pool.query(
      'select slug from owner_slug where member_id = $1',
      [user.uuid],
    );
    expect(rows).toEqual([{ slug: (await app.get(path)).body.resource.slug }]);
  });

  test('409: the last active owner stays, even when two step down at the same moment', async () => {
    const { body } = await app.get('/organizations/users');
    const mara = body.collection[0].uuid;
    expect((await app.delete(`/organizations/users/${mara}`)).status).toBe(409);
    const second = await add('second@juniper.example', { role: 'owner' });
    const answers = await Promise.all([
      app.patch(`/organizations/users/${mara}`, { role: 'admin' }),
      app.patch(`/organizations/users/${second.uuid}`, { role: 'admin' }),
    ]);
    // The other is refused: as the last owner or, once the first is no owner any more, for that.
    expect(answers.map(({ status }) => status).sort()).toEqual([200, expect.toBeOneOf([403, 409])]);
    const owners = (await app.get('/organizations/users')).body.collection.filter(
      (user: { role: string }) => user.role === 'owner',
    );
    expect(owners).toHaveLength(1);
  });

  test('404: an id that does not exist, or could not', async () => {
    for (const id of ['AAAAAAAAAAAAAAA', 'nonsense']) {
      const { status, body } = await app.patch(`/organizations/users/${id}`, { firstName: 'X' });
      expect(status).toBe(404);
      expect(body).toEqual({ success: false, message: 'User not found.', status: 404 });
    }
  });
});
