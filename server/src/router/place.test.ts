import { expect, test } from 'vitest';
import { choosePlace } from './place.ts';

const cell = (name: string, spare: number, region = 'eu', isOpen = true) => ({
  name,
  url: `http://${name}`,
  isOpen,
  region,
  spare,
});
const names = (cells: Parameters<typeof choosePlace>[0], region?: string) =>
  Array.from({ length: 100 }, (_, n) => choosePlace(cells, region, () => n / 100)?.name);
const count = (found: readonly unknown[], name: string) => found.filter((each) => each === name).length;

test('new workspaces are shared out by what cells have to spare', () => {
  const found = names([cell('a', 750), cell('b', 250), cell('full', -10)]);
  expect([count(found, 'a'), count(found, 'b'), count(found, 'full')]).toEqual([75, 25, 0]);
});

test('a closed cell and one of another region get none', () => {
  const cells = [cell('a', 10), cell('closed', 900, 'eu', false), cell('us', 900, 'us')];
  expect(new Set(names(cells, 'eu'))).toEqual(new Set(['a']));
  expect(new Set(names(cells, 'asia'))).toEqual(new Set([undefined]));
  expect(new Set(names(cells))).toEqual(new Set(['a', 'us']));
});

test('if all cells are full, people can still sign up', () => {
  expect(new Set(names([cell('a', 0), cell('b', -5)]))).toEqual(new Set(['a', 'b']));
});
