import { expect, test } from 'vitest';
import type { Attribute } from './rules.ts';
import { findValueFault, formatRefusal } from './value.rules.ts';

const attribute = (type: Attribute['type'], more: Partial<Attribute> = {}) =>
  ({ key: 'x', label: 'X', type, isRequired: false, ...more }) as Attribute;

test('a value that can’t be right is known before it is sent', () => {
  const faults: [Attribute, right: unknown, wrong: unknown, fault: string][] = [
    [attribute('text', { isRequired: true }), 'a', null, 'required'],
    [attribute('text', { isRequired: true }), ['a'], [], 'required'],
    [attribute('currency'), 12.5, 'a lot', 'number'],
    [attribute('rating'), 5, 6, 'rating'],
    [attribute('phone_number'), '+49 (30) 1234-567', '030 1234567', 'phone'],
    [attribute('text', { validation: 'email' }), ['a@b.example'], ['a@b.example', 'nomail'], 'email'],
    [attribute('text', { validation: 'url' }), 'https://a.example', 'a.example', 'url'],
  ];
  for (const [of, right, wrong, fault] of faults) {
    expect(findValueFault(of, right)).toBeUndefined();
    expect(findValueFault(of, wrong)).toBe(fault);
  }
  expect(findValueFault(attribute('currency'), null)).toBeUndefined();
});

test('a refusal of the server names the field as the reader knows it', () => {
  const emails = { key: 'emails', label: 'Email addresses' };
  expect(formatRefusal(emails, 'emails must be a list in which item 1 must be a valid email address.')).toBe(
    'Email addresses must be a valid email address.',
  );
  expect(formatRefusal(emails, 'Another record has this value.')).toBe('Another record has this value.');
});
