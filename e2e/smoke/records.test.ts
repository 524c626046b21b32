import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { useDashboard } from '../dashboard/dashboard.ts';

const { app, openSignedIn } = useDashboard();

beforeAll(async () => {
  await app.post('/crm/objects', { slug: 'orders', singularName: 'Order', pluralName: 'Orders' });
  const attribute = (body: object) => app.post('/crm/objects/orders/attributes', body);
  await attribute({ label: 'Title', type: 'text', isUnique: true });
  await attribute({ label: 'Stage', type: 'status', options: [{ value: 'Asked' }, { value: 'Sent' }] });
  await app.patch('/crm/objects/orders', { primaryAttribute: 'title' });
  await app.post('/crm/orders/bulk', { records: [{ title: 'Books', stage: 'Sent' }] });
});

const lane = (page: Page, name: string) => page.getByRole('region', { name: `Lane ${name}` });

test('filters narrow the lanes, and a record is made in a lane', async () => {
  const page = await openSignedIn('/app/records/orders?lanes=stage');
  await lane(page, 'Asked').getByRole('button', { name: 'New in Asked' }).click();
  const dialog = page.getByRole('dialog', { name: 'New order' });
  await dialog.getByLabel('Title').fill('Flyers');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await lane(page, 'Asked').getByRole('link', { name: 'Flyers' }).waitFor();
  await page.getByRole('complementary', { name: 'Flyers' }).getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('option', { name: 'Stage' }).click();
  await page.getByLabel('Comparison of Stage').selectOption('isn’t');
  await page.getByLabel('Value of Stage').selectOption('Sent');
  await lane(page, 'Sent').waitFor({ state: 'detached' });
  await lane(page, 'Asked').getByRole('link', { name: 'Flyers' }).waitFor();
}, 60_000);

test('a search keeps what is typed while it takes effect, and Escape clears it', async () => {
  await app.post('/crm/orders/bulk', { records: [{ title: 'Blue paper' }, { title: 'Blue ink' }] });
  const page = await openSignedIn('/app/records/orders');
  const query = () => new URL(page.url()).searchParams.get('q');
  await page.getByRole('link', { name: 'Books' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('blue ');
  await expect.poll(query).toBe('blue');
  await page.keyboard.type('ink');
  await expect.poll(query).toBe('blue ink');
  await page.getByRole('link', { name: 'Blue paper' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Blue ink' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(query).toBe(null);
  expect(await page.getByRole('searchbox').inputValue()).toBe('');
  await page.getByRole('link', { name: 'Books' }).waitFor();
}, 60_000);
