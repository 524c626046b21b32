import { expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { createDirectory, entraUser, oktaUser, patchOp, type Directory } from '../../test/scim.ts';

/** A whole company, in the shapes of both directories. Prints how long each part took. */

const app = useApp();
const [users, groups, atOnce] = [1000, 50, 4];

/** As a directory sends its requests: a few at a time. */
async function runEach(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const line = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) await work(index);
  };
  await Promise.all(Array.from({ length: atOnce }, line));
}

async function expectStatus(answer: ReturnType<Directory['send']>, status: number) {
  const { body, ...rest } = await answer;
  expect(rest.status, JSON.stringify(body)).toBe(status);
  return body;
}

/** The requests that each directory sends, as their logs and documentation show them. */
const shapes = {
  entra: {
    search: (name: string) => `/Users?filter=${encodeURIComponent(`userName eq "${name}@fern.example"`)}`,
    create: (name: string) => entraUser(name),
    change: (directory: Directory, id: string, name: string) =>
      directory.send(
        'PATCH',
        `/Users/${id}`,
        patchOp(
          { op: 'Replace', path: 'emails[type eq "work"].value', value: `new-${name}@fern.example` },
          { op: 'Add', path: 'name.familyName', value: 'Renamed' },
          { op: 'Replace', value: { 'name.givenName': 'New', displayName: 'New Renamed' } },
        ),
      ),
    deactivate: patchOp({ op: 'Replace', path: 'active', value: 'False' }),
    addMembers: (_groupId: string, ids: readonly string[]) =>
      patchOp({ op: 'Add', path: 'members', value: ids.map((value) => ({ value })) }),
    removeMember: (id: string) => patchOp({ op: 'Remove', path: 'members', value: [{ value: id }] }),
  },
  okta: {
    search: (name: string) =>
      `/Users?filter=${encodeURIComponent(`userName eq "${name}@fern.example"`)}&startIndex=1&count=100`,
    create: (name: string) => oktaUser(name),
    change: (directory: Directory, id: string, name: string) =>
      directory.send('PUT', `/Users/${id}`, {
        ...oktaUser(name, { name: { givenName: 'New', familyName: 'Renamed' } }),
        id,
      }),
    deactivate: patchOp({ op: 'replace', value: { active: false } }),
    addMembers: (groupId: string, ids: readonly string[]) =>
      patchOp(
        { op: 'replace', value: { id: groupId, displayName: `Group ${groupId}` } },
        { op: 'add', path: 'members', value: ids.map((value) => ({ value, display: `user of ${groupId}` })) },
      ),
    removeMember: (id: string) => patchOp({ op: 'remove', path: `members[value eq "${id}"]` }),
  },
};

const shapeOf = (index: number) => (index % 2 === 0 ? shapes.entra : shapes.okta);

const countAdmins = async (): Promise<number> =>
  (await app.get('/organizations/users?role=admin&per_page=100')).body.pagination.total;

test('1,000 users and 50 groups are created, changed and deactivated', async () => {
  const directory = await createDirectory(app);
  const admins = await countAdmins();
  const times: Record<string, number> = {};
  const measure = async (name: string, work: () => Promise<void>): Promise<void> => {
    const started = performance.now();
    await work();
    times[name] = Math.round(performance.now() - started);
  };
  const ids: string[] = [];
  const groupIds: string[] = [];
  const membersOf = (index: number) => ids.filter((_, member) => member % groups === index);

  await measure('create users', () =>
    runEach(users, async (index) => {
      const [shape, name] = [shapeOf(index), `user${index}`];
      const found = await expectStatus(directory.send('GET', shape.search(name)), 200);
      expect(found.totalResults).toBe(0);
      ids[index] = (await expectStatus(directory.send('POST', '/Users', shape.create(name)), 201)).id;
    }),
  );
  await measure('create groups', () =>
    runEach(groups, async (index) => {
      const body = { displayName: `Group ${index}`, externalId: `g${index}`, members: [] };
      groupIds[index] = (await expectStatus(directory.send('POST', '/Groups', body), 201)).id;
      const { body: team } = await app.post('/teams', { title: `Team ${index}` });
      await app.patch(`/scim-groups/${groupIds[index]}`, {
        teamUuid: team.resource.uuid,
        role: index === 0 ? 'admin' : null,
      });
    }),
  );
  await measure('add members', () =>
    runEach(groups, async (index) => {
      const groupId = groupIds[index] ?? '';
      const operations = shapeOf(index).addMembers(groupId, membersOf(index));
      await expectStatus(directory.send('PATCH', `/Groups/${groupId}`, operations), 204);
    }),
  );
  await measure('change users', () =>
    runEach(users, async (index) => {
      const changed = shapeOf(index).change(directory, ids[index] ?? '', `user${index}`);
      expect((await expectStatus(changed, 200)).displayName).toBe('New Renamed');
    }),
  );
  await measure('list users', async () => {
    let found = 0;
    for (let startIndex = 1; startIndex <= users; startIndex += 100)
      found += (await expectStatus(directory.send('GET', `/Users?startIndex=${startIndex}&count=100`), 200))
        .itemsPerPage;
    expect(found).toBe(users);
  });
  expect((await countAdmins()) - admins).toBe(users / groups);
  await measure('remove members', () =>
    runEach(groups, async (index) => {
      const [first = ''] = membersOf(index);
      const operations = shapeOf(index).removeMember(first);
      await expectStatus(directory.send('PATCH', `/Groups/${groupIds[index]}`, operations), 204);
    }),
  );
  await measure('deactivate users', () =>
    runEach(users, async (index) => {
      const answer = directory.send('PATCH', `/Users/${ids[index]}`, shapeOf(index).deactivate);
      expect((await expectStatus(answer, 200)).active).toBe(false);
    }),
  );
  const { rows } = await app.runtime.database.pool.query<{ active: number; members: number }>(
    `select (select count(*)::int from member where is_active) as active,
       (select count(*)::int from team_membership m join team t on t.id = m.team_id where t.title like 'Team %') as members`,
  );
  expect(rows).toEqual([{ active: 3, members: users - groups }]);
  process.stderr.write(`${JSON.stringify(times)}\n`);
}, 600_000);
