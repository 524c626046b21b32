import { expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { createDirectory, entraUser, patchOp, type Directory } from '../../test/scim.ts';

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

test('1,000 users and 50 groups are created, changed and deactivated', async () => {
  const directory = await createDirectory(app);
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
      const filter = encodeURIComponent(`userName eq "user${index}@fern.example"`);
      expect((await expectStatus(directory.send('GET', `/Users?filter=${filter}`), 200)).totalResults).toBe(
        0,
      );
      ids[index] = (await expectStatus(directory.send('POST', '/Users', entraUser(`user${index}`)), 201)).id;
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
      const value = membersOf(index).map((id) => ({ value: id }));
      const operation = patchOp({ op: 'Add', path: 'members', value });
      await expectStatus(directory.send('PATCH', `/Groups/${groupIds[index]}`, operation), 204);
    }),
  );
  await measure('change users', () =>
    runEach(users, async (index) => {
      const shapes = [
        patchOp({
          op: 'Replace',
          value: { 'name.givenName': 'New', 'emails[type eq "work"].value': `new${index}@fern.example` },
        }),
        patchOp({ op: 'Add', path: 'name.familyName', value: 'Renamed' }),
      ];
      const whole = entraUser(`user${index}`, { name: { givenName: 'Whole', familyName: 'Put' } });
      const answer =
        index % 3 === 2
          ? directory.send('PUT', `/Users/${ids[index]}`, whole)
          : directory.send('PATCH', `/Users/${ids[index]}`, shapes[index % 3]);
      await expectStatus(answer, 200);
    }),
  );
  await measure('list users', async () => {
    let found = 0;
    for (let startIndex = 1; startIndex <= users; startIndex += 100)
      found += (await expectStatus(directory.send('GET', `/Users?startIndex=${startIndex}&count=100`), 200))
        .itemsPerPage;
    expect(found).toBe(users);
  });
  expect((await app.get('/organizations/users?role=admin&per_page=100')).body.pagination.total).toBe(
    users / groups,
  );
  await measure('remove members', () =>
    runEach(groups, async (index) => {
      const [first = ''] = membersOf(index);
      const operation = patchOp({ op: 'remove', path: `members[value eq "${first}"]` });
      await expectStatus(directory.send('PATCH', `/Groups/${groupIds[index]}`, operation), 204);
    }),
  );
  await measure('deactivate users', () =>
    runEach(users, async (index) => {
      const shapes = [
        patchOp({ op: 'Replace', path: 'active', value: 'False' }),
        patchOp({ op: 'replace', value: { active: false } }),
      ];
      await expectStatus(directory.send('PATCH', `/Users/${ids[index]}`, shapes[index % 2]), 200);
    }),
  );
  const { rows } = await app.runtime.database.pool.query<{ active: number; members: number }>(
    `select (select count(*)::int from member where is_active) as active,
       (select count(*)::int from team_membership m join team t on t.id = m.team_id where t.title like 'Team %') as members`,
  );
  expect(rows).toEqual([{ active: 3, members: users - groups }]);
  process.stderr.write(`${JSON.stringify(times)}\n`);
}, 600_000);
