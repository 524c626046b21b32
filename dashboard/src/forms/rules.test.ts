import { describe, expect, test } from 'vitest';
import {
  readAnswers,
  toBody,
  toDraft,
  isSameDraft,
  isUsed,
  createField,
  createRoute,
  listOperators,
  formatSnippet,
  type RoutingForm,
} from './rules.ts';

const form: RoutingForm = {
  uri: 'https://daybook.example/v2/routing-forms/1',
  uuid: '1',
  name: 'Find the right call',
  slug: 'find-the-right-call',
  routingFormUrl: 'https://daybook.example/form/find-the-right-call',
  headline: null,
  isActive: true,
  fields: [
    { inputId: 'seats', question: 'Seats', type: 'NUMBER_INPUT', isRequired: true, options: null, order: 1 },
    {
      inputId: 'topics',
      question: 'Topics',
      type: 'CHECKBOX_INPUT',
      isRequired: false,
      options: ['Sales', 'Other'],
      order: 2,
    },
  ],
  routes: [
    {
      match: 'all',
      conditions: [
        { inputId: 'seats', operator: 'gt', value: 20 },
        { inputId: 'topics', operator: 'in', value: ['Sales', 'Other'] },
        { inputId: 'seats', operator: 'is_not_empty' },
      ],
      action: { type: 'CUSTOM_URL', url: 'https://juniper.example/large' },
    },
  ],
  fallback: { type: 'MESSAGE', headline: 'Thank you.' },
  createdAt: '2027-01-01T00:00:00.000000Z',
  updatedAt: '2027-01-01T00:00:00.000000Z',
};

describe('a draft', () => {
  test('that nobody changed says what the form says', () => {
    expect(toBody(toDraft(form))).toEqual({
      name: 'Find the right call',
      slug: 'find-the-right-call',
      headline: null,
      isActive: true,
      fields: [
        { inputId: 'seats', question: 'Seats', type: 'NUMBER_INPUT', isRequired: true, options: null },
        {
          inputId: 'topics',
          question: 'Topics',
          type: 'CHECKBOX_INPUT',
          isRequired: false,
          options: ['Sales', 'Other'],
        },
      ],
      routes: [
        {
          match: 'all',
          conditions: [
            { inputId: 'seats', operator: 'gt', value: '20' },
            { inputId: 'topics', operator: 'in', value: ['Sales', 'Other'] },
            { inputId: 'seats', operator: 'is_not_empty' },
          ],
          action: { type: 'CUSTOM_URL', url: 'https://juniper.example/large' },
        },
      ],
      fallback: { type: 'MESSAGE', headline: 'Thank you.' },
    });
    expect(isSameDraft(toDraft(form), toDraft(form))).toBe(true);
  });

  test('gives a new question an id that no other has, and a new rule a condition on the first', () => {
    const draft = toDraft(form);
    const first = createField(draft.fields);
    const second = createField([...draft.fields, first]);
    expect(first.inputId).not.toBe(second.inputId);
    expect(createRoute(draft, 'x').conditions).toEqual([{ inputId: 'seats', operator: 'equals', value: '' }]);
  });

  test('knows whether a rule depends on a question', () => {
    expect(isUsed(toDraft(form), 'seats')).toBe(true);
    expect(isUsed(toDraft(form), 'nobody')).toBe(false);
  });
});

test('numbers are compared by size, texts by their letters, choices as a whole', () => {
  expect(listOperators('NUMBER_INPUT')).toContain('gt');
  expect(listOperators('TEXT_INPUT')).toContain('contains');
  expect(listOperators('RADIO_INPUT')).not.toContain('contains');
});

test('a checkbox answers with a list, another question with one text', () => {
  const values = new FormData();
  values.append('answers.topics', 'Sales');
  values.append('answers.topics', 'Other');
  values.append('answers.seats', '4');
  expect(readAnswers(form.fields, values)).toEqual({ seats: '4', topics: ['Sales', 'Other'] });
});

test('the snippet for a site escapes the name of the form', () => {
  expect(formatSnippet(form.routingFormUrl, 'Calls & "more"')).toBe(
    '<script src="https://daybook.example/embed.js"></script>\n<div data-daybook-inline="https://daybook.example/form/find-the-right-call" data-daybook-title="Calls &amp; &quot;more&quot;"></div>',
  );
});
