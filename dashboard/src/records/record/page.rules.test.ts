import { describe, expect, test } from 'vitest';
import type { Attribute, CrmObject } from '../rules.ts';
import { findContact, foldEmpty, toNamedValues } from './page.rules.ts';

const attribute = (key: string, more: object = {}): Attribute =>
  ({ key, label: key, type: 'text', isArchived: false, isStandard: false, ...more }) as Attribute;

const objectOf = (slug: string, attributes: readonly Attribute[], primaryAttribute = 'name'): CrmObject =>
  ({
    slug,
    isStandard: slug === 'people' || slug === 'companies',
    primaryAttribute,
    attributes,
  }) as unknown as CrmObject;

const people = objectOf('people', [
  attribute('name'),
  attribute('emails', { validation: 'email', isMultiple: true }),
  attribute('phoneNumber', { type: 'phone_number' }),
]);
const deals = objectOf('deals', [
  attribute('name'),
  attribute('contacts', { type: 'relation', isMultiple: true }),
]);

describe('how somebody is reached', () => {
  test('by the name, the first address and the number of a person', () => {
    const values = {
      name: 'Ines Okafor',
      emails: ['ines@okafor.example', 'x@y.example'],
      phoneNumber: '+4930123',
    };
    expect(findContact(people, { id: '1', values })).toEqual({
      name: 'Ines Okafor',
      email: 'ines@okafor.example',
      phone: '+4930123',
    });
  });

  test('of a deal, by the first linked person who can be reached, and never under its own name', () => {
    const linked = [
      { id: '2', values: { name: 'Nobody' } },
      { id: '3', values: { name: 'Ines Okafor', emails: ['ines@okafor.example'] } },
    ];
    expect(findContact(deals, { id: '1', values: { name: 'Spring', contacts: linked } })).toEqual({
      name: 'Ines Okafor',
      email: 'ines@okafor.example',
    });
    expect(findContact(deals, { id: '1', values: { name: 'Spring', contacts: [] } })).toEqual({});
  });

  test('of a person without either, the name is known', () => {
    expect(findContact(people, { id: '1', values: { name: 'Ines', emails: [] } })).toEqual({ name: 'Ines' });
  });
});

describe('empty fields', () => {
  const facts = ['a', 'b', 'c'].map((key) => attribute(key));
  const isEmpty = ({ key }: Attribute) => key !== 'a';

  test('are folded, but for those that were shown since the page was opened', () => {
    const keys = (list: readonly Attribute[]) => list.map(({ key }) => key);
    const { shown, folded } = foldEmpty(facts, isEmpty, new Set());
    expect([keys(shown), keys(folded)]).toEqual([['a'], ['b', 'c']]);
    expect(keys(foldEmpty([...facts, attribute('d')], isEmpty, new Set(['b'])).shown)).toEqual(['a', 'b']);
  });

  test('are not folded if it is only one, or a checkbox', () => {
    expect(foldEmpty(facts.slice(0, 2), isEmpty, new Set()).folded).toEqual([]);
    const boxes = ['b', 'c', 'd'].map((key) => attribute(key, { type: 'checkbox' }));
    expect(foldEmpty(boxes, isEmpty, new Set()).folded).toEqual([]);
  });
});

describe('a record that is created from what was typed', () => {
  test('of a person, the parts of the name, or the address', () => {
    expect(toNamedValues(people, ' Ines Maria Okafor ')).toEqual({
      firstName: 'Ines',
      lastName: 'Maria Okafor',
    });
    expect(toNamedValues(people, 'Ines')).toEqual({ firstName: 'Ines' });
    expect(toNamedValues(people, 'ines@okafor.example')).toEqual({ emails: ['ines@okafor.example'] });
  });

  test('of others, the field by which they are named, if that is a text', () => {
    expect(toNamedValues(deals, 'Spring')).toEqual({ name: 'Spring' });
    expect(toNamedValues(objectOf('rooms', [attribute('floor', { type: 'number' })], 'floor'), '3')).toEqual(
      {},
    );
    expect(toNamedValues(deals, ' ')).toEqual({});
  });
});
