import { describe, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { countByStatus, repeatConcurrently } from '../../test/times.ts';

const app = useApp();

const unknownTeam = '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d';
const teamNotFound = { success: false, message: 'Team not found.', status: 404 };

const addTeam = async (fields: object) => (await app.post('/teams', fields)).body.resource;
const addUser = async (email: string) =>
  (await app.post('/organizations/users', { email, firstName: 'Kit', lastName: 'Moss' })).body.resource;

describe('GET /teams and GET /teams/{teamId}', () => {
  test('200: every team by title, paginated by count', async () => {
    await addTeam({ title: 'Accounts' });
    const { status, body } = await app.get('/teams?count=1');
    expect(status).toBe(200);
    expect(body.collection).toHaveLength(1);
    expect(body.collection[0]).toEqual({
      uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      title: 'Accounts',
      slug: 'accounts',
      url: 'http://localhost:4000/team/accounts',
      avatarUrl: null,
      createdAt: expect.stringMatching(/\.\d{6}Z$/),
      updatedAt: expect.stringMatching(/\.\d{6}Z$/),
    });
    expect(body.pagination).toMatchObject({ total: 2, count: 1, totalPages: 2, currentPage: 1 });
    expect(body.pagination.nextPage).toBe('/v2/teams?count=1&page=2');
  });

  test('200: one team, whatever the case of its id', async () => {
    const team = await addTeam({ title: 'Helpdesk' });
    const { status, body } = await app.get(`/teams/${team.uuid.toUpperCase()}`);
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, status: 200, resource: team });
  });

  test('401 without a token, 403 without a scope for teams', async () => {
    const token = await app.tokenOf('mara@juniper.example', ['users:write']);
    for (const path of ['/teams', `/teams/${unknownTeam}`, `/teams/${unknownTeam}/members`]) {
      expect((await app.get(path, { token: null })).status).toBe(401);
      const refused = await app.get(path, { token });
      expect(refused.status).toBe(403);
      expect(refused.body.error.required_scopes).toEqual(['admin:full', 'teams:read']);
    }
  });

  test.each([unknownTeam, '7', '%00', '..%2f', `${unknownTeam}0`, 'x'.repeat(600)])('404: %s', async (id) => {
    const { status, body } = await app.get(`/teams/${id}`);
    expect(status).toBe(404);
    expect(body).toMatchObject({ success: false, status: 404 });
  });

  test('422: a page size out of range', async () => {
    const { status, body } = await app.get('/teams?count=101&page=-1');
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual(['count', 'page']);
  });
});

describe('POST /teams', () => {
  test('201: with a slug from the title, made unique', async () => {
    const first = await app.post('/teams', { title: '  Ünïted  Teams  ' });
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      success: true,
      resource: { title: 'Ünïted  Teams', slug: 'united-teams' },
    });
    expect((await addTeam({ title: 'United teams' })).slug).toBe('united-teams-2');
    expect((await addTeam({ title: '営業' })).slug).toBe('team-page');
  });

  test('401, 403: users, whatever their scopes', async () => {
    const token = await app.tokenOf('aiko@juniper.example', ['teams:write']);
    const { status, body } = await app.post('/teams', { title: 'Mine' }, { token });
    expect(status).toBe(403);
    expect(body).toEqual({ success: false, message: 'Only owners and admins can do this.', status: 403 });
    const reader = await app.tokenOf('mara@juniper.example', ['teams:read']);
    expect((await app.post('/teams', { title: 'Mine' }, { token: reader })).body.error.type).toBe(
      'insufficient_scope',
    );
    expect((await app.post('/teams', { title: 'Mine' }, { token: null })).status).toBe(401);
  });

  test.each([
    [{}, { title: ['This field is required.'] }],
    [{ title: ' \t ' }, { title: ['Must not be empty.'] }],
    [{ title: 'x'.repeat(101) }, { title: ['Must have at most 100 characters.'] }],
    [{ title: 'two\nlines' }, { title: ['Must be one line, without control characters.'] }],
    [{ title: 'Ok', slug: 'team' }, { slug: ['This link ending is already taken.'] }],
    [{ title: 'Ok', slug: 'mara-lindqvist' }, { slug: ['This link ending is already taken.'] }],
    [
      { title: null, slug: 'mara-lindqvist' },
      { title: ['Must be a string.'], slug: ['This link ending is already taken.'] },
    ],
    [
      { title: 'Ok', slug: '-x-' },
      { slug: ['Must have lowercase letters and digits, with single hyphens between them.'] },
    ],
  ])('422: %j', async (fields, errors) => {
    const { status, body } = await app.post('/teams', fields);
    expect(status).toBe(422);
    expect(body).toEqual({ message: 'The given data was invalid.', errors });
  });

  test('422: of many requests for one slug at once, one gets it', async () => {
    const answers = await repeatConcurrently(10, () => app.post('/teams', { title: 'Rush', slug: 'rush' }));
    expect(countByStatus(answers)).toEqual({ 201: 1, 422: 9 });
  });
});

describe('PATCH and DELETE /teams/{teamId}', () => {
  test('200: the title changes and the slug stays; a slug that was replaced is free again', async () => {
    const team = await addTeam({ title: 'Old', slug: 'old-team' });
    const renamed = await app.patch(`/teams/${team.uuid}`, { title: 'New' });
    expect(renamed.body).toMatchObject({
      success: true,
      status: 200,
      resource: { title: 'New', slug: 'old-team' },
    });
    expect(renamed.body.resource.updatedAt > team.updatedAt).toBe(true);
    await app.patch(`/teams/${team.uuid}`, { slug: 'new-team' });
    expect((await addTeam({ title: 'Next', slug: 'old-team' })).slug).toBe('old-team');
  });

  test('422: a wrong title and a taken slug at once; its own slug is free', async () => {
    const team = await addTeam({ title: 'Wrong', slug: 'wrong-team' });
    const named = async (slug: string) =>
      Object.keys((await app.patch(`/teams/${team.uuid}`, { title: '', slug })).body.errors);
    expect(await named('mara-lindqvist')).toEqual(['title', 'slug']);
    expect(await named('wrong-team')).toEqual(['title']);
  });

  test('200: after many changes of a slug at once one slug is taken', async () => {
    const team = await addTeam({ title: 'Mover', slug: 'mover' });
    const answers = await repeatConcurrently(5, (index) =>
      app.patch(`/teams/${team.uuid}`, { slug: `mover-to-${index}` }),
    );
    expect(countByStatus(answers)).toEqual({ 200: 5 });
    const { rows } = await app.runtime.database.pool.query('select slug from owner_slug where team_id = $1', [
      team.uuid,
    ]);
    expect(rows).toEqual([{ slug: (await app.get(`/teams/${team.uuid}`)).body.resource.slug }]);
  });

  test('200: deleted with its memberships, once; 404 from then on', async () => {
    const team = await addTeam({ title: 'Brief', slug: 'brief' });
    await app.post(`/teams/${team.uuid}/members`, { role: 'member', slug: 'aiko-tanaka' });
    const answers = await repeatConcurrently(5, () => app.delete(`/teams/${team.uuid}`));
    expect(countByStatus(answers)).toEqual({ 200: 1, 404: 4 });
    expect(answers.find(({ status }) => status === 200)?.body).toEqual({
      success: true,
      message: 'Team deleted.',
      status: 200,
    });
    expect((await app.patch(`/teams/${team.uuid}`, { title: 'Back' })).body).toEqual(teamNotFound);
    expect((await addTeam({ title: 'Again', slug: 'brief' })).slug).toBe('brief');
  });

  test('403: a manager may rename their team and not delete it; a plain member neither', async () => {
    const team = await addTeam({ title: 'Led' });
    const token = await app.tokenOf('aiko@juniper.example', ['teams:write']);
    await app.post(`/teams/${team.uuid}/members`, { role: 'manager', email: 'aiko@juniper.example' });
    expect((await app.patch(`/teams/${team.uuid}`, { title: 'Well led' }, { token })).status).toBe(200);
    expect((await app.delete(`/teams/${team.uuid}`, undefined, { token })).status).toBe(403);
    const discovery = (await app.get('/teams')).body.collection.find(
      (one: { slug: string }) => one.slug === 'discovery',
    );
    const { status, body } = await app.patch(`/teams/${discovery.uuid}`, { title: 'Mine' }, { token });
    expect(status).toBe(403);
    expect(body.message).toBe('Only owners, admins and managers of the team can do this.');
  });

  test('401, 403 without the scope, 404, 422', async () => {
    const path = `/teams/${unknownTeam}`;
    const token = await app.tokenOf('mara@juniper.example', ['teams:read']);
    for (const call of [app.patch, app.delete]) {
      expect((await call(path, {}, { token: null })).status).toBe(401);
      expect((await call(path, {}, { token })).body.error.required_scopes).toEqual([
        'admin:full',
        'teams:write',
      ]);
      expect((await call(path, {})).body).toEqual(teamNotFound);
    }
    expect((await app.patch(path, { title: 7, slug: 'A' })).body.errors).toMatchObject({
      title: ['Must be a string.'],
    });
  });

  test('201 or 404, nothing else: a user is added while the team is deleted', async () => {
    const team = await addTeam({ title: 'Vanishing' });
    const users = await repeatConcurrently(6, (index) => addUser(`van${index}@juniper.example`));
    const joining = users.map(({ slug }) =>
      app.post(`/teams/${team.uuid}/members`, { role: 'member', slug }),
    );
    const [deleted, ...joined] = await Promise.all([app.delete(`/teams/${team.uuid}`), ...joining]);
    expect(deleted?.status).toBe(200);
    expect(joined.filter(({ status }) => status !== 201 && status !== 404)).toEqual([]);
  });
});

test('DELETE /teams/{teamId}: deletes its event types and keeps their bookings', async () => {
  const { body: team } = await app.post('/teams', { title: 'Short-lived' });
  const { body: page } = await app.post('/event-types', {
    title: 'Call',
    ownerSlug: team.resource.slug,
    hosts: [{ email: 'mara@juniper.example' }],
    bookingWindow: { type: 'unlimited' },
  });
  const booked = await app.post('/event', {
    ownerSlug: team.resource.slug,
    eventTypeSlug: page.resource.slug,
    date: '2030-01-08',
    start: '10:00',
    timeZone: 'Europe/Berlin',
    name: 'Ines Okafor',
    email: 'ines@okafor.example',
  });
  expect(booked.status).toBe(200);
  expect((await app.delete(`/teams/${team.resource.uuid}`)).status).toBe(200);
  expect((await app.get(`/teams/${team.resource.uuid}`)).status).toBe(404);
  expect((await app.get(`/event-types/${page.resource.uuid}`)).status).toBe(404);
  expect((await app.get(`/scheduled-events/${booked.body.uuid}`)).body.resource.status).toBe('confirmed');
  const again = await app.post('/teams', { title: 'Short-lived' });
  expect(again.body.resource.slug).toBe(team.resource.slug);
});
