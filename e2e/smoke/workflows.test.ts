import { expect, test } from 'vitest';
import { createPage } from '../../server/test/booking.ts';
import { isClean, useDashboard } from '../dashboard/dashboard.ts';

const { app, openSignedIn } = useDashboard();

test('a workflow is made, refused at its fields, previewed and saved', { timeout: 60_000 }, async () => {
  const shown = await createPage(app, { title: 'Flow talk' });
  const page = await openSignedIn('/app/workflows');
  await page.getByRole('link', { name: 'Reminders' }).waitFor();
  await isClean(page, 'workflows');
  await page.getByRole('button', { name: 'New workflow' }).click();
  await page.getByRole('heading', { name: 'New workflow', level: 1 }).waitFor();

  await page.getByLabel('Name', { exact: true }).fill('Before we meet');
  await page.getByLabel('Trigger').selectOption('Before an event');
  await page.getByLabel('Time', { exact: true }).fill('30 min');
  await page.getByRole('button', { name: 'Add condition' }).click();
  const condition = page.getByRole('group', { name: 'Condition 1' });
  await condition.getByLabel('Property').selectOption('Booking page');
  await condition.getByRole('checkbox', { name: 'Flow talk' }).check();
  const step = page.getByRole('group', { name: 'Step 1' });
  await step.getByLabel('Text', { exact: true }).selectOption('Custom');
  await step.getByLabel('Subject').fill('Soon: {{event.titel}}');
  await step.getByLabel('Message').fill('Hello {{person.firstName}}.');
  await page.getByText('Unsaved changes').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Unknown variable {{event.titel}}.').waitFor();
  await isClean(page, 'workflow refused');
  await step.getByLabel('Subject').fill('Soon: {{event.title}}');
  await step.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('dialog', { name: 'Soon: Intro call' }).getByText('Hello Ines.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('switch', { name: /^Active/ }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await page.getByRole('heading', { name: 'Before we meet', level: 1 }).waitFor();
  const { collection } = (await app.get('/workflows')).body;
  expect(collection.find(({ name }: { name: string }) => name === 'Before we meet')).toMatchObject({
    isActive: true,
    version: 2,
    trigger: { on: 'before', minutes: 30 },
    conditions: [{ about: 'page', operator: 'is', pages: [shown.uuid] }],
    steps: [{ kind: 'mail', texts: { en: { subject: 'Soon: {{event.title}}' } } }],
  });
});
