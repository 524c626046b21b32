import { expect, test } from 'vitest';
import { createPage } from '../../server/test/booking.ts';
import { useSite, listViolations } from '../site.ts';

/** Routing forms: questions, then a booking page, another site or a message. */

const site = useSite();
const { app } = site;

async function makeForm(): Promise<string> {
  const page = await createPage(app, {
    title: 'Routed',
    inviteeQuestions: [{ question: 'How many people?' }],
  });
  const { status, body } = await app.post('/routing-forms', {
    name: 'Find the right call',
    headline: 'What brings you here?',
    fields: [
      { inputId: 'name', question: 'Your name', isRequired: true },
      { inputId: 'email', question: 'Your address', type: 'EMAIL_INPUT', isRequired: true },
      { inputId: 'people', question: 'How many people?', type: 'NUMBER_INPUT', isRequired: true },
      {
        inputId: 'topic',
        question: 'Topic',
        type: 'RADIO_INPUT',
        options: ['Sales', 'Other'],
        isRequired: true,
      },
    ],
    routes: [
      {
        conditions: [{ inputId: 'people', operator: 'gt', value: 20 }],
        action: { type: 'CUSTOM_URL', url: 'https://juniper.example/large' },
      },
      {
        conditions: [{ inputId: 'topic', operator: 'equals', value: 'Sales' }],
        action: { type: 'EVENT_TYPE', eventTypeUuid: page.uuid },
      },
    ],
    fallback: { type: 'MESSAGE', headline: 'Thank you. We’ll get back to you.' },
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.resource.uuid;
}

test('answers route to a prefilled booking page, another site or a message; utm and click ids are stored', async () => {
  const uuid = await makeForm();
  const { body } = await app.get(`/routing-forms/${uuid}`);
  const path = new URL(body.resource.routingFormUrl as string).pathname;
  const answer = async (people: string, topic: string) => {
    const page = await site.open(`${path}?utm_source=letter&gclid=abc`, { javaScriptEnabled: false });
    await page.getByLabel('Your name').fill('Ines Okafor');
    await page.getByLabel('Your address').fill('ines@okafor.example');
    await page.getByLabel('How many people?').fill(people);
    await page.getByLabel(topic, { exact: true }).check();
    return page;
  };
  const routed = await answer('4', 'Sales');
  await routed.getByRole('button', { name: 'Continue' }).click();
  await routed.getByRole('heading', { name: 'Routed' }).waitFor();
  await routed.getByRole('link', { name: '09:00', exact: true }).click();
  expect(await routed.getByLabel('Your name').inputValue()).toBe('Ines Okafor');
  expect(await routed.getByLabel('How many people?').inputValue()).toBe('4');
  expect(routed.url()).toContain('utm_source=letter');

  const message = await answer('4', 'Other');
  await message.getByRole('button', { name: 'Continue' }).click();
  await message.getByRole('heading', { name: 'Thank you. We’ll get back to you.' }).waitFor();

  const elsewhere = await answer('40', 'Other');
  await elsewhere
    .context()
    .route('https://juniper.example/**', (route) => route.fulfill({ body: 'Large groups' }));
  await elsewhere.getByRole('button', { name: 'Continue' }).click();
  await elsewhere.waitForURL('https://juniper.example/large');

  const wrong = await answer('many', 'Other');
  await wrong.getByRole('button', { name: 'Continue' }).click();
  await wrong.getByText('Please check this value.').waitFor();
  expect(await wrong.getByLabel('Your name').inputValue()).toBe('Ines Okafor');

  const list = await app.get(`/routing-forms/${uuid}/submissions`);
  expect(list.body.collection).toHaveLength(3);
  expect(list.body.collection[0]).toMatchObject({ utmSource: 'letter', adAttribution: { gclid: 'abc' } });
  const checked = await site.open(path);
  expect(await listViolations(checked)).toEqual([]);
  const missing = await site.open('/forms/nothing');
  await missing.getByRole('heading', { name: 'Form not found' }).waitFor();
}, 60_000);
