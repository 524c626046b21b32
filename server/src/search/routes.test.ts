import { beforeAll, describe, expect, test } from 'vitest';
import { bookPage, fixedClock, createPage } from '../../test/booking.ts';
import { useApp, type Answer } from '../../test/harness.ts';
import { createNeighbour } from '../../test/neighbour.ts';
import { foldForSearch } from '@daybook/contract/folding.data';
import { takeInTurn } from './rules.ts';

const app = useApp({ clock: fixedClock });

/** What an answer has under a key. Throws unless it is a success. */
async function made(answer: Promise<Answer>, key: string) {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body[key];
}

const crm = {
  person: (values: object) => made(app.post('/crm/people', values), 'person'),
  company: (values: object) => made(app.post('/crm/companies', values), 'company'),
  record: (slug: string, values: object) => made(app.post(`/crm/${slug}`, values), 'record'),
};
const query = (text: string, values: unknown[] = []) => app.runtime.database.pool.query(text, values);

interface Result {
  readonly kind: string;
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  readonly url: string;
}

let user: string;
let person: { id: string };
let company: { id: string };
let deals: string;
let deal: { id: string };
let page: { uuid: string; slug: string };
let event: { uuid: string };

beforeAll(async () => {
  user = await app.tokenOf('aiko@juniper.example', ['crm:read', 'events:read', 'users:read']);
  person = await crm.person({
    firstName: 'Zoë',
    lastName: 'Brandt-Søby',
    emails: ['zoe.brandt@quarry.example'],
    phoneNumber: '+49 30 5004711',
  });
  company = await crm.company({ name: 'Quarry & Söhne', domain: 'quarry.example' });
  deals = 'quarry-deals';
  await made(app.post('/crm/objects', { slug: deals, singularName: 'Deal', pluralName: 'Deals' }), 'object');
  await made(app.post(`/crm/objects/${deals}/attributes`, { label: 'Title', type: 'text' }), 'attribute');
  await app.patch(`/crm/objects/${deals}`, { primaryAttribute: 'title' });
  deal = await crm.record(deals, { title: 'Quarry renovation' });
  page = await createPage(app, { title: 'Quarry visit' });
  const { status, body } = await bookPage(app, page, {
    name: 'Émile Quarryman',
    email: 'emile@elsewhere.example',
  });
  if (status >= 300) throw new Error(JSON.stringify(body));
  event = body;
  await app.runEffects();
});

const find = async (q: string, more = '', options = {}): Promise<Result[]> => {
  const { status, body } = await app.get(`/search?q=${encodeURIComponent(q)}${more}`, options);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.results;
};
const titles = async (q: string, more = '', options = {}) =>
  (await find(q, more, options)).map(({ title }) => title);

describe('GET /search', () => {
  test('200: each kind, with its address in the dashboard', async () => {
    const results = await find('quarry');
    expect(results).toContainEqual({
      kind: 'person',
      id: person.id,
      title: 'Zoë Brandt-Søby',
      subtitle: 'zoe.brandt@quarry.example',
      startTime: null,
      url: `/app/records/people/${person.id}`,
    });
    expect(results).toContainEqual({
      kind: 'company',
      id: company.id,
      title: 'Quarry & Söhne',
      subtitle: 'quarry.example',
      startTime: null,
      url: `/app/records/companies/${company.id}`,
    });
    expect(results).toContainEqual({
      kind: 'record',
      id: deal.id,
      title: 'Quarry renovation',
      subtitle: 'Deal',
      startTime: null,
      url: `/app/records/${deals}/${deal.id}`,
    });
    expect(results).toContainEqual({
      kind: 'page',
      id: page.uuid,
      title: 'Quarry visit',
      subtitle: 'Mara Lindqvist',
      startTime: null,
      url: `/app/pages/${page.uuid}`,
    });
    expect(results).toContainEqual({
      kind: 'event',
      id: event.uuid,
      title: expect.any(String),
      subtitle: 'Émile Quarryman',
      startTime: expect.stringMatching(/^2027-01-\d\dT\d\d:00:00\.000000Z$/),
      url: `/app/events/${event.uuid}`,
    });
    const [mara] = await find('lindqvist', '&kinds=user');
    expect(mara).toMatchObject({
      kind: 'user',
      title: 'Mara Lindqvist',
      subtitle: 'mara@juniper.example',
      url: `/app/settings/people/${mara?.id}`,
    });
  });

  test('200: beginnings of words in any order, without case and accents, parts of addresses, phone numbers', async () => {
    for (const q of [
      'zoe',
      'BRANDT zo',
      'soby',
      'Søby',
      'zoe.br',
      'zoe.brandt@quarry.example',
      '030 5004 711',
      '+49305004',
    ]) {
      expect(await titles(q, '&kinds=person'), q).toContain('Zoë Brandt-Søby');
    }
    expect(await titles('sohne qu', '&kinds=company')).toEqual(['Quarry & Söhne']);
    expect(await titles('emile', '&kinds=event')).toHaveLength(1);
    expect(await titles('elsewhere', '&kinds=event')).toHaveLength(1);
    expect(await titles('vis quar', '&kinds=page')).toEqual(['Quarry visit']);
    expect(await titles('ma li', '&kinds=user')).toEqual(['Mara Lindqvist']);
    expect(await titles('juniper.example', '&kinds=user')).toContain('Mara Lindqvist');
    expect(await titles('zoe nobody')).toEqual([]);
    expect(await titles('100%_')).toEqual([]);
  });

  test('200: a short word begins a word, and is found by the trigram index', async () => {
    expect(await titles('q', '&kinds=company')).toEqual(['Quarry & Söhne']);
    expect(await titles('ua', '&kinds=company')).toEqual([]);
    expect(await titles('zo', '&kinds=person')).toContain('Zoë Brandt-Søby');
  });

  test('200: some kinds, by either word; at most 20 results, of each kind some', async () => {
    expect(new Set((await find('quarry', '&kinds=people,pages')).map(({ kind }) => kind))).toEqual(
      new Set(['person', 'page']),
    );
    const records = Array.from({ length: 60 }, (_, index) => ({ title: `Quarry ${index}` }));
    await app.post(`/crm/${deals}/bulk`, { records });
    const results = await find('quarry');
    expect(results).toHaveLength(20);
    expect(new Set(results.map(({ kind }) => kind)).size).toBe(5);
    expect(await find('quarry', '&kinds=record')).toHaveLength(20);
  });

  test('422: without a text, with an unknown kind', async () => {
    expect((await app.get('/search')).status).toBe(422);
    expect((await app.get('/search?q=%20')).status).toBe(422);
    const { body } = await app.get('/search?q=x&kinds=person,planet');
    expect(body.errors).toEqual({
      kinds: ['Must be some of person, company, record, event, page, user, separated by commas.'],
    });
    expect((await app.get('/search?q=%00')).status).toBeLessThan(500);
    expect((await app.get("/search?q=%25'%22%5C_")).status).toBe(200);
  });

  test('200: only kinds that the scopes of the token open', async () => {
    const kindsOf = async (...scopes: Parameters<typeof app.tokenOf>[1]) => {
      const token = await app.tokenOf('mara@juniper.example', scopes);
      const results = [...(await find('quarry', '', { token })), ...(await find('lindqvist', '', { token }))];
      return [...new Set(results.map(({ kind }) => kind))].sort();
    };
    expect(await kindsOf('crm:read')).toEqual(['company', 'page', 'person', 'record']);
    expect(await kindsOf('events:read')).toEqual(['event', 'page']);
    expect(await kindsOf('users:read')).toEqual(['page', 'user']);
    expect(await kindsOf('admin:full')).toEqual(['event', 'page', 'user']);
    expect((await app.inject({ url: '/v2/search?q=x' })).status).toBe(401);
  });

  test("200: a user finds no colleague's event or page, and no object that is hidden from users", async () => {
    expect((await find('quarry', '', { token: user })).map(({ kind }) => kind)).not.toContain('event');
    expect(await titles('quarry', '&kinds=page', { token: user })).toEqual([]);
    const { uuid: teamId, slug: ownerSlug } = (await app.post('/teams', { title: 'Masons' })).body.resource;
    await app.post(`/teams/${teamId}/members`, { email: 'aiko@juniper.example', role: 'member' });
    await app.post(`/teams/${teamId}/members`, { email: 'mara@juniper.example', role: 'member' });
    await createPage(app, {
      title: 'Granite talk',
      ownerSlug,
      hosts: [{ email: 'mara@juniper.example' }],
    });
    expect(await titles('granite', '&kinds=page', { token: user })).toEqual(['Granite talk']);
    expect(await titles('quarry', '&kinds=record', { token: user })).not.toEqual([]);
    for (const permission of ['read', 'own', 'none']) {
      await app.patch(`/crm/objects/${deals}`, { permissions: { user: permission } });
      const found = await titles('quarry renovation', '&kinds=record', { token: user });
      expect(found, permission).toEqual(permission === 'none' ? [] : ['Quarry renovation']);
    }
    await app.patch('/crm/objects/people', { permissions: { user: 'none' } });
    expect(await find('zoe', '', { token: user })).toEqual([]);
    await app.patch('/crm/objects/people', { permissions: { user: 'write' } });
  });

  test('200: nothing of another workspace, of deleted records and objects, of a disabled CRM', async () => {
    const { token } = await createNeighbour(app.runtime);
    expect(await find('quarry', '', { token })).toEqual([]);
    const gone = await crm.record(deals, { title: 'Basalt' });
    expect(await titles('basalt')).toEqual(['Basalt']);
    await app.delete(`/crm/${deals}/${gone.id}`);
    expect(await titles('basalt')).toEqual([]);
    await app.patch(`/crm/objects/${deals}`, { isActive: false });
    expect(await find('renovation')).toEqual([]);
    await app.patch(`/crm/objects/${deals}`, { isActive: true });
    await query('update workspace set crm_enabled = false');
    expect((await find('quarry')).map(({ kind }) => kind).sort()).toEqual(['event', 'page']);
    await query('update workspace set crm_enabled = true');
  });
});

test('the database folds text as the server does', async () => {
  const texts = [
    'Zoë',
    'Søren Ångström',
    'ŁÓDŹ',
    'Straße',
    'Æsir Œuvre Þór',
    'ﬁancé ①',
    'İstanbul',
    'e\u0301',
    "O’Brien O‘Brien O'Brien O`Brien O´Brien Oʼahu Oʻahu",
    'Đặng Ħal ĸ Ŋ ŧ ð',
  ];
  const { rows } = await query('select folded(t) as text from unnest($1::text[]) t', [texts]);
  expect(rows.map(({ text }) => text)).toEqual(texts.map(foldForSearch));
});

test('results are shared between the kinds, as long as there are any', () => {
  expect(takeInTurn([[1, 2, 3, 4], [5], [], [6, 7, 8]], 6)).toEqual([1, 2, 3, 5, 6, 7]);
  expect(takeInTurn([[1], [2]], 6)).toEqual([1, 2]);
  expect(takeInTurn([], 6)).toEqual([]);
});
