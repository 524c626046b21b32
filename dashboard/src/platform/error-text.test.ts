import { ApiError } from '@daybook/client';
import { beforeAll, expect, test } from 'vitest';
import { formatError } from './error-text.ts';
import { en } from './words/en.ts';
import { registerWords } from './words/words.ts';

// Tests share what they import, and others speak other languages.
beforeAll(() => registerWords(en));

test('only a request without an answer is called a lack of connection', () => {
  for (const text of ['Failed to fetch', 'NetworkError when attempting to fetch resource.', 'Load failed'])
    expect(formatError(new TypeError(text))).toBe(en.errors.noConnection);
  for (const error of [new RangeError('Invalid time value'), new TypeError('x is undefined'), 'text'])
    expect(formatError(error)).toBe(en.errors.unexpected);
});

test('a refusal is said by its fields, by its sentence, or as what is no longer there', () => {
  const refusal = (status: number, body: object) => formatError(new ApiError(status, body, undefined));
  expect(refusal(422, { message: 'Wrong.', errors: { a: ['One.'], b: ['Two.'] } })).toBe('One. Two.');
  expect(refusal(409, { message: 'This time is no longer available.' })).toBe(
    'This time is no longer available.',
  );
  expect(refusal(404, { message: 'Event type not found.' })).toBe(en.errors.gone);
});
