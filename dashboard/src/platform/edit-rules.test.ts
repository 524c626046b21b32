import { expect, test } from 'vitest';
import { EditConflict, mergeEdit } from './edit-rules.ts';

const begun = { title: 'Intro', slug: 'intro', hosts: [{ email: 'a@x.example' }], note: null };

test('fields that nobody else changed are sent', () => {
  expect(mergeEdit({ begun, theirs: begun }, { title: 'Call' })).toEqual({ title: 'Call' });
});

test('fields that only others changed are not sent, so that they stay as others saved them', () => {
  const theirs = { ...begun, slug: 'theirs' };
  expect(mergeEdit({ begun, theirs }, { title: 'Call', slug: 'intro' })).toEqual({ title: 'Call' });
});

test('a field that both changed is a conflict that names it', () => {
  const theirs = { ...begun, title: 'Theirs', slug: 'theirs' };
  const merge = () => mergeEdit({ begun, theirs }, { title: 'Mine', slug: 'intro' });
  expect(merge).toThrow(EditConflict);
  expect(merge).toThrow(expect.objectContaining({ fields: ['title'], theirs }));
});

test('both changing a field to the same value is no conflict', () => {
  const theirs = { ...begun, title: 'Same' };
  expect(mergeEdit({ begun, theirs }, { title: 'Same' })).toEqual({ title: 'Same' });
});

test('the order of keys and what is left out make no difference', () => {
  const theirs = { slug: 'intro', title: 'Intro', hosts: [{ name: null, email: 'a@x.example' }] };
  const body = { hosts: [{ email: 'b@x.example' }] };
  expect(mergeEdit({ begun, theirs }, body)).toEqual(body);
});
