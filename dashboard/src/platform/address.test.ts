import { expect, test } from 'vitest';
import { readDate, findListPath } from './address.ts';

test('a page leads back to the list in which it stands', () => {
  const known = ['/', '/forms', '/forms/$uuid', '/calls', '/calls/$agentUuid/$id', '/records/$objectSlug'];
  expect(findListPath('/forms/$uuid/try', known)).toBe('/forms');
  expect(findListPath('/calls/$agentUuid/$id', known)).toBe('/calls');
  expect(findListPath('/records/$objectSlug/$recordId', known)).toBe('/records/$objectSlug');
  expect(findListPath('/insights', known)).toBeUndefined();
});

test('what is no date is left out of an address', () => {
  expect(['2026-11-16', '2026-99-99', 'abc', 20_261_116].map(readDate)).toEqual([
    '2026-11-16',
    undefined,
    undefined,
    undefined,
  ]);
});
