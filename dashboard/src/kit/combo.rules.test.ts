import { expect, test } from 'vitest';
import { moveOption, searchChoices } from './combo.rules.ts';

const users = [
  { value: 'tomas@juniper.example', label: 'Tomás Rivera' },
  { value: 'mara@juniper.example', label: 'Mara Lindqvist' },
  { value: 'emara@juniper.example', label: 'Emara Obi' },
  { value: 'rita@juniper.example', label: 'Rita Martens', detail: 'Sales' },
];

const search = (text: string) => searchChoices(users, text).map(({ label }) => label);

test('choices are found by the beginning of words first, in any case and without accents', () => {
  expect(search('mar')).toEqual(['Mara Lindqvist', 'Rita Martens', 'Emara Obi']);
  expect(search('TOMAS')).toEqual(['Tomás Rivera']);
  expect(search('riv tom')).toEqual(['Tomás Rivera']);
  expect(search('sales')).toEqual(['Rita Martens']);
  expect(search('nobody')).toEqual([]);
  expect(search(' ')).toHaveLength(4);
});

test('arrows go round the list, pages stop at its ends, and other keys belong to the text', () => {
  const move = (key: string, active: number, count = 20) => moveOption({ key }, active, count);
  expect([move('ArrowDown', -1), move('ArrowDown', 19), move('ArrowUp', 0), move('ArrowUp', -1)]).toEqual([
    0, 0, 19, 19,
  ]);
  expect([move('PageDown', 15), move('PageUp', 3)]).toEqual([19, 0]);
  expect([move('Home', 3), move('a', 3), move('PageDown', 0, 0)]).toEqual([undefined, undefined, undefined]);
});
