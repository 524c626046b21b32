import { afterAll, beforeAll, expect, test } from 'vitest';
import { allowPlatform } from '../server/src/platforms/public.ts';
import { createCustomer, createPlatform, exchangeFor, type TestPlatform } from '../server/test/platform.ts';
import { startHost, type HostSite } from './host.ts';
import { listViolations, useSite } from './site.ts';

/** A product that has scheduling built in: another origin, which shows booking and settings in its own pages. */

const site = useSite({ areFresh: true });
const { app } = site;
let product: HostSite;
let platform: TestPlatform;
let customer: Awaited<ReturnType<typeof createCustomer>>;

beforeAll(async () => {
  product = await startHost(site.url);
  platform = await createPlatform(app);
  await allowPlatform(app.runtime, platform.client.clientId, [product.url]);
  customer = await createCustomer(platform);
});
afterAll(() => product.close());

async function createFrame(area: string): Promise<string> {
  const { body } = await platform.call('POST', `${customer.users}/${customer.user}/embed-links`, { area });
  const { pathname, search } = new URL(body.resource.url);
  return `<iframe title="Settings" width="1000" height="800" src="${site.url}${pathname}${search}"></iframe>`;
}

test('a user sees hours, calendars and booking pages in frames of the product, and a visitor times, all without our name', async () => {
  product.setPage('/availability', await createFrame('availability'));
  const page = await site.open(`${product.url}/availability`);
  const frame = page.frameLocator('iframe');
  await frame.getByRole('heading', { level: 1 }).waitFor();
  expect(await frame.getByRole('navigation', { name: 'Main navigation' }).count()).toBe(0);
  expect(await frame.locator('body').innerText()).not.toContain('Daybook');
  const inner = page.frames()[1];
  if (!inner) throw new Error('There is no frame.');
  expect(await listViolations(inner)).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);

  product.setPage('/calendars', await createFrame('calendars'));
  await page.goto(`${product.url}/calendars`);
  await frame
    .getByRole('heading', { name: /calendars/i })
    .first()
    .waitFor();
  expect(await frame.locator('body').innerText()).not.toContain('Daybook');

  product.setPage('/pages', await createFrame('pages'));
  await page.goto(`${product.url}/pages`);
  await frame.getByRole('heading', { level: 1 }).waitFor();

  const { body } = await exchangeFor(app, platform.client, customer.workspace, customer.user);
  const made = await app.post(
    '/event-types',
    { title: 'Checkup', duration: 30, slug: 'checkup' },
    { token: body.access_token },
  );
  expect(made.status).toBe(201);
  const user = await platform.call('GET', `${customer.users}/${customer.user}`);
  product.setPage(
    '/book',
    `<div data-daybook-inline="${site.url}/${user.body.resource.slug}/checkup" data-daybook-title="Book"></div>`,
  );
  await page.goto(`${product.url}/book`);
  const booking = page.frameLocator('iframe[title="Book"]');
  await booking.getByRole('grid').waitFor();
  expect(await booking.locator('body').innerText()).not.toContain('Daybook');
});

test('a browser refuses the settings in a frame of another site, and a link that was used', async () => {
  const stranger = await startHost(site.url);
  stranger.setPage('/', await createFrame('availability'));
  const page = await site.open(`${stranger.url}/`);
  await expect.poll(() => site.blockedFrames.length).toBeGreaterThan(0);
  product.setPage('/again', await createFrame('availability'));
  await page.goto(`${product.url}/again`);
  await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor();
  await page.reload();
  await page.frameLocator('iframe').getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
  await stranger.close();
});
