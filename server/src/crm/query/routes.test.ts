import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { queryRows, createTestCrm } from '../test-crm.ts';

const app = useApp();
const crm = createTestCrm(app);

interface RecordView {
  readonly id: string;
  readonly attributes: { readonly title: string };
}

let slug: string;
let memberId: string;
const companies: string[] = [];
const people: string[] = [];

/** a to j; amounts 0, 10, .. 90 for all but i and j; every second one done. */
const titles = ['Ärmel', 'bach', 'Chor', 'dach', 'Echo', 'fass', 'Garn', 'haus', 'Igel', 'jahr'];

beforeAll(async () => {
  slug = await crm.object();
  memberId = (await app.get('/organizations/users')).body.collection[0].uuid;
  for (const fields of [
    { label: 'Title', type: 'text' },
    { label: 'Amount', type: 'currency', currency: 'EUR' },
    { label: 'Due', type: 'date' },
    { label: 'Seen', type: 'datetime' },
    { label: 'Done', type: 'checkbox' },
    { label: 'Stage', type: 'status', options: [{ value: 'New' }, { value: 'Open' }, { value: 'Won' }] },
    { label: 'Tags', type: 'multiselect', options: [{ value: 'Red' }, { value: 'Blue, light' }] },
    { label: 'Owner', type: 'user' },
    { label: 'Phone', type: 'phone_number' },
    { label: 'Contact', type: 'relation', relatedObjectSlug: 'people', relationType: 'many_to_one' },
  ]) {
    await crm.attribute(slug, fields);
  }
  await app.patch(`/crm/objects/${slug}`, { primaryAttribute: 'title' });
  for (const domain of ['linden.example', 'fern.example']) {
    companies.push((await crm.company({ name: domain, domain, employees: domain.length })).id);
  }
  for (const [index, companyId] of companies.entries()) {
    people.push(
      (await crm.person({ firstName: `P${index}`, emails: [`p${index}@x.example`], companyId })).id,
    );
  }
  for (const [index, title] of titles.entries()) {
    await crm.record(slug, {
      title,
      ...(index < 8 && { amount: index * 10 }),
      due: `2027-01-0${index === 9 ? 9 : index + 1}`,
      seen: `2027-01-0${index === 9 ? 9 : index + 1}T12:00:00Z`,
      ...(index < 5 && { done: index % 2 === 0 }),
      stage: ['New', 'Open', 'Won'][index % 3],
      tags: index === 0 ? ['Red', 'Blue, light'] : index === 1 ? ['Red'] : [],
      owner: index < 2 ? [memberId] : [],
      phone: `+4930123456${index}`,
      contact: index < 4 ? [people[index % 2]] : [],
    });
  }
});

const found = (collection: RecordView[]) => collection.map(({ attributes }) => attributes.title);
const list = async (query: string) =>
  found((await app.get(`/crm/${slug}?count=100&${query}`)).body.collection);
const ask = async (body: object) =>
  found((await app.post(`/crm/${slug}/query`, { count: 100, ...body })).body.collection);

describe('filters in the query string', () => {
  test.each([
    ['filter[title]=BACH', ['bach']],
    ['filter[title]=armel', ['Ärmel']],
    ['filter[title][ne]=bach', titles.filter((title) => title !== 'bach')],
    ['filter[title][contains]=A', ['Ärmel', 'bach', 'dach', 'fass', 'Garn', 'haus', 'jahr']],
    ['filter[title][contains]=%25', []],
    ['filter[title][in]=bach,haus', ['bach', 'haus']],
    ['filter[title]=bach&filter[title]=haus', ['bach', 'haus']],
    ['filter[title][lt]=c', ['Ärmel', 'bach']],
    ['filter[amount]=10', ['bach']],
    ['filter[amount][gte]=60', ['Garn', 'haus']],
    ['filter[amount][lt]=1e1', ['Ärmel']],
    ['filter[amount][ne]=10', titles.filter((title) => title !== 'bach')],
    ['filter[amount][empty]=true', ['Igel', 'jahr']],
    ['filter[amount][empty]=false&filter[amount][gt]=60', ['haus']],
    ['filter[amount][in]=0,70', ['Ärmel', 'haus']],
    ['filter[due]=2027-01-02', ['bach']],
    ['filter[due][gte]=2027-01-08', ['haus', 'Igel', 'jahr']],
    ['filter[seen][lte]=2027-01-01T13:00:00%2B01:00', ['Ärmel']],
    ['filter[seen][lte]=2027-01-01T13:00:00+01:00', ['Ärmel']],
    ['filter[done]=true', ['Ärmel', 'Chor', 'Echo']],
    ['filter[done]=false', ['bach', 'dach', 'fass', 'Garn', 'haus', 'Igel', 'jahr']],
    ['filter[done][ne]=false', ['Ärmel', 'Chor', 'Echo']],
    ['filter[stage]=won', ['Chor', 'fass', 'Igel']],
    ['filter[stage][in]=New,Won&filter[amount][lt]=30', ['Ärmel', 'Chor']],
    ['filter[stage][ne]=New', ['bach', 'Chor', 'Echo', 'fass', 'haus', 'Igel']],
    ['filter[tags]=Red', ['Ärmel', 'bach']],
    ['filter[tags][contains]=Blue, light', ['Ärmel']],
    ['filter[tags][ne]=Red&filter[amount][lt]=40', ['Chor', 'dach']],
    ['filter[tags][empty]=false', ['Ärmel', 'bach']],
    ['filter[phone]=%2B49 30 1234560', ['Ärmel']],
    ['filter[phone][contains]=4567', ['haus']],
    ['filter[created_at][gt]=2020-01-01&filter[updated_at][lt]=2020-01-01', []],
    ['filter[updated_at][gt]=2020-01-01&filter[amount][gte]=60', ['Garn', 'haus']],
    ['filter[contact.updated_at][gt]=2020-01-01', ['Ärmel', 'bach', 'Chor', 'dach']],
    ['filter[contact.company.updated_at][lt]=2020-01-01', []],
    ['filter[contact][empty]=false', ['Ärmel', 'bach', 'Chor', 'dach']],
    ['filter[contact.firstName]=P0', ['Ärmel', 'Chor']],
    ['filter[contact.emails]=P1@x.example', ['bach', 'dach']],
    ['filter[contact.company.domain]=linden.example', ['Ärmel', 'Chor']],
    ['filter[contact.company.employees][gt]=12', ['Ärmel', 'Chor']],
    [
      'filter[contact.company.domain][ne]=linden.example',
      ['bach', 'dach', 'Echo', 'fass', 'Garn', 'haus', 'Igel', 'jahr'],
    ],
  ])('%s', async (query, expected) => {
    expect(await list(query)).toEqual(expected);
  });

  test('by user, by partner and by id', async () => {
    expect(await list(`filter[owner]=${memberId}`)).toEqual(['Ärmel', 'bach']);
    expect(await list(`filter[contact]=${people[0]}`)).toEqual(['Ärmel', 'Chor']);
    const { body } = await app.get(`/crm/${slug}?filter[title]=haus`);
    expect(await list(`filter[id]=${body.collection[0].id.toUpperCase()}`)).toEqual(['haus']);
  });

  test.each([
    ['filter[titel]=x', 'Did you mean title?'],
    ['filter[title][equals]=x', 'Did you mean'],
    ['filter[stage][gt]=Won', 'Available: eq, ne, in, empty.'],
    ['filter[amount][contains]=1', 'Available:'],
    ['filter[amount]=many', 'Must be a number.'],
    ['filter[amount]=NaN', 'Must be a number.'],
    ['filter[amount]=Infinity', 'Must be a number.'],
    ['filter[amount]=1e999', 'Must be a number.'],
    ['filter[due]=2027-02-30', 'Must be a date'],
    ['filter[done]=maybe', 'true or false'],
    ['filter[stage]=Lost', 'Must be one of: New, Open, Won.'],
    ['filter[amount][empty]=maybe', 'Must be true or false.'],
    ['filter[contact]=x', 'UUID'],
    ['filter[owner]=x', 'UUID'],
    ['filter[contact.nothing]=x', 'Unknown attribute nothing.'],
    ['filter[title.length]=1', 'title isn’t a relation'],
    ['filter=x', 'Use filter[key]=value'],
    ['filter[a][b][c]=x', 'Use filter[key]=value'],
    ['filter[]=x', 'Use filter[key]=value'],
    ['filter[constructor]=x', 'Unknown attribute constructor.'],
    ['filter[__proto__]=x', 'Unknown attribute __proto__.'],
  ])('422: %s', async (query, message) => {
    const { status, body } = await app.get(`/crm/${slug}?${query}`);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([query.split('=')[0]]);
    expect(Object.values(body.errors).flat().join(' ')).toContain(message);
  });
});

describe('POST /crm/{slug}/query', () => {
  test('200: any page of a nested filter, and on from there by cursor; 422: a page and a cursor', async () => {
    const query = { filter: { or: [{ amount: { gte: 20 } }, { amount: null }] }, sort: '-amount' };
    const all = await ask(query);
    expect(all).toHaveLength(8);
    for (const page of [1, 2, 3, 4]) {
      const { body } = await app.post(`/crm/${slug}/query`, { ...query, count: 3, page, includeTotal: true });
      expect(found(body.collection), String(page)).toEqual(all.slice((page - 1) * 3, page * 3));
      expect(body.pagination.total).toBe(8);
      if (page !== 2) continue;
      const { nextCursor: cursor } = body.pagination;
      const next = await app.post(`/crm/${slug}/query`, { ...query, count: 3, cursor });
      expect(found(next.body.collection)).toEqual(all.slice(6));
      const both = await app.post(`/crm/${slug}/query`, { ...query, count: 3, page, cursor });
      expect(both.body.errors).toEqual({ page: ['Send a page or a cursor, not both.'] });
    }
    expect((await app.post(`/crm/${slug}/query`, { page: 0 })).status).toBe(422);
    expect((await app.post('/crm/people/query', { page: 1_000_000_000 })).body.collection).toEqual([]);
  });

  test.each([
    [{}, titles],
    [{ filter: { title: 'bach' } }, ['bach']],
    [{ filter: { amount: { gte: 20, lt: 40 } } }, ['Chor', 'dach']],
    [{ filter: { amount: null } }, ['Igel', 'jahr']],
    [{ filter: { amount: [10, 20] } }, ['bach', 'Chor']],
    [{ filter: { done: true, amount: { gt: 0 } } }, ['Chor', 'Echo']],
    [
      {
        filter: {
          or: [{ title: 'bach' }, { and: [{ stage: 'Won' }, { not: { amount: { empty: true } } }] }],
        },
      },
      ['bach', 'Chor', 'fass'],
    ],
    [
      { filter: { not: { 'contact.company.domain': 'linden.example' } } },
      titles.filter((_, index) => index !== 0 && index !== 2),
    ],
    [{ filter: { not: { amount: { lt: 100 } } } }, ['Igel', 'jahr']],
    [{ filter: { and: [] } }, titles],
    [{ filter: { or: [] } }, []],
    [{ filter: { tags: { in: ['Red', 'Blue, light'] } } }, ['Ärmel', 'bach']],
    [{ search: 'AR', sort: '-title' }, ['Garn', 'Ärmel']],
    [
      { sort: ['-stage', 'title'], filter: { amount: { lt: 60 } } },
      ['Chor', 'fass', 'bach', 'Echo', 'Ärmel', 'dach'],
    ],
  ])('200: %j', async (body, expected) => {
    expect(await ask(body)).toEqual(expected);
  });

  test.each([
    [{ filter: 'x' }, 'filter'],
    [{ filter: [] }, 'filter'],
    [{ filter: { and: {} } }, 'filter.and'],
    [{ filter: { or: [{ titel: 1 }] } }, 'filter.or.0.titel'],
    [{ filter: { not: { amount: { near: 5 } } } }, 'filter.not.amount.near'],
    [{ filter: { amount: 'x' } }, 'filter.amount'],
    [{ sort: 'tags' }, 'sort'],
    [{ sort: 'titel' }, 'sort'],
    [{ sort: 'a,b,c,d,e,f' }, 'sort'],
    [{ cursor: 'x' }, 'cursor'],
    [{ count: 101 }, 'count'],
    [{ fields: ['titel'] }, 'fields'],
  ])('422: %j on %s', async (body, field) => {
    const answer = await app.post(`/crm/${slug}/query`, body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  });

  test('422: everything that is wrong with a query at once, in the query string and in a body', async () => {
    const address = 'filter[nothing]=1&filter[amount][gte]=x&sort=nowhere&fields=none,title&expand=title';
    const listed = await app.get(`/crm/${slug}?${address}`);
    expect(Object.keys(listed.body.errors).sort()).toEqual([
      'expand',
      'fields',
      'filter[amount][gte]',
      'filter[nothing]',
      'sort',
    ]);
    const filter = { or: [{ nothing: 1 }, { not: { amount: { gte: 'x' } } }, { title: 'fine' }] };
    const { status, body } = await app.post(`/crm/${slug}/query`, { filter, sort: 'nowhere', cursor: 'x' });
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual([
      'filter.or.0.nothing',
      'filter.or.1.not.amount.gte',
      'sort',
    ]);
    const broken = { filter, sort: 'nowhere', fields: ['none'], count: 0 };
    const both = await app.post(`/crm/${slug}/query`, broken);
    expect(Object.keys(both.body.errors).sort()).toEqual([
      'count',
      'fields',
      'filter.or.0.nothing',
      'filter.or.1.not.amount.gte',
      'sort',
    ]);
    const people = await app.post('/crm/people/query', { ...broken, fields: [] });
    expect(Object.keys(people.body.errors)).toContain('sort');
    const cursor = (await app.post(`/crm/${slug}/query`, { count: 1, sort: 'title' })).body.pagination
      .nextCursor;
    const unread = await app.post(`/crm/${slug}/query`, { sort: 7, cursor });
    expect(Object.keys(unread.body.errors)).toEqual(['sort']);
  });

  test('422: a filter that is nested too deep or has too many parts', async () => {
    let deep: object = { title: 'x' };
    for (let level = 0; level < 20; level += 1) deep = { not: deep };
    expect((await app.post(`/crm/${slug}/query`, { filter: deep })).status).toBe(422);
    const wide = { or: Array.from({ length: 101 }, () => ({ title: 'x' })) };
    expect((await app.post(`/crm/${slug}/query`, { filter: wide })).status).toBe(422);
    const values = Array.from({ length: 201 }, String);
    expect((await app.post(`/crm/${slug}/query`, { filter: { title: { in: values } } })).status).toBe(422);
    const path = `${'contact.company.people.'.repeat(3)}firstName`;
    expect((await app.post(`/crm/${slug}/query`, { filter: { [path]: 'x' } })).status).toBe(422);
  });

  test('200: a total only with includeTotal; crm:read is enough', async () => {
    const token = await app.tokenOf('mara@juniper.example', ['crm:read']);
    const { status, body } = await app.post(
      `/crm/${slug}/query`,
      { filter: { stage: 'New' }, includeTotal: true, count: 2 },
      { token },
    );
    expect(status).toBe(200);
    expect(body.pagination).toEqual({ count: 2, total: 4, nextCursor: expect.any(String) });
    expect((await app.post(`/crm/${slug}/query`, {})).body.pagination.total).toBeNull();
  });
});

describe('sort', () => {
  const byAmount = ['haus', 'Garn', 'fass', 'Echo', 'dach', 'Chor', 'bach', 'Ärmel'];

  test.each([
    ['title', titles],
    ['-title', titles.toReversed()],
    ['amount', [...byAmount.toReversed(), 'Igel', 'jahr']],
    ['-amount', [...byAmount, 'jahr', 'Igel']],
    ['-due,title', ['Igel', 'jahr', 'haus', 'Garn', 'fass', 'Echo', 'dach', 'Chor', 'bach', 'Ärmel']],
    ['stage,-title', ['jahr', 'Garn', 'dach', 'Ärmel', 'haus', 'Echo', 'bach', 'Igel', 'fass', 'Chor']],
    ['done,-amount', ['dach', 'bach', 'Echo', 'Chor', 'Ärmel', 'haus', 'Garn', 'fass', 'Igel', 'jahr']],
    ['created_at', titles],
    ['-created_at', titles.toReversed()],
    ['id', titles],
    ['updated_at', titles],
  ])('%s', async (sort, expected) => {
    expect(await list(`sort=${sort}`)).toEqual(expected);
  });

  test('options sort in the order of their list, also after it was changed', async () => {
    const { body } = await app.get(`/crm/objects/${slug}`);
    const { options } = body.object.attributes.find(({ key }: { key: string }) => key === 'stage');
    await app.patch(`/crm/objects/${slug}/attributes/stage`, { options: options.toReversed() });
    expect((await list('sort=stage,title')).slice(0, 4)).toEqual(['Chor', 'fass', 'Igel', 'bach']);
    expect(await list('filter[stage]=Won&sort=-stage')).toHaveLength(3);
    await app.patch(`/crm/objects/${slug}/attributes/stage`, { options });
  });
});

describe('pages', () => {
  /** Every record once and in order, by following nextPage; the path it went. */
  async function follow(query: string): Promise<{ met: string[]; paths: string[] }> {
    const met: string[] = [];
    const paths: string[] = [];
    let path: string | null = `/v2/crm/${slug}?${query}`;
    while (path !== null && paths.length < 20) {
      paths.push(path);
      const { status, body } = await app.get(path.replace('/v2', ''));
      expect(status).toBe(200);
      met.push(...found(body.collection));
      path = body.pagination.nextPage;
    }
    return { met, paths };
  }

  test.each([
    '',
    'title',
    '-title',
    'amount',
    '-amount',
    'stage,-amount',
    '-done,amount',
    '-due,amount',
    'created_at',
    '-updated_at',
  ])('sort=%s: following nextPage meets every record once, in order', async (sort) => {
    const expected = await list(`sort=${sort}`);
    const { met, paths } = await follow(`count=3&sort=${sort}`);
    expect(met).toEqual(expected);
    expect(paths).toHaveLength(4);
    expect(paths[1]).toMatch(/[?&]page=2&cursor=/);
  });

  test.each(['', 'amount', '-amount', 'stage,-amount'])(
    'sort=%s: pages by number show the same',
    async (sort) => {
      const expected = await list(`sort=${sort}`);
      const pages = await Promise.all(
        [1, 2, 3, 4, 5].map(async (page) =>
          found((await app.get(`/crm/${slug}?count=3&page=${page}&sort=${sort}`)).body.collection),
        ),
      );
      expect(pages.flat()).toEqual(expected);
      expect(pages[4]).toEqual([]);
    },
  );

  test('pagination as in interface 2.1; totals with and without a filter', async () => {
    const { body } = await app.get(`/crm/${slug}?count=4&page=2&filter[amount][gte]=20`);
    expect(body.pagination).toEqual({
      total: 6,
      count: 4,
      totalPages: 2,
      currentPage: 2,
      previousPage: expect.stringContaining('page=1'),
      nextPage: null,
    });
    expect((await app.get(`/crm/${slug}`)).body.pagination).toMatchObject({
      total: 10,
      totalPages: 1,
      nextPage: null,
    });
  });

  test('writes between two pages neither repeat nor hide records', async () => {
    const first = await app.get(`/crm/${slug}?count=5&sort=title`);
    const extra = await crm.record(slug, { title: 'aaa' });
    const { body } = await app.get(first.body.pagination.nextPage.replace('/v2', ''));
    expect(found(body.collection)).toEqual(titles.slice(5));
    await app.delete(`/crm/${slug}/${extra.id}`);
  });

  test('422: a cursor of another order, or one that was altered', async () => {
    const { body } = await app.post(`/crm/${slug}/query`, { count: 2, sort: 'amount' });
    const { nextCursor: cursor } = body.pagination;
    expect(
      (await app.post(`/crm/${slug}/query`, { count: 2, sort: 'title', cursor })).body.errors,
    ).toHaveProperty('cursor');
    const forge = (value: unknown) =>
      Buffer.from(encodeURIComponent(JSON.stringify(value))).toString('base64url');
    for (const forged of [
      ['amount', ['x'], titles[0], null],
      ['amount', [1], 'x', null],
      ['amount', [1, 2], '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d', null],
      ['amount', [null], '------------------------------------', -1],
      ['amount', [null], '------------------------------------', null],
      'x',
      null,
    ]) {
      const answer = await app.post(`/crm/${slug}/query`, { sort: 'amount', cursor: forge(forged) });
      expect(answer.status).toBe(422);
    }
  });

  test.each(['count=0', 'count=101', 'page=0', 'page=x'])('422: %s', async (query) => {
    expect((await app.get(`/crm/${slug}?${query}`)).status).toBe(422);
  });
});

describe('search', () => {
  test('matches the primaryAttribute without case and accents; wildcards are plain characters', async () => {
    expect(await list('search=ARM')).toEqual(['Ärmel']);
    expect(await list('search=%25')).toEqual([]);
    expect(await list('search=h&sort=-title&filter[amount][lt]=40')).toEqual(['dach', 'Chor', 'bach']);
    expect(await list('search=%20')).toHaveLength(10);
  });

  test('before a primaryAttribute is set, records are found by id', async () => {
    const other = await crm.object();
    const { id } = await crm.record(other, {});
    await crm.record(other, {});
    expect((await app.get(`/crm/${other}?search=${id.slice(9)}`)).body.pagination.total).toBe(1);
  });
});

describe('a filter through a relation that many records pass', () => {
  test('200: finds and counts the same records as one that few pass, alone, combined, negated and by pages', async () => {
    const [deals, firms] = [await crm.object(), await crm.object()];
    await crm.attribute(firms, { label: 'City', type: 'text' });
    await crm.attribute(deals, { label: 'Title', type: 'text' });
    const relation = { type: 'relation', relatedObjectSlug: firms };
    await crm.attribute(deals, { label: 'Firm', ...relation, relationType: 'many_to_one' });
    await crm.attribute(deals, { label: 'Others', ...relation, relationType: 'many_to_many' });
    const near = await crm.record(firms, { city: 'Near' });
    const far = await crm.record(firms, { city: 'Far' });
    const records = Array.from({ length: 2_400 }, (_, n) => ({
      title: `t${String(n).padStart(4, '0')}`,
      firm: n < 2_200 ? [near.id] : [far.id],
      others: n % 2 === 0 ? [near.id, far.id] : [near.id],
    }));
    for (const start of [0, 1000, 2000]) {
      const { status } = await app.post(`/crm/${deals}/bulk`, {
        records: records.slice(start, start + 1000),
      });
      expect(status).toBe(200);
    }
    // As autovacuum does after a while.
    await queryRows(app, 'analyze crm_record, crm_link');
    const ask = async (filter: object, more: object = {}) => {
      const query = { filter, includeTotal: true, count: 3, ...more };
      const { status, body } = await app.post(`/crm/${deals}/query`, query);
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
      const titles = body.collection.map(({ attributes }: RecordView) => attributes.title);
      return { titles, total: body.pagination.total, next: body.pagination.nextCursor };
    };
    const wide = { 'firm.city': 'near' };
    const first = await ask(wide, { sort: 'title' });
    expect([first.titles, first.total]).toEqual([['t0000', 't0001', 't0002'], 2_200]);
    const second = await ask(wide, { sort: 'title', cursor: first.next });
    expect([second.titles, second.total]).toEqual([['t0003', 't0004', 't0005'], 2_200]);
    expect((await ask(wide, { sort: '-title' })).titles).toEqual(['t2199', 't2198', 't2197']);
    expect((await ask({ 'firm.city': 'far' })).total).toBe(200);
    expect((await ask({ 'firm.city': { contains: 'a' } })).total).toBe(2_400);
    expect((await ask({ not: wide })).total).toBe(200);
    expect((await ask({ 'firm.city': { ne: 'near' } })).total).toBe(200);
    // A record with two such partners counts once.
    expect((await ask({ 'others.city': { contains: 'a' } })).total).toBe(2_400);
    expect((await ask({ and: [wide, { title: { starts_with: 't000' } }] })).total).toBe(10);
    expect((await ask({ or: [wide, { 'firm.city': 'far' }] })).total).toBe(2_400);
    const aggregate = async (groupBy: string, filter: object = {}) =>
      (await app.post(`/crm/${deals}/aggregate`, { groupBy, filter, measures: [{ op: 'count' }] })).body
        .aggregate;
    const byFirm = await aggregate('firm');
    expect(byFirm.totals).toEqual([2_400]);
    expect(byFirm.groups.map(({ label, values }: GroupView) => [label, values])).toEqual([
      [near.id, [2_200]],
      [far.id, [200]],
      [null, [0]],
    ]);
    const byOthers = await aggregate('others', wide);
    expect(byOthers.totals).toEqual([2_200]);
    expect(byOthers.groups.map(({ values }: GroupView) => values)).toEqual([[2_200], [1_100], [0]]);
  }, 60_000);
});

interface GroupView {
  readonly label: string | null;
  readonly values: readonly number[];
}
