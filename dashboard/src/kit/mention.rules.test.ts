import { describe, expect, test } from 'vitest';
import { findMentionable, findMentionQuery } from './mention.rules.ts';

describe('what is typed after an @', () => {
  test.each([
    ['@', ''],
    ['Ask @ma', 'ma'],
    ['(@Zoë', 'Zoë'],
    ['@mara li', 'mara li'],
    ['\uFFFC@a', 'a'],
  ])('%j is %j', (text, query) => expect(findMentionQuery(text)).toBe(query));

  test.each(['mara@juniper.example', 'Ask mara', '@mara lindqvist about', '@@', ''])(
    '%j mentions nobody',
    (text) => expect(findMentionQuery(text)).toBeUndefined(),
  );
});

describe('whom it may mean', () => {
  const users = ['Mara Lindqvist', 'Tomás Lima', 'Aiko Tanaka', 'Lina Okafor'].map((name) => ({
    uuid: name,
    name,
  }));
  const find = (query: string) => findMentionable(users, query).map(({ name }) => name);

  test('first names come before last names, without case and accents', () => {
    expect(find('li')).toEqual(['Lina Okafor', 'Mara Lindqvist', 'Tomás Lima']);
    expect(find('tomas')).toEqual(['Tomás Lima']);
    expect(find('mara li')).toEqual(['Mara Lindqvist']);
    expect(find('x')).toEqual([]);
    expect(find('')).toHaveLength(4);
  });
});
