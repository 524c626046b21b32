import { expect, test } from 'vitest';
import { findMatches, fold } from './command-search.ts';

const items = (...labels: string[]) => labels.map((label) => ({ label }));
const find = (labels: readonly string[], text: string): string[] =>
  findMatches(items(...labels), text).map(({ item }) => item.label);

test('“book” finds the command before the area whose name begins so', () => {
  expect(find(['Booking pages', 'New booking page', 'Book for someone', 'Events'], 'book')).toEqual([
    'Book for someone',
    'Booking pages',
    'New booking page',
  ]);
});

test('the beginning of a label comes before that of a word, any place, and the area', () => {
  const found = findMatches(
    [{ label: 'New', also: 'page' }, { label: 'Homepage' }, { label: 'Copy the page' }, { label: 'Pages' }],
    'page',
  );
  expect(found.map(({ item }) => item.label)).toEqual(['Pages', 'Copy the page', 'Homepage', 'New']);
  expect(found.every(({ isGuess }) => !isGuess)).toBe(true);
});

test('synonyms count as much as words of the label, before a part of another label', () => {
  const synonyms = (item: { label: string }): string =>
    item.label === 'Book for someone' ? 'schedule appointment' : '';
  const found = findMatches(items('Reschedule rules', 'Book for someone'), 'schedule', synonyms);
  expect(found.map(({ item }) => item.label)).toEqual(['Book for someone', 'Reschedule rules']);
});

test('words match in any order by their beginnings, without case and accents', () => {
  expect(find(['Copy my link'], 'link COPY')).toEqual(['Copy my link']);
  expect(find(['Verfügbarkeit'], 'verfug')).toEqual(['Verfügbarkeit']);
  expect(find(['Éditer'], 'edi')).toEqual(['Éditer']);
  expect(find(['المواعيد'], 'المو')).toEqual(['المواعيد']);
});

test('a typing error is forgiven, as a guess; two are not, and neither is a wrong first letter', () => {
  for (const typed of ['avialability', 'avilab', 'availabiliti', 'availlab']) {
    const [match] = findMatches(items('Availability', 'Insights'), typed);
    expect(match, typed).toMatchObject({ item: { label: 'Availability' }, isGuess: true });
  }
  expect(find(['Availability'], 'evail')).toEqual([]);
  expect(find(['Availability'], 'avlbility')).toEqual([]);
  expect(find(['Mara Lindqvist'], 'marx')).toEqual(['Mara Lindqvist']);
  expect(find(['Tasks', 'Teams'], 'tx')).toEqual([]);
});

test('nothing typed finds nothing', () => {
  expect(find(['Home'], '  ')).toEqual([]);
  expect(find(['Home'], '?')).toEqual([]);
  expect(fold('  Ünï ')).toBe('uni');
});
