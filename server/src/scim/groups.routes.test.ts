import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { createDirectory, entraUser, patchOp, type Directory } from '../../test/scim.ts';

const app = useApp();
let directory: Directory;
beforeAll(async () => {
  directory = await createDirectory(app, 'Okta');
});

let count = 0;
const user = async (fields: object = {}) => {
  count += 1;
  const { body } = await directory.send('POST', '/Users', entraUser(`person${count}`, fields));
  return String(body.id);
};
const group = async (members: readonly string[] = []) => {
  count += 1;
  const { status, body } = await directory.send('POST', '/Groups', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName: `Group ${count}`,
    externalId: `g-${count}`,
    members: members.map((value) => ({ value })),
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return String(body.id);
};
const team = async () => {
  count += 1;
  const { body } = await app.post('/teams', { title: `Team ${count}` });
  return String(body.resource.uuid);
};
const link = (id: string, body: object) => app.patch(`/scim-groups/${id}`, body);
const add = (id: string, ...ids: string[]) =>
  directory.send(
    'PATCH',
    `/Groups/${id}`,
    patchOp({ op: 'Add', path: 'members', value: ids.map((value) => ({ value })) }),
  );
const remove = (id: string, memberId: string) =>
  directory.send(
    'PATCH',
    `/Groups/${id}`,
    patchOp({ op: 'remove', path: `members[value eq "${memberId}"]` }),
  );
const read = async (id: string) => (await app.get(`/organizations/users/${id}`)).body.resource;
const teamsOf = async (id: string) => (await read(id)).teams.map(({ uuid }: { uuid: string }) => uuid);

describe('groups', () => {
  test('are created, found, changed, read without their members, and deleted', async () => {
    const [one, two] = [await user(), await user()];
    const id = await group([one]);
    const { body } = await directory.send('GET', `/Groups/${id}`);
    expect(body).toMatchObject({ members: [{ value: one, type: 'User' }], meta: { resourceType: 'Group' } });
    const filter = encodeURIComponent(`displayName eq "${body.displayName}"`);
    const listed = await directory.send('GET', `/Groups?excludedAttributes=members&filter=${filter}`);
    expect(listed.body.Resources).toHaveLength(1);
    expect(listed.body.Resources[0].members).toBeUndefined();
    const byMember = encodeURIComponent(`members[value eq "${one}"]`);
    expect((await directory.send('GET', `/Groups?filter=${byMember}`)).body.totalResults).toBe(1);

    expect((await add(id, two)).status).toBe(204);
    expect((await directory.send('GET', `/Users/${two}`)).body.groups).toMatchObject([{ value: id }]);
    const renamed = await directory.send(
      'PATCH',
      `/Groups/${id}?attributes=displayName`,
      patchOp({
        op: 'replace',
        value: { id, displayName: 'Renamed' },
      }),
    );
    expect(renamed.body).toMatchObject({ id, displayName: 'Renamed' });
    const put = await directory.send('PUT', `/Groups/${id}`, {
      displayName: 'Renamed',
      members: [{ value: two, display: 'x' }],
    });
    expect(put.body.members).toMatchObject([{ value: two }]);
    expect((await directory.send('DELETE', `/Groups/${id}`)).status).toBe(204);
    expect((await directory.send('GET', `/Groups/${id}`)).status).toBe(404);
  });

  test('409: a name that exists; 400: a member that does not; 412: an old version', async () => {
    const id = await group();
    const { body } = await directory.send('GET', `/Groups/${id}`);
    const again = await directory.send('POST', '/Groups', { displayName: body.displayName.toUpperCase() });
    expect([again.status, again.body.scimType]).toEqual([409, 'uniqueness']);
    expect((await add(id, 'K3V9QX0T7ZB2M5A')).body).toMatchObject({
      status: '400',
      scimType: 'invalidValue',
    });
    expect((await directory.send('POST', '/Groups', {})).body.scimType).toBe('invalidValue');
    const old = await directory.send('PUT', `/Groups/${id}`, { displayName: 'X' }, { 'if-match': 'W/"1"' });
    expect(old.status).toBe(412);
  });

  test('of ten that create one group at once, one does; changes at once are all there', async () => {
    const created = await Promise.all(
      Array.from({ length: 10 }, () => directory.send('POST', '/Groups', { displayName: 'At once' })),
    );
    expect(created.filter(({ status }) => status === 201)).toHaveLength(1);
    const id = created.find(({ status }) => status === 201)?.body.id;
    const ids = [await user(), await user(), await user(), await user()];
    const answers = await Promise.all(ids.map((one) => add(id, one)));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    expect((await directory.send('GET', `/Groups/${id}`)).body.members).toHaveLength(4);
  });
});

describe('a team of a group', () => {
  test('has its members, also those who come later, and loses those who leave', async () => {
    const [one, two] = [await user(), await user()];
    const [id, teamUuid] = [await group([one]), await team()];
    const linked = await link(id, { teamUuid });
    expect(linked.body.resource).toMatchObject({ team: { uuid: teamUuid }, memberCount: 1, role: null });
    await add(id, two);
    expect([await teamsOf(one), await teamsOf(two)]).toEqual([[teamUuid], [teamUuid]]);
    await remove(id, one);
    expect(await teamsOf(one)).toEqual([]);
    await link(id, { teamUuid: null });
    expect(await teamsOf(two)).toEqual([]);
  });

  test('keeps users who were there before, and those whom another group gives it', async () => {
    const [before, both] = [await user(), await user()];
    const teamUuid = await team();
    await app.post(`/teams/${teamUuid}/members`, { role: 'manager', email: (await read(before)).email });
    const [first, second] = [await group(), await group()];
    for (const id of [first, second]) await link(id, { teamUuid });
    await add(first, before, both);
    await add(second, both);
    await directory.send('DELETE', `/Groups/${first}`);
    expect([await teamsOf(before), await teamsOf(both)]).toEqual([[teamUuid], [teamUuid]]);
    await remove(second, both);
    expect(await teamsOf(both)).toEqual([]);
  });

  test('is joined by an inactive member once they are activated, and may be deleted', async () => {
    const one = await user({ active: false });
    const [id, teamUuid] = [await group([one]), await team()];
    await link(id, { teamUuid });
    expect(await teamsOf(one)).toEqual([]);
    await directory.send('PATCH', `/Users/${one}`, patchOp({ op: 'replace', value: { active: true } }));
    expect(await teamsOf(one)).toEqual([teamUuid]);
    await app.delete(`/teams/${teamUuid}`);
    const { body } = await app.get('/scim-groups?count=100');
    expect(body.collection.find(({ uuid }: { uuid: string }) => uuid === id).team).toBeNull();
    expect((await remove(id, one)).status).toBe(204);
  });

  test('422: a team of nobody', async () => {
    const { status, body } = await link(await group(), { teamUuid: '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d' });
    expect([status, body.errors]).toEqual([422, { teamUuid: ['No team in this workspace has this ID.'] }]);
  });
});

describe('a role of a group', () => {
  test('is that of its members: the highest of several, and none after the last', async () => {
    const one = await user();
    const [admins, users] = [await group([one]), await group()];
    await link(admins, { role: 'admin' });
    await link(users, { role: 'user' });
    expect((await read(one)).role).toBe('admin');
    await add(users, one);
    expect((await read(one)).role).toBe('admin');
    await remove(admins, one);
    expect((await read(one)).role).toBe('user');
    await add(admins, one);
    await directory.send('DELETE', `/Users/${one}`);
    expect(await read(one)).toMatchObject({ role: 'user', isActive: false });
  });

  test('that was given here, and owners, are left alone', async () => {
    const one = await user();
    await app.patch(`/organizations/users/${one}`, { role: 'admin' });
    const plain = await group([one]);
    await remove(plain, one);
    expect((await read(one)).role).toBe('admin');
    const { body } = await directory.send('GET', `/Users?filter=${encodeURIComponent('userName sw "mara"')}`);
    const mara = body.Resources[0].id;
    const users = await group([mara]);
    await link(users, { role: 'user' });
    expect((await read(mara)).role).toBe('owner');
  });
});
