import { beforeAll, expect, test } from 'vitest';
import { bookPage, createPage, fixedClock } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { createNeighbour } from '../../test/neighbour.ts';
import { createDirectory, entraUser, patchOp, type Directory } from '../../test/scim.ts';
import { leaveBookingsJob } from './jobs.ts';

/** What must hold when a directory, or a directory and an admin, change the same thing at once. */

const app = useApp({ clock: fixedClock });
let directory: Directory;
beforeAll(async () => {
  directory = await createDirectory(app);
});

let count = 0;
const createUser = async (): Promise<string> => {
  count += 1;
  return (await directory.send('POST', '/Users', entraUser(`racer${count}`))).body.id;
};
const createGroup = async (fields: object, members: readonly string[] = []): Promise<string> => {
  count += 1;
  const body = { displayName: `Race ${count}`, members: members.map((value) => ({ value })) };
  const { id } = (await directory.send('POST', '/Groups', body)).body;
  expect((await app.patch(`/scim-groups/${id}`, fields)).status).toBe(200);
  return id;
};
const createTeam = async (): Promise<string> => {
  count += 1;
  return (await app.post('/teams', { title: `Race ${count}` })).body.resource.uuid;
};
const patchUser = (id: string, operation: object, headers?: Record<string, string>) =>
  directory.send('PATCH', `/Users/${id}`, patchOp(operation), headers);
const addMember = (groupId: string, value: string) =>
  directory.send('PATCH', `/Groups/${groupId}`, patchOp({ op: 'Add', path: 'members', value: [{ value }] }));
const removeMember = (groupId: string, id: string) =>
  directory.send('PATCH', `/Groups/${groupId}`, patchOp({ op: 'Remove', path: `members[value eq "${id}"]` }));
const read = async (id: string) => (await app.get(`/organizations/users/${id}`)).body.resource;
const rounds = [1, 2, 3, 4, 5, 6];

test('of ten changes with one ETag, one is made', async () => {
  const id = await createUser();
  const { body } = await directory.send('GET', `/Users/${id}`);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      patchUser(
        id,
        { op: 'Replace', path: 'name.givenName', value: `Name ${index}` },
        { 'if-match': body.meta.version },
      ),
    ),
  );
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 412)]);
});

test('a change of the directory and one in the dashboard are both there', async () => {
  for (const round of rounds) {
    const id = await createUser();
    const [byDirectory, here] = await Promise.all([
      patchUser(id, { op: 'Replace', path: 'name.givenName', value: `Ada ${round}` }),
      app.patch(`/organizations/users/${id}`, { lastName: `Byron ${round}`, timezone: 'Europe/Oslo' }),
    ]);
    expect([byDirectory.status, here.status]).toEqual([200, 200]);
    expect(await read(id)).toMatchObject({ name: `Ada ${round} Byron ${round}`, timezone: 'Europe/Oslo' });
  }
});

test('of two owners who are deactivated at once, one stays', async () => {
  await createNeighbour(app.runtime, 'petra@other.example');
  const theirs = await createDirectory(app, 'Theirs', 'petra@other.example');
  const { body: second } = await theirs.send('POST', '/Users', entraUser('second'));
  await app.runtime.database.pool.query(`update member set role = 'owner' where id = $1`, [second.id]);
  const { body } = await theirs.send('GET', '/Users');
  const answers = await Promise.all(
    body.Resources.map(({ id }: { id: string }) =>
      theirs.send('PATCH', `/Users/${id}`, patchOp({ op: 'Replace', path: 'active', value: 'False' })),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { body: left } = await theirs.send('GET', `/Users?filter=${encodeURIComponent('active eq true')}`);
  expect(left.totalResults).toBe(1);
});

test('a user who leaves one group with a role while another gives one has the role', async () => {
  const groups = await Promise.all([createGroup({ role: 'admin' }), createGroup({ role: 'admin' })]);
  const id = await createUser();
  await addMember(groups[0], id);
  for (const round of rounds) {
    const [from = '', to = ''] = round % 2 === 1 ? groups : groups.toReversed();
    const answers = await Promise.all([removeMember(from, id), addMember(to, id)]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect((await read(id)).role, `round ${round}`).toBe('admin');
  }
});

test('a user who leaves one group with a team while another gives it stays in the team', async () => {
  const teamUuid = await createTeam();
  const groups = await Promise.all([createGroup({ teamUuid }), createGroup({ teamUuid })]);
  const id = await createUser();
  await addMember(groups[0], id);
  for (const round of rounds) {
    const [from = '', to = ''] = round % 2 === 1 ? groups : groups.toReversed();
    await Promise.all([removeMember(from, id), addMember(to, id)]);
    expect((await read(id)).teams, `round ${round}`).toMatchObject([{ uuid: teamUuid }]);
  }
});

test('a user who is deleted while a group adds them is in no group', async () => {
  const [teamUuid, groupId] = [await createTeam(), await createGroup({ role: 'admin' })];
  await app.patch(`/scim-groups/${groupId}`, { teamUuid });
  for (const round of rounds) {
    const id = await createUser();
    const [deleted, added] = await Promise.all([
      directory.send('DELETE', `/Users/${id}`),
      addMember(groupId, id),
    ]);
    expect(deleted.status).toBe(204);
    expect([204, 400], `round ${round}`).toContain(added.status);
    expect((await directory.send('GET', `/Groups/${groupId}`)).body.members).toEqual([]);
    expect(await read(id)).toMatchObject({ role: 'user', isActive: false });
  }
});

test('activation and changes of groups at once end in the same state as one after the other', async () => {
  const [teamUuid, ids] = [await createTeam(), [await createUser(), await createUser(), await createUser()]];
  const groupId = await createGroup({ teamUuid, role: 'admin' });
  const answers = await Promise.all(
    ids.flatMap((id) => [
      addMember(groupId, id),
      patchUser(id, { op: 'Replace', path: 'active', value: 'False' }),
      patchUser(id, { op: 'Replace', path: 'active', value: 'True' }),
    ]),
  );
  expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
  for (const id of ids) {
    await patchUser(id, { op: 'Replace', path: 'active', value: 'True' });
    expect(await read(id)).toMatchObject({ role: 'admin', isActive: true, teams: [{ uuid: teamUuid }] });
  }
});

test('of groups that take one name at once, one does', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, () => createGroup({})));
  const answers = await Promise.all([
    ...ids.map((id) =>
      directory.send('PATCH', `/Groups/${id}`, patchOp({ op: 'replace', value: { displayName: 'Taken' } })),
    ),
    directory.send('POST', '/Groups', { displayName: 'taken' }),
  ]);
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
  expect(answers.filter(({ body }) => body?.scimType === 'uniqueness')).toHaveLength(4);
});

test('a booking that is made while its host is deactivated is canceled or refused', async () => {
  await app.patch('/organization', { departingBookings: 'cancel' });
  const host = await createUser();
  const { email } = await read(host);
  const page = await createPage(app, { hosts: [{ email }] });
  const starts = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00'];
  const [deactivated, ...booked] = await Promise.all([
    patchUser(host, { op: 'Replace', path: 'active', value: 'False' }),
    ...starts.map((start) => bookPage(app, page, { start })),
  ]);
  expect(deactivated.status).toBe(200);
  expect(booked.filter(({ status }) => status >= 500)).toEqual([]);
  const { rows } = await app.runtime.database.pool.query<{ payload: unknown }>(
    `select j.payload from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = $1`,
    [leaveBookingsJob.name],
  );
  for (const { payload } of rows)
    await leaveBookingsJob.run(app.runtime, leaveBookingsJob.payload.parse(payload));
  const { body } = await app.get(`/organizations/users/${host}/open-bookings`);
  expect(body.collection).toEqual([]);
});

test('of two users who are each to get what the other leaves, one stays', async () => {
  const ids = [await createUser(), await createUser()];
  const emails = await Promise.all(ids.map(async (id) => (await read(id)).email as string));
  const answers = await Promise.all(
    ids.map((id, index) =>
      app.delete(`/organizations/users/${id}?handoverTo=${encodeURIComponent(emails[1 - index] ?? '')}`),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
});
