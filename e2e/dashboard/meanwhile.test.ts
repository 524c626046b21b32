import { expect, test } from 'vitest';
import { bookPage, createPage } from '../../server/test/booking.ts';
import { chooseDay, chooseOption, useDashboard } from './dashboard.ts';

/** What others do, or a connection that is gone, while somebody edits. */

const { app, openSignedIn } = useDashboard();

test('a value is saved in the record it was typed for, though its row has moved', async () => {
  const person = async (firstName: string) =>
    (await app.put('/crm/people', { emails: [`${firstName}@meanwhile.example`], firstName })).body.person
      .id as string;
  const edited = await person('Aab');
  const page = await openSignedIn('/app/records/people?by=%5B%22firstName%22%5D');
  const row = page.getByRole('row').filter({ hasText: 'aab@meanwhile.example' });
  await row.waitFor();
  const columns = await page.getByRole('columnheader').allInnerTexts();
  const cell = row.getByRole('gridcell').nth(columns.findIndex((text) => text.trim() === 'Job title'));
  await cell.click();
  await cell.click();
  const field = page.locator('.cell-edit input');
  await field.fill('Baker');
  const before = await row.getAttribute('data-row');
  const inserted = await person('Aaa');
  await expect.poll(() => row.getAttribute('data-row')).not.toBe(before);
  expect(await field.inputValue()).toBe('Baker');
  await field.press('Enter');
  const jobOf = async (id: string) => (await app.get(`/crm/people/${id}`)).body.person.jobTitle;
  await expect.poll(() => jobOf(edited)).toBe('Baker');
  expect(await jobOf(inserted)).toBeNull();
}, 60_000);

test('hours that are saved leave the dates and days that others changed meanwhile', async () => {
  const page = await openSignedIn('/app/availability');
  await page.getByText('Text', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Tuesday' }).fill('10:00 - 12:00');
  const email = 'mara@juniper.example';
  await app.patch('/schedules/default', {
    email,
    weekly_hours: [{ day: 'Wed', timesets: [['13:00', '14:00']] }],
    special_hours: [{ date: '2027-12-24', timesets: [] }],
  });
  await page.getByRole('textbox', { name: 'Thursday' }).fill('never');
  await page.getByRole('button', { name: 'Save schedule' }).click();
  await expect
    .poll(() =>
      page.getByRole('textbox', { name: 'Thursday' }).evaluate((field) => field === document.activeElement),
    )
    .toBe(true);
  await page.getByRole('textbox', { name: 'Thursday' }).fill('9:00 - 11:00');
  await page.getByRole('button', { name: 'Save schedule' }).click();
  await page.getByText('Schedule saved.').waitFor();
  const { body } = await app.get('/schedules?email=mara@juniper.example');
  const schedule = body.collection.find(({ isDefault }: { isDefault: boolean }) => isDefault);
  const hoursOn = (day: string) =>
    schedule.weekly_hours.find((each: { day: string }) => each.day === day).timesets;
  expect(['Tue', 'Wed', 'Thu'].map(hoursOn)).toEqual([
    [['10:00', '12:00']],
    [['13:00', '14:00']],
    [['09:00', '11:00']],
  ]);
  expect(schedule.special_hours).toContainEqual(expect.objectContaining({ date: '2027-12-24' }));
}, 60_000);

test('a value that somebody else changed while it was typed asks, also on the page of the record', async () => {
  const { body } = await app.put('/crm/people', { emails: ['two@meanwhile.example'], firstName: 'Two' });
  const { id } = body.person as { id: string };
  const page = await openSignedIn(`/app/records/people/${id}`);
  await page.getByRole('button', { name: /^Show \d+ empty fields$/ }).click();
  await page.getByRole('button', { name: 'Edit Job title' }).click();
  const field = page.getByRole('textbox', { name: 'Job title' });
  await field.fill('By A');
  await app.patch(`/crm/people/${id}`, { jobTitle: 'By B', description: 'Renewed' });
  await page.getByText('Renewed').first().waitFor();
  await field.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Someone else changed Job title' });
  await dialog.getByText('By B').waitFor();
  await dialog.getByRole('button', { name: 'Save yours' }).click();
  await expect.poll(async () => (await app.get(`/crm/people/${id}`)).body.person.jobTitle).toBe('By A');
}, 60_000);

test('what is deleted while it is open says so, and leads back to its list', async () => {
  const { body } = await app.put('/crm/people', { emails: ['gone@meanwhile.example'], firstName: 'Gone' });
  const page = await openSignedIn(`/app/records/people/${body.person.id}`);
  await page.getByRole('heading', { name: 'Gone', level: 1 }).waitFor();
  await app.delete(`/crm/people/${body.person.id}`);
  await page.getByText('This no longer exists, or you don’t have access to it.').waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Back to list' }).click();
  await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();

  const made = await app.post('/event-types', { title: 'Soon gone', duration: 30 });
  await page.goto(`/app/pages/${made.body.resource.uuid}`);
  await page.getByLabel('Title').fill('Typed');
  await app.delete(`/event-types/${made.body.resource.uuid}`);
  await page.getByText('This no longer exists, or you don’t have access to it.').waitFor();
  await page.getByRole('link', { name: 'Back to list' }).click();
  await page.getByRole('heading', { name: 'Pages', level: 1 }).waitFor();
}, 60_000);

test('a user who books for someone sees times go as they are taken, and is asked before the form is lost', async () => {
  const { slug } = await createPage(app, { title: 'Busy hour' });
  const date = '2027-01-22';
  const taken = (await bookPage(app, { slug }, { date, start: '09:00' })).body;
  const page = await openSignedIn('/app/events/book');
  const panel = page.getByRole('complementary');
  const time = (clock: string) => panel.getByText(clock, { exact: true });
  await chooseOption(panel.getByLabel('Page'), 'Busy hour');
  await chooseDay(panel, 'Friday, 22 January');
  await panel.getByRole('button', { name: 'Book', exact: true }).click();
  await page.getByText('Choose a time.').waitFor();
  await time('11:00').click();
  await panel.getByLabel('Name', { exact: true }).fill('Ines Okafor');
  await bookPage(app, { slug }, { date, start: '11:00' });
  await expect.poll(() => time('11:00').count()).toBe(0);
  await page.locator(`#event-${taken.uuid}`).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  expect(await panel.getByLabel('Name', { exact: true }).inputValue()).toBe('Ines Okafor');
  await time('13:00').click();
  await panel.getByLabel('Email').fill('ines@okafor.example');
  await panel.getByRole('button', { name: 'Book', exact: true }).click();
  await page.getByRole('complementary', { name: 'Busy hour' }).waitFor();
}, 60_000);

test('an area that is opened without a connection is shown when there is one again', async () => {
  const page = await openSignedIn('/app');
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Forms' }).click();
  await page.waitForTimeout(1000);
  expect(await page.getByRole('link', { name: 'Forms' }).count()).toBe(1);
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Forms', level: 1 }).waitFor();
}, 60_000);
