import type { Answer, TestApp } from '../../test/harness.ts';

/** A form with one field of each kind of answer, and a route for each kind of action. */
export function buildForm(pageId: string, fields: object = {}) {
  return {
    name: 'Find the right call',
    headline: 'Tell us about you',
    fields: [
      { inputId: 'name', question: 'Your name', type: 'TEXT_INPUT' },
      { inputId: 'email', question: 'Email', type: 'EMAIL_INPUT', isRequired: true },
      { inputId: 'seats', question: 'How many people?', type: 'NUMBER_INPUT' },
      {
        inputId: 'topics',
        question: 'Topics',
        type: 'CHECKBOX_INPUT',
        options: ['Plans', 'Permits', 'Costs'],
      },
      { inputId: 'about', question: 'What is it about?', type: 'MULTILINE_INPUT' },
    ],
    routes: [
      {
        match: 'any',
        conditions: [{ inputId: 'topics', operator: 'contains', value: 'Permits' }],
        action: { type: 'CUSTOM_URL', url: 'https://juniper.example/permits' },
      },
      {
        match: 'all',
        conditions: [
          { inputId: 'seats', operator: 'gt', value: 2 },
          { inputId: 'email', operator: 'contains', value: '@okafor' },
        ],
        action: { type: 'EVENT_TYPE', eventTypeUuid: pageId },
      },
    ],
    fallback: { type: 'MESSAGE', headline: 'Thank you. We’ll get back to you.' },
    ...fields,
  };
}

export async function createForm(app: TestApp, body: object, token?: string) {
  const answer = await app.post('/routing-forms', body, token === undefined ? {} : { token });
  if (answer.status !== 201) throw new Error(`No form: ${JSON.stringify(answer.body)}`);
  return answer.body.resource;
}

export function submitAnswers(
  app: TestApp,
  slug: string,
  answers: object,
  more: object = {},
): Promise<Answer> {
  return app.post(`/public/forms/${slug}/submissions`, { answers, ...more }, { token: null });
}
