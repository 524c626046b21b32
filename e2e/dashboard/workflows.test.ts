import { expect, test } from 'vitest';
import { bookPage, createPage } from '../../server/test/booking.ts';
import { phone } from '../site.ts';
import { chooseOption, isClean, useDashboard } from './dashboard.ts';

const { app, openSignedIn } = useDashboard();

test(
  'a workflow is tried, its log shows what is to come, and it is deleted',
  { timeout: 60_000 },
  async () => {
    const { body } = await app.post('/workflows', {
      name: 'Soon after',
      trigger: { on: 'after', minutes: 30 },
      steps: [{ kind: 'mail', to: 'person', template: 'follow_up' }],
    });
    const { uuid } = body.resource;
    const shown = await createPage(app, { title: 'Flow talk' });
    const { body: event } = await bookPage(app, shown, { start: '14:00' });
    const page = await openSignedIn(`/app/workflows/${uuid}?tab=try`);
    await page.getByLabel('Event').fill(event.uuid);
    await page.getByRole('button', { name: 'Run test' }).click();
    await page.getByText('The workflow would run.').waitFor();
    await page.getByText('Thank you for your time: Flow talk').waitFor();
    await isClean(page, 'workflow tried');

    await page.getByRole('link', { name: 'Log' }).click();
    await page.getByText('Pending').waitFor();
    const current = page.getByRole('navigation', { name: 'Soon after' }).locator('[aria-current]');
    expect(await current.allTextContents()).toEqual(['Log']);
    await isClean(page, 'workflow log');

    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByRole('button', { name: 'Delete workflow' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete workflow' }).click();
    await page.getByText('Workflow deleted.').waitFor();
    await page.getByRole('link', { name: 'Follow-up' }).waitFor();
    expect((await app.get(`/workflows/${uuid}`)).status).toBe(404);
  },
);

test(
  'a request with fields of a form and a task are added, refused at their fields and saved, on a phone',
  { timeout: 60_000 },
  async () => {
    const page = await openSignedIn('/app/workflows', phone);
    await page.getByRole('button', { name: 'New workflow' }).click();
    await page.getByRole('heading', { name: 'New workflow', level: 1 }).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Text message');
    await page.getByRole('button', { name: 'Remove step 1' }).click();
    await page.getByRole('button', { name: 'Add HTTP request' }).click();
    const request = page.getByRole('group', { name: 'Step 1' });
    await request.getByLabel('Request URL').fill('https://gateway.example/send');
    await request.getByLabel('Format').selectOption('Form fields');
    await request.getByText('One field per line').waitFor();
    await request.getByLabel('Body').fill('See you soon');
    await page.getByRole('button', { name: 'Add task' }).click();
    const task = page.getByRole('group', { name: 'Step 2' });
    await task.getByLabel('Task').fill('Call {{person.name}}');
    await task.getByLabel('Due after').fill('2');
    await task.getByLabel('Owner').selectOption('A user');
    await page.getByRole('button', { name: 'Save' }).click();
    await request.getByText('Each line must be a field').waitFor();
    await task.getByText('This field is required.').waitFor();
    await isClean(page, 'request and task refused');
    await request.getByLabel('Body').fill('to={{person.phone}}\ntext=See you soon');
    await chooseOption(task.getByLabel('A user'), 'Tomás Rivera');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Text message', level: 1 }).waitFor();
    const { collection } = (await app.get('/workflows')).body;
    expect(collection.find(({ name }: { name: string }) => name === 'Text message').steps).toMatchObject([
      { kind: 'http', format: 'form', body: 'to={{person.phone}}\ntext=See you soon' },
      { kind: 'task', title: 'Call {{person.name}}', dueDays: 2, owner: 'user' },
    ]);
  },
);
