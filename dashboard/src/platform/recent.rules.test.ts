import { expect, test } from 'vitest';
import { addRecent, maxRecent, parseRecent, type RecentPage } from './recent.rules.ts';

const page = (id: string, title = id): RecentPage => ({ kind: 'page', id, title });

test('the latest comes first, each once and under its latest title, and few are kept', () => {
  const list = ['a', 'b', 'a'].reduce<readonly RecentPage[]>((pages, id) => addRecent(pages, page(id)), []);
  expect(list.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(addRecent(list, page('b', 'renamed'))[0]).toEqual(page('b', 'renamed'));
  const many = Array.from({ length: 20 }, (_, index) => page(String(index)));
  expect(many.reduce<readonly RecentPage[]>(addRecent, [])).toHaveLength(maxRecent);
});

test('what can’t be read is left out', () => {
  const known = { kind: 'record', objectSlug: 'people', id: '1', title: 'Ines' };
  expect(parseRecent(JSON.stringify([known, null, {}, { ...known, objectSlug: 1 }, 'x']))).toEqual([known]);
  for (const text of [null, '', '{', '{}', '3']) expect(parseRecent(text)).toEqual([]);
});
