import { expect, test } from 'vitest';
import {
  bodyOf,
  draftOf,
  newStep,
  parseHeaders,
  parseValues,
  valueLines,
  withText,
  type Workflow,
} from './rules.ts';

const workflow: Workflow = {
  ...{ uuid: 'u', name: 'A', standard: null, isActive: true, version: 1, createdAt: '', updatedAt: '' },
  trigger: { on: 'booked' },
  conditions: [{ about: 'answer', question: 'Q', operator: 'is', value: 'x' }],
  steps: [
    { id: 'abcdefghij', kind: 'http', url: 'https://a.example', body: null, headerNames: ['Authorization'] },
    { id: 'bbcdefghij', kind: 'record', values: { stage: 'Won', score: 3 } },
  ],
};

test('what is read can be sent back: headers stay unless others are typed', () => {
  const { steps, conditions } = bodyOf(draftOf(workflow));
  expect(conditions).toEqual(workflow.conditions);
  expect(steps).toEqual([
    { id: 'abcdefghij', kind: 'http', url: 'https://a.example', body: null },
    { id: 'bbcdefghij', kind: 'record', values: { stage: 'Won', score: 3 } },
  ]);
  const draft = draftOf(workflow);
  const item = { ...newStep('http', '1'), headers: 'X-Key: a:b\n' };
  expect(bodyOf({ ...draft, steps: [{ key: '1', item }] }).steps[0]).toEqual({
    ...{ kind: 'http', url: '', body: null, format: 'json' },
    headers: { 'X-Key': 'a:b' },
  });
});

test('lines of values and headers', () => {
  expect(parseValues('stage = Won\n\nscore=3\ntags = ["a"]')).toEqual({
    stage: 'Won',
    score: 3,
    tags: ['a'],
  });
  expect(valueLines({ stage: 'Won', score: 3 })).toBe('stage = Won\nscore = 3');
  expect(parseHeaders('A: b')).toEqual({ A: 'b' });
});

test('a language whose text is emptied is left out', () => {
  const texts = withText({ en: { subject: 'a', body: 'b' } }, 'de', { subject: 'c' });
  expect(texts).toEqual({ en: { subject: 'a', body: 'b' }, de: { subject: 'c', body: '' } });
  expect(withText(texts, 'de', { subject: '' })).toEqual({ en: { subject: 'a', body: 'b' } });
});
