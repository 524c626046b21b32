import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { createNeighbour } from '../../test/neighbour.ts';
import { countByStatus, repeatConcurrently } from '../../test/times.ts';

const app = useApp();
let team: { uuid: string; title: string; slug: string };
let members: string;

beforeAll(async () => {
  const { uuid, title, slug } = (await app.post('/teams', { title: 'Design' })).body.resource;
  team = { uuid, title, slug };
  members = `/teams/${uuid}/members`;
});

const addUser = async (email: string) =>
  (await app.post('/organizations/users', { email, firstName: 'Kit', lastName: 'Moss' })).body.resource;

const unknown = '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d';
const onlyOne = 'Give either the email or the slug of the user, not both.';

describe('POST /teams/{teamId}/members', () => {
  test('201: by email, in the shape of interface 2.7', async () => {
    const { status, body } = await app.post(members, { role: 'manager', email: 'Tomas@Juniper.example' });
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      data: {
        id: 4,
        role: 'manager',
        user: {
          uuid: expect.stringMatching(/^[0-9A-Z]{15}$/),
          firstName: 'Tomás',
          lastName: 'Rivera',
          email: 'tomas@juniper.example',
          slug: 'tomas-rivera',
        },
        team,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
        updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      },
    });
  });

  test('201: by slug; unknown fields are ignored', async () => {
    const kit = await addUser('kit@juniper.example');
    const { status, body } = await app.post(members, { role: 'member', slug: kit.slug, id: 99, userId: 'x' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ role: 'member', user: { uuid: kit.uuid } });
    const user = await app.get(`/organizations/users/${kit.uuid}`);
    expect(user.body.resource.teams).toEqual([{ ...team, url: 'http://localhost:4000/team/design' }]);
  });

  test.each([
    ['neither', { role: 'member' }, { email: [onlyOne] }],
    ['both', { role: 'member', email: 'aiko@juniper.example', slug: 'aiko-tanaka' }, { email: [onlyOne] }],
    ['no body', undefined, { role: ['This field is required.'], email: [onlyOne] }],
    [
      'a wrong role',
      { role: 'Manager', email: 'aiko@juniper.example' },
      { role: ['Must be one of: member, manager.'] },
    ],
    ['no role', { slug: 'aiko-tanaka' }, { role: ['This field is required.'] }],
    [
      'an unknown address',
      { role: 'member', email: 'no@one.example' },
      { email: ['No active user in this workspace has this email.'] },
    ],
    [
      'an unknown slug',
      { role: 'member', slug: 'no-one' },
      { slug: ['No active user in this workspace has this slug.'] },
    ],
    [
      "a team's slug",
      { role: 'member', slug: 'discovery' },
      { slug: ['No active user in this workspace has this slug.'] },
    ],
    [
      'a wrong role and an unknown address',
      { role: 'king', email: 'no@one.example' },
      {
        role: ['Must be one of: member, manager.'],
        email: ['No active user in this workspace has this email.'],
      },
    ],
    ['null', { role: 'member', email: null }, { email: ['Must be a string.'] }],
    [
      'everything wrong at once',
      { role: 'king', email: 'nobody', slug: 'A b' },
      {
        role: ['Must be one of: member, manager.'],
        email: ['Must be a valid email address.', onlyOne],
        slug: ['Must have lowercase letters and digits, with single hyphens between them.'],
      },
    ],
  ])('422: %s', async (_case, body, errors) => {
    const answer = await app.post(members, body);
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({ message: 'The given data was invalid.', errors });
  });

  test('422: a deactivated user can’t join', async () => {
    const left = await addUser('left@juniper.example');
    await app.delete(`/organizations/users/${left.uuid}`);
    expect((await app.post(members, { role: 'member', email: left.email })).body.errors).toHaveProperty(
      'email',
    );
  });

  test('409: already a member; of ten requests at once one adds, and no id is skipped', async () => {
    const rush = await addUser('rush@juniper.example');
    const answers = await repeatConcurrently(10, () =>
      app.post(members, { role: 'member', slug: rush.slug }),
    );
    expect(countByStatus(answers)).toEqual({ 201: 1, 409: 9 });
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      success: false,
      message: 'This user is already a member of the team.',
      status: 409,
    });
    const next = await addUser('next@juniper.example');
    const added = answers.find(({ status }) => status === 201)?.body.data.id;
    expect((await app.post(members, { role: 'member', slug: next.slug })).body.data.id).toBe(added + 1);
  });

  test('403: a plain member and a manager of another team; a manager of the team may', async () => {
    const lead = await addUser('lead@juniper.example');
    const plain = await addUser('plain@juniper.example');
    const guest = await addUser('guest@juniper.example');
    const other = (await app.post('/teams', { title: 'Other' })).body.resource;
    await app.post(members, { role: 'manager', slug: lead.slug });
    await app.post(members, { role: 'member', slug: plain.slug });
    await app.post(`/teams/${other.uuid}/members`, { role: 'manager', slug: plain.slug });
    const asPlain = { token: await app.tokenOf(plain.email, ['teams:write']) };
    const asLead = { token: await app.tokenOf(lead.email, ['teams:write']) };
    const refused = await app.post(members, { role: 'member', slug: guest.slug }, asPlain);
    expect(refused.status).toBe(403);
    expect(refused.body).toEqual({
      success: false,
      message: 'Only owners, admins and managers of the team can do this.',
      status: 403,
    });
    const added = await app.post(members, { role: 'member', slug: guest.slug }, asLead);
    expect(added.status).toBe(201);
    const membership = `${members}/${added.body.data.id}`;
    expect((await app.delete(membership, undefined, asPlain)).status).toBe(403);
    expect((await app.delete(membership, undefined, asLead)).status).toBe(200);
  });

  test('401; 403 without the scope; 404 for a team that is not there', async () => {
    const body = { role: 'member', slug: 'aiko-tanaka' };
    expect((await app.post(members, body, { token: null })).status).toBe(401);
    const token = await app.tokenOf('mara@juniper.example', ['teams:read', 'users:write']);
    expect((await app.post(members, body, { token })).body.error.required_scopes).toEqual([
      'admin:full',
      'teams:write',
    ]);
    for (const id of [unknown, 'nonsense']) {
      const { status, body: failure } = await app.post(`/teams/${id}/members`, body);
      expect(status).toBe(404);
      expect(failure).toEqual({ success: false, message: 'Team not found.', status: 404 });
    }
  });
});

describe('PATCH /teams/{teamId}/members/{id}', () => {
  test('200: another role; 403 for a plain member, 404 and 422', async () => {
    const user = await addUser('promoted@juniper.example');
    const { id } = (await app.post(members, { role: 'member', slug: user.slug })).body.data;
    const asUser = { token: await app.tokenOf(user.email, ['teams:write']) };
    expect((await app.patch(`${members}/${id}`, { role: 'manager' }, asUser)).status).toBe(403);
    const { status, body } = await app.patch(`${members}/${id}`, { role: 'manager' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, status: 200, data: { id, role: 'manager' } });
    expect((await app.patch(`${members}/${id}`, { role: 'member' }, asUser)).status).toBe(200);
    expect((await app.patch(`${members}/${id}`, { role: 'owner' })).status).toBe(422);
    expect((await app.patch(`${members}/${id}`, {})).status).toBe(422);
    expect((await app.patch(`${members}/999999`, { role: 'member' })).status).toBe(404);
    const other = (await app.post('/teams', { title: 'Elsewhere' })).body.resource;
    expect((await app.patch(`/teams/${other.uuid}/members/${id}`, { role: 'member' })).status).toBe(404);
    expect((await app.patch(`${members}/${id}`, { role: 'member' }, { token: null })).status).toBe(401);
  });
});

describe('GET and DELETE memberships', () => {
  test('200: in the order of their ids, paginated', async () => {
    const { status, body } = await app.get(`${members}?count=100`);
    expect(status).toBe(200);
    const ids = body.collection.map(({ id }: { id: number }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(body.pagination.total).toBe(ids.length);
    expect((await app.get(`/teams/${unknown}/members`)).status).toBe(404);
  });

  test('200: removed once, however many requests; then 404', async () => {
    const gone = await addUser('gone@juniper.example');
    const { id } = (await app.post(members, { role: 'member', slug: gone.slug })).body.data;
    const answers = await repeatConcurrently(5, () => app.delete(`${members}/${id}`));
    expect(countByStatus(answers)).toEqual({ 200: 1, 404: 4 });
    expect(answers.find(({ status }) => status === 404)?.body.message).toBe('Membership not found.');
    expect((await app.post(members, { role: 'member', slug: gone.slug })).status).toBe(201);
  });

  test.each(['0', '-1', '1.5', 'x', '999999999', '99999999999999999999', '%00'])('404: id %s', async (id) => {
    expect((await app.delete(`${members}/${id}`)).status).toBe(404);
  });

  test('404: a membership of another team, by its right id', async () => {
    const discovery = (await app.get('/teams')).body.collection.find(
      (one: { slug: string }) => one.slug === 'discovery',
    );
    const { id } = (await app.get(`/teams/${discovery.uuid}/members`)).body.collection[0];
    expect((await app.delete(`${members}/${id}`)).status).toBe(404);
  });
});

test('integer ids count per workspace', async () => {
  const { token } = await createNeighbour(app.runtime);
  const theirs = (await app.post('/teams', { title: 'Theirs' }, { token })).body.resource;
  const body = { role: 'manager', email: 'petra@fern.example' };
  const added = await app.post(`/teams/${theirs.uuid}/members`, body, { token });
  expect(added.body.data.id).toBe(1);
});
