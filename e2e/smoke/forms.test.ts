import { expect, test } from 'vitest';
import { createPage } from '../../server/test/booking.ts';
import { getFocusedName } from '../site.ts';
import { chooseOption, isClean, useDashboard } from '../dashboard/dashboard.ts';

const site = useDashboard();
const { app, openSignedIn } = site;

test('a form is made, built with questions and rules, refused at its fields, tried, submitted and read', async () => {
  await createPage(app, { title: 'Shop talk' });
  const page = await openSignedIn('/app/forms');
  await page.getByRole('link', { name: 'New form' }).click();
  const maker = page.getByRole('complementary', { name: 'New form' });
  await maker.getByRole('button', { name: 'Create form' }).click();
  await expect.poll(() => maker.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
  await isClean(page, 'forms');
  await maker.getByLabel('Name').fill('Which talk');
  await maker.getByRole('button', { name: 'Create form' }).click();
  await page.getByRole('heading', { name: 'Which talk', level: 1 }).waitFor();

  await page.getByRole('button', { name: 'Add question' }).click();
  await page.getByLabel('Answer type').nth(1).selectOption('Single choice');
  await page.getByLabel('Choices, one per line').fill('A shop\nA house');
  await page.getByRole('button', { name: 'Add rule' }).click();
  const rule = page.getByRole('group', { name: 'Rule 1' });
  await rule.getByLabel('Answer to').selectOption('Question 2');
  await rule.getByLabel('Value').selectOption('A shop');
  await page.getByText('Unsaved changes').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => page.getByLabel('Question 2', { exact: true }).getAttribute('aria-invalid'))
    .toBe('true');
  expect(await rule.getByLabel('Page').getAttribute('aria-invalid')).toBe('true');
  await isClean(page, 'form refused');
  await page.getByLabel('Question 2', { exact: true }).fill('What is it about?');
  await chooseOption(rule.getByLabel('Page'), 'Shop talk');
  await page.getByRole('button', { name: 'Reorder What is it about?' }).focus();
  for (const key of ['Space', 'ArrowUp', 'Space']) await page.keyboard.press(key);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await isClean(page, 'form');
  const { body } = await app.get('/routing-forms');
  const form = body.collection.find(({ name }: { name: string }) => name === 'Which talk');
  expect(form.fields.map(({ question }: { question: string }) => question)).toEqual([
    'What is it about?',
    'Your email address',
  ]);

  await page.getByRole('link', { name: 'Test', exact: true }).click();
  await page.getByRole('button', { name: 'Test routing' }).click();
  await page.getByText('This field is required.').waitFor();
  await page.getByLabel('Your email address').fill('ines@okafor.example');
  await page.getByLabel('What is it about?').selectOption('A shop');
  await page.getByRole('button', { name: 'Test routing' }).click();
  await page.getByRole('status').getByText('Shop talk').waitFor();
  await isClean(page, 'form tried');
  await page.getByLabel('What is it about?').selectOption('A house');
  await page.getByRole('button', { name: 'Test routing' }).click();
  await page.getByText('Thank you. We’ll get back to you.').waitFor();
  expect((await app.get(`/routing-forms/${form.uuid}/submissions`)).body.collection).toEqual([]);

  const [subject, email] = form.fields as { inputId: string }[];
  const sent = await app.post(`/public/forms/${form.slug}/submissions`, {
    answers: { [subject?.inputId ?? '']: 'A shop', [email?.inputId ?? '']: 'otto@brandt.example' },
    utm: { utm_source: 'letter' },
  });
  expect(sent.status, JSON.stringify(sent.body)).toBe(201);
  await page.getByRole('link', { name: 'Submissions' }).click();
  await page.getByRole('link', { name: 'A shop, otto@brandt.example' }).click();
  const panel = page.getByRole('complementary', { name: 'Submission' });
  await panel.getByText('letter').waitFor();
  await isClean(page, 'submission');
  await panel.getByRole('link', { name: 'Close' }).click();
  await expect.poll(() => getFocusedName(page)).toBe('A shop, otto@brandt.example');

  await page.getByRole('link', { name: 'Share' }).click();
  await page.getByText('data-daybook-inline').waitFor();
  await isClean(page, 'form shared');
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Delete form' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete form' }).click();
  await page.getByText('Form deleted.').waitFor();
}, 240_000);
