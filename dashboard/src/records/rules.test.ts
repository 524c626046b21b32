import { describe, expect, test } from 'vitest';
import { isShownLane, buildLaneListing, listLanes, findNextCard, mergeMovedRecords } from './board/rules.ts';
import {
  createFilter,
  listFilterFields,
  isComplete,
  getOperator,
  changeOperator,
  type FactLabels,
} from './filter.rules.ts';
import { getElementKey, listPages, listRenderedRows } from '../kit/window.rules.ts';
import { isTyping, movePlace } from './grid/rules.ts';
import { parseColumns, findFileFault, guessKey, guessKeys, listRepeatedPlaces } from './import/rules.ts';
import {
  toFilterBody,
  parseFilterBody,
  toFilterParams,
  isSameValue,
  buildListingFilter,
  findRecordName,
  toPersonRecord,
  toRecord,
  listDefaultColumns,
  toWireValues,
  type Attribute,
  type CrmObject,
} from './rules.ts';
import { toAttributeChanges, toDraft, toNewAttribute, suggestSlug } from './schema/rules.ts';
import {
  clampWidth,
  isChanged,
  getNextSort,
  getSavedSettings,
  resolveShownSettings,
  toViewBody,
  orderColumns,
  setColumnWidth,
} from './search.rules.ts';
import { parseRecordSearch } from './search.ts';

const at = '2027-01-01T00:00:00.000000Z';

const attribute = (key: string, type: Attribute['type'], more: Partial<Attribute> = {}): Attribute => ({
  key,
  label: key.charAt(0).toUpperCase() + key.slice(1),
  type,
  isRequired: false,
  isUnique: false,
  isArchived: false,
  isStandard: false,
  createdAt: at,
  updatedAt: at,
  ...more,
});

const object = (slug: string, attributes: Attribute[], more: Partial<CrmObject> = {}): CrmObject => ({
  slug,
  singularName: slug,
  pluralName: slug,
  isStandard: false,
  isActive: true,
  primaryAttribute: attributes[0]?.key ?? 'id',
  permissions: { user: 'write' },
  attributes,
  createdAt: at,
  updatedAt: at,
  ...more,
});

const stage = attribute('stage', 'status', {
  options: [
    { id: 1, value: 'Lead', color: 'gray', isArchived: true },
    { id: 2, value: 'Won', color: 'green', isArchived: false },
  ],
});
const company = attribute('company', 'relation', { relatedObjectSlug: 'companies', isMultiple: false });
const deals = object('deals', [
  attribute('title', 'text'),
  stage,
  company,
  attribute('old', 'text', { isArchived: true }),
]);
const companies = object('companies', [attribute('name', 'text'), attribute('employees', 'number')]);
const people = object(
  'people',
  [
    attribute('name', 'text'),
    attribute('firstName', 'text'),
    attribute('emails', 'text', { isMultiple: true }),
    company,
  ],
  { isStandard: true },
);
const facts: FactLabels = {
  firstMeetingAt: 'First',
  lastMeetingAt: 'Last',
  nextMeetingAt: 'Next',
  meetingsLast90Days: 'Meetings',
  noShows: 'No-shows',
};

describe('records in one shape', () => {
  test('a person has a name and a company like any other record, and is sent back in its own shape', () => {
    const person = toPersonRecord({
      id: 'p',
      firstName: 'Ines',
      lastName: 'Okafor',
      salutation: null,
      jobTitle: null,
      description: null,
      phoneNumber: null,
      primaryLocation: null,
      avatarUrl: null,
      emails: ['ines@okafor.example'],
      company: { id: 'c', name: 'Okafor', domain: null },
      socials: { linkedin: 'ines', twitter: null, facebook: null, instagram: null },
      customAttributes: { size: 3 },
      createdAt: at,
      updatedAt: at,
    });
    expect(findRecordName(people, person)).toBe('Ines Okafor');
    expect(person.values).toMatchObject({ linkedin: 'ines', size: 3, created_at: at });
    expect(toWireValues(people, { company: person.values['company'] })).toEqual({ companyId: 'c' });
    expect(toWireValues(people, { company: [] })).toEqual({ companyId: null });
  });

  test('links are records with their values, and are sent by their ids', () => {
    const record = toRecord({
      id: 'd',
      objectSlug: 'deals',
      attributes: {
        title: 'Signs',
        company: [
          { id: 'c', objectSlug: 'companies', attributes: { name: 'Oak' }, createdAt: at, updatedAt: at },
        ],
      },
      createdAt: at,
      updatedAt: at,
    });
    expect(record.values['company']).toMatchObject([{ id: 'c', values: { name: 'Oak' } }]);
    expect(toWireValues(deals, { title: 'New', company: record.values['company'] })).toEqual({
      title: 'New',
      company: ['c'],
    });
  });

  test('who has no name is shown by an address', () => {
    expect(findRecordName(people, { id: 'p', values: { name: null, emails: ['a@b.example'] } })).toBe(
      'a@b.example',
    );
    expect(findRecordName(deals, { id: 'd', values: {} })).toBeUndefined();
  });

  test('the same value is the same, however it is written', () => {
    expect(isSameValue(null, undefined)).toBe(true);
    expect(isSameValue({ id: 2, value: 'Won' }, { id: 2, value: 'Gained' })).toBe(true);
    expect(isSameValue([{ id: 'c', values: {} }], ['c'])).toBe(true);
    expect(isSameValue(['a'], ['b'])).toBe(false);
  });

  test('the usual columns begin with the name, and leave out what is archived', () => {
    expect(listDefaultColumns(deals)).toEqual(['title', 'stage', 'company']);
  });
});

describe('the address', () => {
  test('what is not right is left out', () => {
    expect(
      parseRecordSearch({
        q: 7,
        where: [['a', 'eq', 1], ['b'], 'c', ['d', 'in', ['x']], ['e', 'eq', {}]],
        by: 'title',
        lanes: '',
        peek: '',
      }),
    ).toEqual({
      q: '7',
      where: [
        ['a', 'eq', 1],
        ['d', 'in', ['x']],
      ],
      lanes: '',
    });
  });

  test('it changes what a view has saved, and that is seen', () => {
    const saved = getSavedSettings(deals, undefined);
    expect(isChanged(saved, resolveShownSettings(saved, { view: 'all', q: 'oak' }))).toBe(false);
    const shown = resolveShownSettings(saved, {
      where: [['stage', 'eq', 'Won']],
      cols: ['stage', 'title'],
      lanes: 'stage',
    });
    expect(shown).toEqual({
      filter: [['stage', 'eq', 'Won']],
      sort: [],
      columns: [
        { key: 'stage', width: null },
        { key: 'title', width: null },
      ],
      groupBy: 'stage',
    });
    expect(isChanged(saved, shown)).toBe(true);
  });

  test('the width of a column is in the address, within limits, and kept beside the others', () => {
    const columns = [
      { key: 'title', width: null },
      { key: 'amount', width: 120 },
    ];
    const cols = setColumnWidth(columns, 'title', 300);
    expect(cols).toEqual(['title:300', 'amount:120']);
    expect(orderColumns(columns, ['amount', 'title'])).toEqual(['amount:120', 'title']);
    expect(orderColumns([{ key: 'old', width: null }, ...columns], ['amount', 'title'])).toEqual([
      'amount:120',
      'title',
      'old',
    ]);
    const saved = { filter: [], sort: [], columns, groupBy: null };
    expect(resolveShownSettings(saved, { cols }).columns).toEqual([
      { key: 'title', width: 300 },
      { key: 'amount', width: 120 },
    ]);
    expect(resolveShownSettings(saved, { cols: ['amount', 'title:9999', 'x:wide'] }).columns).toEqual([
      { key: 'amount', width: 120 },
      { key: 'title', width: 1000 },
      { key: 'x', width: null },
    ]);
    expect(clampWidth(3)).toBe(64);
  });

  test('a nested filter of a view stays whole until it is replaced', () => {
    const nested = { or: [{ stage: 'Won' }] };
    const saved = { ...getSavedSettings(deals, undefined), nested };
    expect(resolveShownSettings(saved, {}).nested).toEqual(nested);
    expect(resolveShownSettings(saved, { where: [] })).not.toHaveProperty('nested');
    expect(toViewBody(saved).filter).toEqual(nested);
    expect(toViewBody({ ...getSavedSettings(deals, undefined), groupBy: 'stage' })).toMatchObject({
      kind: 'board',
      filter: null,
      groupBy: 'stage',
    });
    expect(buildListingFilter({ filter: [['title', 'eq', 'a']], nested, sort: [] })).toEqual({
      and: [nested, { title: { eq: 'a' } }],
    });
  });

  test('a heading sorts up, down, and not at all', () => {
    expect(getNextSort([], 'a')).toEqual(['a']);
    expect(getNextSort(['a'], 'a')).toEqual(['-a']);
    expect(getNextSort(['-a'], 'a')).toEqual([]);
    expect(getNextSort(['-b'], 'a')).toEqual(['a']);
  });
});

describe('filters', () => {
  test('lead through relations, and people have facts', () => {
    const paths = listFilterFields(deals, [deals, companies], facts).map(({ path }) => path);
    expect(paths).toEqual(['title', 'stage', 'company', 'company.name', 'company.employees']);
    expect(listFilterFields(people, [people], facts).map(({ path }) => path)).toContain('nextMeetingAt');
  });

  test('begin with a choice that can be made, and wait for a value otherwise', () => {
    const [title, status] = listFilterFields(deals, [], facts);
    expect(status && createFilter(status)).toEqual(['stage', 'eq', 'Won']);
    const begun = title && createFilter(title);
    expect(begun && isComplete(begun)).toBe(false);
    expect(isComplete(['title', 'empty', true])).toBe(true);
  });

  test('keep their value with another operator where it fits', () => {
    expect(changeOperator(['stage', 'eq', 'Won'], 'in')).toEqual(['stage', 'in', ['Won']]);
    expect(changeOperator(['stage', 'in', ['Won', 'Lost']], 'ne')).toEqual(['stage', 'ne', 'Won']);
    expect(changeOperator(['stage', 'eq', 'Won'], 'filled')).toEqual(['stage', 'empty', false]);
    expect(getOperator(['stage', 'empty', false])).toBe('filled');
  });

  test('are the same in an address, in a body, and back', () => {
    const filter = [
      ['stage', 'in', ['Won', 'Oak, Ltd']],
      ['company.employees', 'gte', 10],
    ] as const;
    expect(toFilterParams(filter)).toEqual({
      'filter[stage][in]': 'Won,"Oak, Ltd"',
      'filter[company.employees][gte]': '10',
    });
    expect(parseFilterBody(toFilterBody(filter))).toEqual(filter);
    expect(parseFilterBody({ stage: 'Won', title: null })).toEqual([
      ['stage', 'eq', 'Won'],
      ['title', 'empty', true],
    ]);
    expect(parseFilterBody({ or: [{ stage: 'Won' }] })).toBeUndefined();
    expect(toFilterBody([])).toBeNull();
  });
});

describe('the grid', () => {
  const extent = { rows: 100, columns: 5, page: 20 };
  const go = (key: string, isWithControl = false, isRtl = false) =>
    movePlace({ row: 50, column: 2 }, { key, isWithControl }, extent, isRtl);

  test('keys move within its bounds', () => {
    expect(go('ArrowDown')).toEqual({ row: 51, column: 2 });
    expect(go('ArrowLeft')).toEqual({ row: 50, column: 1 });
    expect(go('ArrowLeft', false, true)).toEqual({ row: 50, column: 3 });
    expect(go('End', true)).toEqual({ row: 99, column: 4 });
    expect(go('PageUp')).toEqual({ row: 30, column: 2 });
    expect(go('a')).toBeUndefined();
    expect(movePlace({ row: 0, column: 0 }, { key: 'ArrowUp', isWithControl: false }, extent, false)).toEqual(
      {
        row: 0,
        column: 0,
      },
    );
  });

  test('a letter types, a shortcut and the search do not', () => {
    const key = (name: string, more = {}) =>
      isTyping({ key: name, ctrlKey: false, metaKey: false, altKey: false, ...more });
    expect([key('a'), key('7'), key('é')]).toEqual([true, true, true]);
    expect([key('F2'), key(' '), key('/'), key('z', { ctrlKey: true })]).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  test('elements are used again, but never that of the active row', () => {
    const keysOf = (first: number): Set<string> =>
      new Set(listRenderedRows(first, first + 48, 0, 1000).map((row) => getElementKey(row, 0, 48)));
    expect(keysOf(36)).toEqual(keysOf(20));
    expect(getElementKey(54, 6, 48)).not.toBe(getElementKey(6, 6, 48));
    expect(getElementKey(6, 6, 48)).toBe('6');
    expect(listRenderedRows(100, 103, 5, 1000)).toEqual([100, 101, 102, 5]);
    expect(listRenderedRows(0, 3, 1, 3)).toEqual([0, 1, 2]);
    const keys = listRenderedRows(100, 228, 36, 1000).map((row) => getElementKey(row, 36, 128));
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('the window needs the pages that it touches', () => {
    expect(listPages(0, 0, 100)).toEqual([1]);
    expect(listPages(95, 130, 100)).toEqual([1, 2]);
    expect(listPages(100, 200, 100)).toEqual([2]);
  });
});

describe('the board', () => {
  const [won, none] = listLanes(stage, 'None');

  test('has a lane for each option that can be chosen, and one for none', () => {
    expect(listLanes(stage, 'None').map(({ label }) => label)).toEqual(['Won', 'None']);
    const listing = { filter: [['title', 'contains', 'a']] as const, sort: [] };
    expect(won && buildLaneListing(listing, stage, won).filter).toEqual([
      ['title', 'contains', 'a'],
      ['stage', 'eq', 'Won'],
    ]);
    expect(none && buildLaneListing(listing, stage, none).filter.at(-1)).toEqual(['stage', 'empty', true]);
  });

  test('a filter by its attribute leaves out lanes', () => {
    const shown = (...filter: Parameters<typeof isShownLane>[0]) =>
      listLanes(stage, 'None').filter((lane) => isShownLane(filter, stage, lane)).length;
    expect(shown(['stage', 'eq', 'Won'])).toBe(1);
    expect(shown(['stage', 'ne', 'Won'])).toBe(1);
    expect(shown(['stage', 'empty', false])).toBe(1);
    expect(shown(['title', 'eq', 'x'])).toBe(2);
  });

  test('a moved card stands in its new lane at once', () => {
    const record = { id: 'a', values: {} };
    const moved = new Map([['a', { record, lane: '2' }]]);
    expect(mergeMovedRecords([record, { id: 'b', values: {} }], moved, '1').map(({ id }) => id)).toEqual([
      'b',
    ]);
    expect(mergeMovedRecords([], moved, '2').map(({ id }) => id)).toEqual(['a']);
  });

  test('arrows lead over empty lanes', () => {
    expect(findNextCard([2, 0, 1], 0, 1, 'ArrowRight')).toEqual({ lane: 2, place: 0 });
    expect(findNextCard([2, 0, 1], 2, 0, 'ArrowRight')).toEqual({ lane: 2, place: 0 });
    expect(findNextCard([2, 0, 1], 0, 1, 'ArrowDown')).toEqual({ lane: 0, place: 1 });
    expect(findNextCard([2], 0, 0, 'x')).toBeUndefined();
  });
});

describe('fields', () => {
  test('a new one sends what its type has', () => {
    const draft = { ...toDraft(undefined), label: 'Price', isUnique: true };
    expect(toNewAttribute(draft)).toEqual({
      label: 'Price',
      type: 'text',
      isRequired: false,
      isUnique: true,
    });
    expect(toNewAttribute({ ...draft, type: 'currency', currency: 'usd ' })).toMatchObject({
      currency: 'USD',
    });
    expect(toNewAttribute({ ...draft, type: 'relation', relatedObjectSlug: 'companies' })).not.toHaveProperty(
      'isUnique',
    );
  });

  test('options keep their ids and their order', () => {
    const { options = [] } = toAttributeChanges(toDraft(stage));
    expect(options.map(({ id }) => id)).toEqual([1, 2]);
    expect(suggestSlug('Größere Pläne')).toBe('grossere-plane');
  });
});

describe('a file', () => {
  test('its columns are read with quotes and any delimiter', () => {
    expect(parseColumns('\uFEFF"Name; full";Sum\nx;1')).toEqual(['Name; full', 'Sum']);
    expect(parseColumns('a,b,c\r\n1,2,3')).toEqual(['a', 'b', 'c']);
    expect(parseColumns('"a ""b""",c')).toEqual(['a "b"', 'c']);
  });

  test('a column belongs to what has its name', () => {
    expect(guessKey(deals, ' STAGE ')).toBe('stage');
    expect(guessKey(deals, 'Colour')).toBe('');
  });

  test('the commonest columns of people are known, and no field is given to two', () => {
    const people = object(
      'people',
      [
        attribute('name', 'text'),
        attribute('firstName', 'text', { label: 'Vorname' }),
        attribute('emails', 'text', { label: 'E-Mail-Adressen' }),
        attribute('phoneNumber', 'phone_number', { label: 'Phone number' }),
        attribute('company', 'relation'),
      ],
      { isStandard: true },
    );
    const columns = ['Name', 'Full name', 'Email', 'E-mail', 'Phone', 'Company', 'Vorname', 'Colour'];
    expect(columns.map((column) => guessKey(people, column))).toEqual([
      'name',
      'name',
      'emails',
      'emails',
      'phoneNumber',
      'company',
      'firstName',
      '',
    ]);
    expect(guessKeys(people, ['Email', 'Phone', 'E-mail'])).toEqual(['emails', 'phoneNumber', '']);
    expect(listRepeatedPlaces(['emails', '', 'name', '', 'emails'])).toEqual([4]);
  });

  test('what is empty, no text, or without a header is refused when it is chosen', () => {
    expect(findFileFault('\uFEFF \n', true)).toBe('empty');
    expect(findFileFault('\u0089PNG\r\n\0\0', true)).toBe('binary');
    expect(findFileFault('caf\uFFFD,b', true)).toBe('binary');
    expect(findFileFault(',,\na,b,c', true)).toBe('header');
    expect(findFileFault('a,b', true)).toBeUndefined();
    expect(findFileFault('{"name":"a"}', false)).toBeUndefined();
  });
});
