import { expect, test } from 'vitest';
import { numberIn, parsePageSearch, pathOf } from './rules.ts';

test('the address of the list keeps whose pages it shows, and drops the rest', () => {
  expect(parsePageSearch({ user: 'aiko-tanaka', more: 1 })).toEqual({ user: 'aiko-tanaka' });
  expect(parsePageSearch({ user: 7 })).toEqual({});
});

test('a page opens on the host of the dashboard', () => {
  expect(pathOf('https://meet.example/mara-lindqvist/intro-call')).toBe('/mara-lindqvist/intro-call');
});

test('what is no whole number is not sent as one', () => {
  expect(numberIn(' 30 ')).toBe(30);
  for (const text of ['', '3.5', '-1', 'ten']) expect(numberIn(text)).toBeNaN();
});
