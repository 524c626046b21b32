import { describe, expect, test } from 'vitest';
import {
  escapeJson,
  renderTemplate,
  renderForm,
  parseRetryAfterMinutes,
  listUnknownVariables,
  formatValue,
  findUnmetCondition,
  type Condition,
} from './rules.ts';

describe('templates', () => {
  test('variables are replaced, with or without spaces, and nothing else is', () => {
    const valueOf = (name: string) => ({ a: '1', b: '{{a}}' })[name] ?? '';
    expect(renderTemplate('{{a}} {{ b }} {a} {{c}}!', valueOf)).toBe('1 {{a}} {a} !');
  });

  test('a value inside JSON stays a text', () => {
    const body = renderTemplate('{"to": "{{name}}"}', () => 'Ann "the\nboss"\\', escapeJson);
    expect(JSON.parse(body)).toEqual({ to: 'Ann "the\nboss"\\' });
  });

  test('a value inside a form stays one field', () => {
    const body = renderForm('to = {{phone}}\n\ntext=Hi {{name}} = you\n', (name) =>
      name === 'phone' ? '+49 30&to=1' : 'Ann\nLee',
    );
    expect([...new URLSearchParams(body)]).toEqual([
      ['to', '+49 30&to=1'],
      ['text', 'Hi Ann\nLee = you'],
    ]);
  });

  test('unknown variables are named, by what starts the workflow', () => {
    const attributes = new Set(['stage']);
    const text = '{{person.name}} {{event.start}} {{record.stage}} {{record.other}} {{}}';
    expect(listUnknownVariables(text, 'booked', attributes)).toEqual(['{{record.other}}', '{{}}']);
    expect(listUnknownVariables(text, 'record_changed', attributes)).toEqual([
      '{{event.start}}',
      '{{record.other}}',
      '{{}}',
    ]);
  });
});

describe('conditions', () => {
  const subject = {
    pageId: 'p1',
    hostIds: ['h1', 'h2'],
    answers: [{ question: 'Budget?', answer: ' Large ' }],
    record: { stage: 'Won', note: '' },
  };
  const fits = (condition: Condition) => findUnmetCondition([condition], subject) === undefined;

  test.each<[Condition, boolean]>([
    [{ about: 'page', operator: 'is', pages: ['P1'] }, true],
    [{ about: 'page', operator: 'is_not', pages: ['p1'] }, false],
    [{ about: 'host', operator: 'is', users: ['h2', 'h3'] }, true],
    [{ about: 'host', operator: 'is_not', users: ['h3'] }, true],
    [{ about: 'answer', question: 'budget?', operator: 'is', value: 'large' }, true],
    [{ about: 'answer', question: 'Other?', operator: 'is_empty' }, true],
    [{ about: 'record', attribute: 'stage', operator: 'contains', value: 'wo' }, true],
    [{ about: 'record', attribute: 'stage', operator: 'is_not', value: 'won' }, false],
    [{ about: 'record', attribute: 'note', operator: 'is_not_empty' }, false],
  ])('%o: %s', (condition, expected) => {
    expect(fits(condition)).toBe(expected);
  });

  test('all must hold, and the first that does not is named', () => {
    const conditions: Condition[] = [
      { about: 'page', operator: 'is', pages: ['p1'] },
      { about: 'record', attribute: 'stage', operator: 'is', value: 'Lost' },
      { about: 'host', operator: 'is', users: [] },
    ];
    expect(findUnmetCondition(conditions, subject)).toBe('The value of stage doesn’t match.');
    expect(findUnmetCondition(conditions.slice(0, 1), subject)).toBeUndefined();
    expect(findUnmetCondition(conditions.slice(1, 2), { ...subject, record: null })).toBeDefined();
  });
});

test('values of records are text: options by their value, lists with commas', () => {
  const values = [null, 3, true, 'a', ['a', 'b'], { id: 1, value: 'Won', color: 'green' }, [{ value: 'x' }]];
  expect(values.map(formatValue)).toEqual(['', '3', 'true', 'a', 'a, b', 'Won', 'x']);
});

test('requests are tried again for a day, but not when they are refused', () => {
  expect([null, 500, 503, 408, 429].map((status) => parseRetryAfterMinutes(status, 1))).toEqual([
    1, 1, 1, 1, 1,
  ]);
  expect([400, 401, 404, 410].map((status) => parseRetryAfterMinutes(status, 1))).toEqual(
    Array.from({ length: 4 }, () => undefined),
  );
  const minutes = Array.from({ length: 7 }, (_, index) => parseRetryAfterMinutes(500, index + 1));
  expect(minutes).toEqual([1, 5, 30, 120, 360, 720, undefined]);
});
