import { expect, test } from 'vitest';
import { placeErrors, readAnswers } from './answers.rules.ts';

const ask = (id: number, question: string, isActive = true) => ({
  ...{ id, question, isActive, type: 'TEXT_INPUT' as const, isRequired: true, options: null },
});
const page = { inviteeQuestions: [ask(7, 'Old', false), ask(8, 'Why?'), ask(9, 'Which?')] } as never;

test('every active question is sent, also without an answer, so that an error of the API is about its place', () => {
  const values = new FormData();
  values.append('question_answers.1', 'Red');
  values.append('question_answers.1', 'Blue');
  expect(readAnswers(page, values)).toEqual([
    { question_id: 8, answer: '' },
    { question_id: 9, answer: 'Red, Blue' },
  ]);
});

test('a missing answer is said at its question, and other errors stay where they are', () => {
  const errors = { name: ['Must not be empty.'], question_answers: ['Answer “Which?”.'] };
  expect(placeErrors(page, errors)).toEqual({
    name: ['Must not be empty.'],
    'question_answers.1': ['Answer “Which?”.'],
  });
  expect(placeErrors(undefined, errors)).toBe(errors);
});
