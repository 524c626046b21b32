import { expect, test } from 'vitest';
import { useDashboard } from './dashboard.ts';

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
  await page.getByText('Typed', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Tuesday' }).fill('10:00 - 12:00');
  const email = 'mara@juniper.example';
  await app.patch('/schedules/default', {
    email,
    weekly_hours: [{ day: 'Wed', timesets: [['13:00', '14:00']] }],
    special_hours: [{ date: '2027-12-24', timesets: [] }],
  });
  await page.getByRole('textbox', { name: 'Thursday' }).fill('never');
  await page.getByRole('button', { name: 'Save the hours' }).click();
  await expect
    .poll(() =>
      page.getByRole('textbox', { name: 'Thursday' }).evaluate((field) => field === document.activeElement),
    )
    .toBe(true);
  await page.getByRole('textbox', { name: 'Thursday' }).fill('9:00 - 11:00');
  await page.getByRole('button', { name: 'Save the hours' }).click();
  await page.getByText('The hours are saved.').waitFor();
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

test('an area that is opened without a connection is shown when there is one again', async () => {
  const page = await openSignedIn('/app');
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Forms' }).click();
  await page.waitForTimeout(1000);
  expect(await page.getByRole('link', { name: 'Forms' }).count()).toBe(1);
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Forms', level: 1 }).waitFor();
}, 60_000);
