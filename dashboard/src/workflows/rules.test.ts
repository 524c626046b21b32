import { expect, test } from 'vitest';
import {
  toBody,
  toDraft,
  createStep,
  parseHeaders,
  parseValues,
  formatValueLines,
  setStepText,
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
  const { steps, conditions } = toBody(toDraft(workflow));
  expect(conditions).toEqual(workflow.conditions);
  expect(steps).toEqual([
    { id: 'abcdefghij', kind: 'http', url: 'https://a.example', body: null },
    { id: 'bbcdefghij', kind: 'record', values: { stage: 'Won', score: 3 } },
  ]);
  const draft = toDraft(workflow);
  const item = { ...createStep('http', '1'), headers: 'X-Key: a:b\n' };
  expect(toBody({ ...draft, steps: [{ key: '1', item }] }).steps[0]).toEqual({
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
  expect(formatValueLines({ stage: 'Won', score: 3 })).toBe('stage = Won\nscore = 3');
  expect(parseHeaders('A: b')).toEqual({ A: 'b' });
});

test('a language whose text is emptied is left out', () => {
  const texts = setStepText({ en: { subject: 'a', body: 'b' } }, 'de', { subject: 'c' });
  expect(texts).toEqual({ en: { subject: 'a', body: 'b' }, de: { subject: 'c', body: '' } });
  expect(setStepText(texts, 'de', { subject: '' })).toEqual({ en: { subject: 'a', body: 'b' } });
});
