import { beforeEach, expect, test } from 'vitest';
import { createPage } from '../../server/test/booking.ts';
import { chooseDay, chooseOption, isClean, useDashboard } from './dashboard.ts';

const { app, openSignedIn, addUser } = useDashboard();

/** A browser that writes dates and times in another way than the reader. */
const germanBrowser = { locale: 'de-DE' };

beforeEach(() => app.put('/preferences', { language: 'en', clock: '24', firstDayOfWeek: 'monday' }));

test('dates and times follow the preferences of the reader, not the browser, and are typed or chosen', async () => {
  await app.put('/preferences', { clock: '12', firstDayOfWeek: 'sunday' });
  const page = await openSignedIn('/app/tasks', germanBrowser);
  await page.getByRole('button', { name: 'New task' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Task').fill('Call the garden');
  const date = dialog.getByLabel('Due on');
  const time = dialog.getByRole('combobox', { name: 'Time', exact: true });

  await date.fill('soon');
  await dialog.getByRole('button', { name: 'Add task' }).click();
  await dialog.getByText(/^Enter a date, such as /).waitFor();
  expect(await date.getAttribute('aria-invalid')).toBe('true');
  await isClean(page, 'unreadable date');
  await date.fill('1 feb 2027');
  await date.press('ArrowDown');
  expect(await date.inputValue()).toBe('2 Feb 2027');

  await date.press('Alt+ArrowDown');
  const month = page.getByRole('grid', { name: 'February 2027' });
  expect(await month.getByRole('columnheader').allInnerTexts()).toEqual([
    'Sun',
    'Mon',
    'Tue',
    'Wed',
    'Thu',
    'Fri',
    'Sat',
  ]);
  await isClean(page, 'calendar of a date');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect.poll(() => date.inputValue()).toBe('3 Mar 2027');

  await time.fill('230p');
  await time.press('Tab');
  expect(await time.inputValue()).toBe('2:30 pm');
  await time.press('ArrowDown');
  await page.getByRole('option', { name: '2:30 pm', exact: true }).waitFor();
  await isClean(page, 'list of times');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect(await time.inputValue()).toBe('2:45 pm');
  await time.press('ArrowDown');
  await page.keyboard.press('Escape');
  expect(await dialog.isVisible()).toBe(true);
  await dialog.getByRole('button', { name: 'Add task' }).click();
  await expect
    .poll(async () => (await app.get('/crm/tasks?count=100')).body.collection)
    .toContainEqual(
      expect.objectContaining({ title: 'Call the garden', dueAt: '2027-03-03T13:45:00.000000Z' }),
    );
}, 120_000);

test('time zones are found by city, offset and former name, and show what their clocks say', async () => {
  await addUser('zoe@juniper.example', 'Zoe');
  const page = await openSignedIn('/app/settings', {}, 'zoe@juniper.example');
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  expect(await zone.inputValue()).toBe('Berlin, Germany');
  await zone.click();
  await page.getByText('Suggested').waitFor();
  await isClean(page, 'time zones');
  await zone.press('Escape');
  const list = page.getByRole('button', { name: 'Show options' }).first();
  // As screen readers and voice control press it: a click without a pointer.
  await list.dispatchEvent('click');
  await page.getByText('Suggested').waitFor();
  await list.click();
  await expect.poll(() => page.getByText('Suggested').count()).toBe(0);
  await list.click();
  await page.getByText('Suggested').waitFor();
  await zone.fill('calcutta');
  await page.getByRole('option', { name: /^Kolkata, India .*UTC\+5:30 · \d\d:\d\d/ }).waitFor();
  await zone.press('Escape');
  await zone.blur();
  expect(await zone.inputValue()).toBe('Berlin, Germany');
  await zone.fill('UTC+9');
  await page.getByRole('option', { name: /^Tokyo, Japan/ }).click();
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect
    .poll(async () => (await app.get('/organizations/users?search=zoe')).body.collection[0].timezone)
    .toBe('Asia/Tokyo');
}, 120_000);

test('durations have units, and follow what is typed', async () => {
  const { uuid } = await createPage(app, { title: 'Long talk' });
  const page = await openSignedIn(`/app/pages/${uuid}`);
  const notice = page.getByLabel('Minimum notice');
  await notice.fill('2 days');
  await notice.press('Tab');
  expect(await notice.inputValue()).toBe('2');
  await page.getByLabel('Buffer before').fill('1h 30m');
  await page.getByLabel('Buffer before').press('Tab');
  expect(await page.getByLabel('Buffer before').inputValue()).toBe('90');
  await page.getByRole('button', { name: 'Add reminder' }).click();
  await page.getByText('before the event').first().waitFor();
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect
    .poll(async () => (await app.get(`/event-types/${uuid}/settings`)).body.resource)
    .toMatchObject({ minimumNotice: 2880, bufferBefore: 90 });
}, 120_000);

test('the month of free days is gone through by keys, also in Arabic, where it is mirrored', async () => {
  await createPage(app, { title: 'Free days' });
  const page = await openSignedIn('/app/events/book');
  const panel = page.getByRole('complementary', { name: 'Book for someone' });
  await chooseOption(panel.getByLabel('Booking page'), 'Free days');
  await chooseDay(panel, 'Wednesday, 20 January');
  await panel.getByText('Berlin time (UTC+1)').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await panel.getByText('Thursday, 21 January', { exact: true }).waitFor();
  await panel.getByRole('radio', { name: '10:00' }).check({ force: true });
  await isClean(page, 'free days');

  await app.put('/preferences', { language: 'ar' });
  const mirrored = await openSignedIn('/app/events/book');
  const field = mirrored.getByRole('complementary').getByRole('combobox').first();
  await chooseOption(field, 'Free days');
  const day = mirrored.locator('[data-date="2027-01-20"]');
  await day.click();
  await mirrored.keyboard.press('ArrowLeft');
  await expect
    .poll(() => mirrored.evaluate(() => document.activeElement?.getAttribute('data-date')))
    .toBe('2027-01-21');
  await isClean(mirrored, 'free days in Arabic');
}, 180_000);
