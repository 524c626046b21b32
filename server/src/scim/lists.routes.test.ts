import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { createDirectory, patchOp, type Directory } from '../../test/scim.ts';

const app = useApp();
let directory: Directory;
beforeAll(async () => {
  directory = await createDirectory(app);
  const { body } = await find('userName eq "aiko@juniper.example"');
  const link = patchOp({ op: 'add', path: 'externalId', value: '00u-Aiko' });
  await directory.send('PATCH', `/Users/${body.Resources[0].id}`, link);
});

const find = (filter: string) => directory.send('GET', `/Users?filter=${encodeURIComponent(filter)}`);
const namesOf = ({ Resources }: { Resources: readonly { userName: string }[] }) =>
  Resources.map(({ userName }) => userName);

describe('lists', () => {
  test('pages by startIndex and count, in one order', async () => {
    const all = (await directory.send('GET', '/Users')).body;
    expect(all.totalResults).toBe(all.Resources.length);
    const ids: string[] = [];
    for (let startIndex = 1; startIndex <= all.totalResults; startIndex += 2) {
      const { body } = await directory.send('GET', `/Users?startIndex=${startIndex}&count=2`);
      expect(body).toMatchObject({ startIndex, totalResults: all.totalResults });
      ids.push(...body.Resources.map((user: { id: string }) => user.id));
    }
    expect(ids).toEqual(all.Resources.map((user: { id: string }) => user.id));
  });

  test.each([
    ['count=0', { startIndex: 1, itemsPerPage: 0, Resources: [] }],
    ['count=-5&startIndex=-3', { startIndex: 1, itemsPerPage: 0, Resources: [] }],
    ['startIndex=0&count=1', { startIndex: 1, itemsPerPage: 1 }],
    ['startIndex=4&count=10', { startIndex: 4, itemsPerPage: 0, Resources: [] }],
    ['startIndex=3&count=2147483647', { startIndex: 3, itemsPerPage: 1 }],
  ])('%s: a page of three users', async (query, page) => {
    const { status, body } = await directory.send('GET', `/Users?${query}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ totalResults: 3, ...page });
  });

  test.each(['count=many', 'startIndex=1.5', 'count=1&count=2'])('400: %s', async (query) => {
    const { status, body } = await directory.send('GET', `/Users?${query}`);
    expect([status, body.scimType]).toEqual([400, 'invalidValue']);
  });

  test.each([
    ['emails[type eq "work" and value co "@juniper"].value sw "mara"', ['mara@juniper.example']],
    [
      'emails.value ew "juniper.example" and not (name.givenName eq "mara")',
      ['aiko@juniper.example', 'tomas@juniper.example'],
    ],
    [
      'userName eq "mara@juniper.example" or userName eq "tomas@juniper.example"',
      ['mara@juniper.example', 'tomas@juniper.example'],
    ],
    ['meta.created gt "2000-01-01T00:00:00Z" and name.familyName eq "Lindqvist"', ['mara@juniper.example']],
    ['externalId pr and userName sw "aiko"', ['aiko@juniper.example']],
    [
      'externalId eq null and userName ew "juniper.example"',
      ['mara@juniper.example', 'tomas@juniper.example'],
    ],
    ['groups[display eq "nothing"] or id eq "x\' or 1=1 --"', []],
    ['USERNAME Eq "MARA@juniper.example"', ['mara@juniper.example']],
    [
      'name.givenName ne "mara" and userName co "@JUNIPER"',
      ['aiko@juniper.example', 'tomas@juniper.example'],
    ],
    ['userName gt "aiko@juniper.example" and userName le "mara@juniper.example"', ['mara@juniper.example']],
    ['userName ge "mara" and userName lt "tomas"', ['mara@juniper.example']],
    ['name pr and emails pr and not (externalId pr)', ['mara@juniper.example', 'tomas@juniper.example']],
    [
      'active ne "False" and (userName sw "tom" or userName sw "aik")',
      ['aiko@juniper.example', 'tomas@juniper.example'],
    ],
    ['externalId eq "00u-Aiko"', ['aiko@juniper.example']],
    ['externalId eq "00U-AIKO"', []],
    [
      'urn:ietf:params:scim:schemas:core:2.0:User:emails[primary eq true].value sw "tomas"',
      ['tomas@juniper.example'],
    ],
    ['meta.lastModified lt "2000-01-01T00:00:00Z"', []],
  ])('filter: %s', async (filter, names) => {
    const { status, body } = await find(filter);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(namesOf(body).sort()).toEqual(names);
  });

  test.each([
    'nickName eq "x"',
    'active gt true',
    'meta.created eq "yesterday"',
    'userName eq',
    '__proto__ pr',
    'constructor pr',
    'toString[value eq "x"]',
    'active co "tr"',
    'emails[x pr]',
  ])('400: filter %s', async (filter) => {
    const { status, body } = await find(filter);
    expect([status, body.scimType]).toEqual([400, 'invalidFilter']);
  });

  test('attributes and excludedAttributes choose what is in the answer', async () => {
    const filter = encodeURIComponent('userName eq "mara@juniper.example"');
    const some = await directory.send('GET', `/Users?filter=${filter}&attributes=userName,name.givenName`);
    expect(some.body.Resources[0]).toEqual({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      id: expect.any(String),
      userName: 'mara@juniper.example',
      name: { givenName: 'Mara' },
    });
    const rest = await directory.send(
      'GET',
      `/Users?filter=${filter}&excludedAttributes=emails,name.formatted`,
    );
    expect(rest.body.Resources[0].emails).toBeUndefined();
    expect(rest.body.Resources[0].name).toEqual({ givenName: 'Mara', familyName: 'Lindqvist' });
  });

  test('sorts without regard to case, by whole names too; a name that it doesn’t know changes nothing', async () => {
    const sort = async (sortBy: string) =>
      namesOf((await directory.send('GET', `/Users?sortBy=${encodeURIComponent(sortBy)}`)).body);
    const sorted = ['aiko@juniper.example', 'mara@juniper.example', 'tomas@juniper.example'];
    expect(await sort('username')).toEqual(sorted);
    expect(await sort('urn:ietf:params:scim:schemas:core:2.0:User:userName')).toEqual(sorted);
    expect((await sort('constructor')).sort()).toEqual(sorted);
  });

  test('groups are filtered by name, id and member, and read without their members', async () => {
    const { id: mara } = (await find('userName sw "mara"')).body.Resources[0];
    const made = await directory.send('POST', '/Groups', {
      displayName: 'Design',
      externalId: 'g1',
      members: [{ value: mara }],
    });
    const search = (query: string) => directory.send('GET', `/Groups?${query}`);
    for (const filter of [
      'displayName eq "design"',
      `id eq "${made.body.id}"`,
      'externalId eq "g1"',
      `members eq "${mara}"`,
      `members.value eq "${mara}"`,
      `members[value eq "${mara}" and type eq "User"]`,
      'members pr',
    ])
      expect((await search(`filter=${encodeURIComponent(filter)}`)).body.totalResults, filter).toBe(1);
    const { body: none } = await search('excludedAttributes=members');
    expect(none.Resources[0]).not.toHaveProperty('members');
    const { body: some } = await search('attributes=members.value');
    expect(some.Resources[0].members).toEqual([{ value: mara }]);
    expect((await find(`groups[value eq "${made.body.id}"]`)).body.totalResults).toBe(1);
    expect((await find('groups.display eq "DESIGN"')).body.totalResults).toBe(1);
  });

  test('searches by POST, in the order that it asks for', async () => {
    const { body } = await directory.send('POST', '/Users/.search', {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
      filter: 'userName ew "juniper.example"',
      attributes: ['userName'],
      sortBy: 'userName',
      sortOrder: 'descending',
    });
    expect(namesOf(body)).toEqual(['tomas@juniper.example', 'mara@juniper.example', 'aiko@juniper.example']);
  });
});
