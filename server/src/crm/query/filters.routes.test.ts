import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { createTestCrm } from '../test-crm.ts';

const clock = { at: new Date('2027-01-31T23:30:00Z'), now: () => clock.at };
const app = useApp({ clock });
const crm = createTestCrm(app);

let slug: string;

beforeAll(async () => {
  slug = await crm.object();
  await crm.attribute(slug, { label: 'Name', type: 'text' });
  await crm.attribute(slug, { label: 'Phone', type: 'phone_number' });
  await crm.attribute(slug, { label: 'Due', type: 'date' });
  await crm.attribute(slug, { label: 'Met', type: 'datetime' });
  await crm.attribute(slug, { label: 'Owner', type: 'user' });
  const users = (await app.get('/organizations/users')).body.collection as { uuid: string; email: string }[];
  const idOf = (email: string) => users.find((user) => user.email === email)?.uuid;
  const [mara, aiko] = [idOf('mara@juniper.example'), idOf('aiko@juniper.example')];
  const records = [
    { name: 'Órion', phone: '+49 30 1234567', due: '2027-01-31', met: '2027-01-31T22:59:00Z', owner: [mara] },
    { name: 'orange', phone: '+43 1 234567', due: '2027-02-01', met: '2027-01-31T23:00:00Z', owner: [aiko] },
    { name: 'Memory', due: '2027-02-28', met: '2027-02-28T22:59:00Z', owner: [mara, aiko] },
    { name: 'Last', due: null },
  ];
  await app.post(`/crm/${slug}/bulk`, { records });
  // In Berlin it is the first of February.
  await app.patch(`/organizations/users/${mara}`, { timezone: 'Europe/Berlin' });
  await app.patch(`/organizations/users/${aiko}`, { timezone: 'America/New_York' });
});

const find = async (query: string, token?: string): Promise<string[]> =>
  (await app.get(`/crm/${slug}?${query}`, token ? { token } : {})).body.collection.map(
    ({ attributes }: { attributes: { name: string } }) => attributes.name,
  );

test('200: starts_with, without case and accents; of phone numbers with or without plus, spaces and zeros', async () => {
  expect(await find('filter[name][starts_with]=OR')).toEqual(['Órion', 'orange']);
  expect(await find('filter[name][starts_with]=_r')).toEqual([]);
  expect(await find('filter[phone][starts_with]=+49 (30)')).toEqual(['Órion']);
  expect(await find('filter[phone][starts_with]=43')).toEqual(['orange']);
  await crm.person({ firstName: 'Ann', emails: ['zz@start.example', 'yy@start.example'] });
  const people = (await app.get('/crm/people?filter[emails][starts_with]=YY@start')).body.collection;
  expect(people).toMatchObject([{ firstName: 'Ann' }]);
});

test('200: relative dates are days in the time zone of the caller', async () => {
  expect(await find('filter[due]=today')).toEqual(['orange']);
  expect(await find('filter[due]=this month')).toEqual(['orange', 'Memory']);
  expect(await find('filter[met]=this_month')).toEqual(['orange', 'Memory']);
  expect(await find('filter[due]=last 7 days')).toEqual(['Órion', 'orange']);
  expect(await find('filter[due][lt]=today')).toEqual(['Órion']);
  expect(await find('filter[due][lte]=today')).toEqual(['Órion', 'orange']);
  expect(await find('filter[due][gt]=today')).toEqual(['Memory']);
  expect(await find('filter[due][ne]=this month')).toEqual(['Órion', 'Last']);
  expect(await find('filter[due][in]=yesterday,2027-02-28')).toEqual(['Órion', 'Memory']);
  const token = await app.tokenOf('aiko@juniper.example', ['crm:read']);
  expect(await find('filter[due]=today', token)).toEqual(['Órion']);
  expect(await find('filter[met]=today', token)).toEqual(['Órion', 'orange']);
  const nested = await app.post(`/crm/${slug}/query`, { filter: { not: { due: { gte: 'today' } } } });
  expect(nested.body.collection).toHaveLength(2);
});

test('200: me is the caller; 422 elsewhere, and for relative dates that are not in the list', async () => {
  expect(await find('filter[owner]=me')).toEqual(['Órion', 'Memory']);
  expect(await find('filter[owner][ne]=me')).toEqual(['orange', 'Last']);
  const token = await app.tokenOf('aiko@juniper.example', ['crm:read']);
  expect(await find('filter[owner][in]=me', token)).toEqual(['orange', 'Memory']);
  const { errors } = (
    await app.get(`/crm/${slug}?filter[due]=last 8 days&filter[owner]=you&filter[met]=soon`)
  ).body;
  expect(errors).toEqual({
    'filter[due]': ['Must be a date as YYYY-MM-DD, or relative, such as last 7 days.'],
    'filter[owner]': ['Must be the UUID of a user, or me.'],
    'filter[met]': ['Must be a date or an ISO 8601 time, or relative, such as last 7 days.'],
  });
});

test('200: search finds words in any order, other letters, phone numbers as they are written, and one typo', async () => {
  const søren = { firstName: 'Søren', lastName: 'Łukasiewicz', emails: ['sl@find.example'] };
  const { id } = await crm.person({ ...søren, phoneNumber: '+49301234567' });
  await crm.person({ firstName: 'Maren', lastName: 'Lukas', emails: ['ml@find.example'] });
  const search = async (text: string, more = '') => {
    const { body } = await app.get(`/crm/people?search=${encodeURIComponent(text)}${more}`);
    return [body.pagination.total, ...body.collection.map((person: { id: string }) => person.id)];
  };
  for (const text of [
    'soren',
    'SØREN',
    'lukasiewicz soren',
    'SL@find soren',
    '+49 (30) 123-4567',
    '030 1234567',
  ]) {
    expect(await search(text)).toEqual([1, id]);
  }
  expect(await search('søren 030 123 45 67')).toEqual([1, id]);
  expect(await search('lukasiewitz')).toEqual([1, id]);
  expect(await search('serne lukasiewicz')).toEqual([0]);
  // Somebody has each word, so that none of them is a typo.
  expect(await search('maren lukasiewicz')).toEqual([0]);
  expect(await search('lukasiewitz', '&filter[lastName]=Lukas')).toEqual([0]);
  expect((await search('find.example'))[0]).toBe(2);
  const first = await app.get('/crm/people?search=find.exampel&count=1');
  const second = await app.get(first.body.pagination.nextPage.replace('/v2', ''));
  expect(second.body.collection).toHaveLength(1);
  expect(second.body.pagination.nextPage).toBeNull();
});
