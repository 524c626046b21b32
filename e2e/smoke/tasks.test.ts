import { beforeAll, expect, test } from 'vitest';
import { bookPage, createPage } from '../../server/test/booking.ts';
import { addFilter, chooseOption, isClean, useDashboard } from '../dashboard/dashboard.ts';

const { app, openSignedIn } = useDashboard();

let event: { uuid: string };
let attempts = 0;
/** A name of its own for each attempt, since a failed one leaves its tasks behind. */
const named = (name: string): string => `${name} ${(attempts += 1)}`;

beforeAll(async () => {
  const meeting = await createPage(app, { title: 'Task talk', bookingWindow: { type: 'unlimited' } });
  event = (await bookPage(app, meeting, { date: '2027-06-07', start: '14:00' })).body;
});

test('a task of a record is added and changed', { timeout: 90_000 }, async () => {
  const { person } = (await app.post('/crm/people', { firstName: named('Tove') })).body;
  const page = await openSignedIn(`/app/records/people/${person.id}`);
  await page.getByRole('button', { name: 'Tasks', exact: true }).click();
  await page.getByText('No tasks').waitFor();
  await page.getByRole('button', { name: 'New task' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add task' }).click();
  await dialog.getByText('Must not be empty.').first().waitFor();
  await isClean(page, 'new task refused');
  await dialog.getByLabel('Task').fill('Send the offer');
  await dialog.getByLabel('Due on').fill('2020-01-02');
  await dialog.getByRole('button', { name: 'Add task' }).click();
  await page.getByText('Overdue since 2 Jan 2020').waitFor();
  await isClean(page, 'tasks of a record');

  await page.getByRole('button', { name: 'Edit Send the offer' }).click();
  await dialog.getByLabel('Time').fill('09:30');
  await dialog.getByLabel('Note').fill('By post.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('By post.').waitFor();
  await page.getByText(/^Overdue since 2 Jan 2020, 0?9:30/).waitFor();
  await page.getByRole('button', { name: 'Timeline', exact: true }).click();
  await page.getByText('Mara Lindqvist created a task.').waitFor();
});

test('tasks of one’s own are on home, and done by the keyboard', { timeout: 90_000 }, async () => {
  const title = named('Call back');
  await app.post('/crm/tasks', { title, dueOn: '2020-01-02' });
  const page = await openSignedIn('/app/');
  const mine = page.getByRole('region', { name: 'My tasks' });
  await mine.getByText(title).waitFor();
  await isClean(page, 'home with tasks');
  await mine.getByRole('link', { name: 'All tasks' }).click();
  await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
  const open = page.getByRole('checkbox', { name: `Mark “${title}” as done`, checked: false });
  await open.waitFor();
  await isClean(page, 'tasks');
  await open.focus();
  await page.keyboard.press('Space');
  await page.getByText('Task completed.').waitFor();
  await open.waitFor({ state: 'detached' });
  await addFilter(page, 'State');
  await page.getByRole('combobox', { name: 'Value of State' }).selectOption('Done');
  await page.getByRole('checkbox', { name: `Mark “${title}” as done`, checked: true }).waitFor();
});

test('a task of an event is deleted, and N begins one in the list', { timeout: 90_000 }, async () => {
  const title = named('Prepare slides');
  await app.post('/crm/tasks', { title, eventUuid: event.uuid });
  const page = await openSignedIn(`/app/events/${event.uuid}`);
  await page.getByRole('button', { name: `Delete ${title}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Task deleted.').waitFor();
  const { body } = await app.get(`/crm/tasks?eventUuid=${event.uuid}`);
  expect(body.collection.map((task: { title: string }) => task.title)).not.toContain(title);

  await page.goto('/app/tasks?whose=unassigned');
  await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New task' });
  const flowers = named('Order flowers');
  await dialog.getByLabel('Task').fill(flowers);
  await chooseOption(dialog.getByLabel('Owner'), 'Unassigned');
  await dialog.getByRole('button', { name: 'Add task' }).click();
  await page.getByRole('checkbox', { name: `Mark “${flowers}” as done` }).waitFor();
});
