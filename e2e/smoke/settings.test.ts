import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { isClean, useDashboard } from '../dashboard/dashboard.ts';

const { app, openSignedIn } = useDashboard();
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('the workspace has a name, calendars that must answer, and sites that may embed', async () => {
  const page = await openSignedIn('/app/settings/workspace');
  await isClean(page, 'settings workspace');
  // A webhook URL of a payment provider is cut, and does not make the page wider than the window.
  await page.getByRole('region', { name: 'Stripe' }).waitFor();
  const save = await section(page, 'Workspace').getByRole('button', { name: 'Save' }).boundingBox();
  expect((save?.x ?? 0) + (save?.width ?? Infinity)).toBeLessThan(1280);
  await page.getByLabel('Name', { exact: true }).fill('Juniper House');
  await section(page, 'Workspace').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('status').getByText('Saved.').waitFor();
  await page.getByRole('banner').getByText('Juniper House').waitFor();
  await page.getByRole('switch', { name: 'Reject bookings rather than risk a double booking' }).click();
  await expect
    .poll(async () => (await app.get('/organization')).body.resource.requireCalendarAnswer)
    .toBe(true);
  await page.getByLabel('Only these sites').check();
  await page.getByLabel('Sites', { exact: true }).fill('nonsense');
  await section(page, 'Embedding').getByRole('button', { name: 'Save' }).click();
  await page.getByText(/Must be the origin of a site/).waitFor();
  await page.getByLabel('Sites', { exact: true }).fill('https://a.example\nhttps://b.example');
  await section(page, 'Embedding').getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => (await app.get('/organization')).body.resource.embedOrigins)
    .toEqual(['https://a.example', 'https://b.example']);
  await app.patch('/organization', {
    name: 'Juniper Studio',
    embedOrigins: null,
    requireCalendarAnswer: false,
  });
}, 60_000);
