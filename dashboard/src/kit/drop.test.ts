import { expect, test } from 'vitest';
import { findDropProblem } from './drop.rules.ts';

const csv = { name: 'People.CSV', type: 'text/csv' };
const picture = { name: 'logo.png', type: 'image/png' };

test('a file is taken by its ending or its type, and everything where nothing is said', () => {
  expect(findDropProblem([csv], { accept: '.csv,.tsv' })).toBeUndefined();
  expect(findDropProblem([picture], { accept: 'image/jpeg, image/png' })).toBeUndefined();
  expect(findDropProblem([csv, picture], {})).toBeUndefined();
});

test('files of another type are refused, and more than one where there is room for one', () => {
  expect(findDropProblem([picture], { accept: '.csv,.tsv' })).toBe('type');
  expect(findDropProblem([csv, picture], { accept: '.csv' })).toBe('type');
  expect(findDropProblem([{ name: 'png', type: '' }], { accept: 'image/png,.png' })).toBe('type');
  expect(findDropProblem([csv, csv], { accept: '.csv', isSingle: true })).toBe('many');
});
