import { expect, test } from 'vitest';
import { chooseOption, isClean, useDashboard } from './dashboard.ts';

const { app, openSignedIn } = useDashboard();

test('holidays of a region are taken off, except for one that is unticked; a trip and the feed', async () => {
  const page = await openSignedIn('/app/availability/absences');
  await chooseOption(page.getByLabel('Country'), 'Germany');
  await page.getByLabel('Region').selectOption('BY');
  await expect.poll(async () => (await app.get('/holidays')).body.resource.region).toBe('BY');
  const christmas = page.getByRole('checkbox', { name: /25 December/ }).first();
  await christmas.click();
  await expect.poll(async () => (await app.get('/holidays')).body.resource.except.length).toBe(1);
  await expect.poll(() => christmas.isChecked()).toBe(false);
  await isClean(page, 'holidays');
  await chooseOption(page.getByLabel('Country'), 'None');
  await expect.poll(async () => (await app.get('/holidays')).body.resource.country).toBeNull();

  await page.getByRole('link', { name: 'Schedules' }).click();
  const travel = page.getByRole('region', { name: 'Travel' });
  await travel.getByLabel('From').fill('2027-06-01');
  await travel.getByLabel('To (optional)').fill('2027-06-11');
  await chooseOption(travel.getByLabel('Time zone there'), 'Tokyo');
  await travel.getByRole('button', { name: 'Add trip' }).click();
  await travel.getByText('Tokyo time').waitFor();
  await isClean(page, 'travel');
  await page.getByRole('button', { name: 'Save schedule' }).click();
  await page.getByText('Schedule saved.').waitFor();
  const { body } = await app.get('/schedules/default?email=mara@juniper.example');
  expect(body.resource.travel).toEqual([
    { startDate: '2027-06-01', endDate: '2027-06-11', timezone: 'Asia/Tokyo' },
  ]);

  await page.goto(new URL('/app/settings/calendars', page.url()).href);
  await page.getByRole('button', { name: 'Create URL' }).click();
  const address = (await page.locator('output.secret').textContent()) ?? '';
  await isClean(page, 'feed');
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  expect((await app.inject({ url: new URL(address).pathname })).status).toBe(200);
  await page.getByRole('button', { name: 'Revoke URL' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke URL' }).click();
  await page.getByText('You haven’t created a URL yet.').waitFor();
  expect((await app.inject({ url: new URL(address).pathname })).status).toBe(404);
}, 240_000);
