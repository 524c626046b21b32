import type { Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { bookPage, createPage } from '../../server/test/booking.ts';
import { isClean, savePicture, settle, useDashboard } from './dashboard.ts';

const { app, openSignedIn } = useDashboard();

test('events have the color of their page, in the list and in the week', async () => {
  const { slug } = await createPage(app, { title: 'Colored', color: 'd9480f' });
  const { uuid } = (await bookPage(app, { slug }, { date: '2027-01-12', start: '09:00' })).body;
  const page = await openSignedIn('/app/events');
  const bar = page.locator(`#event-${uuid} .bar-c`);
  const backgroundOf = () => bar.evaluate((element) => getComputedStyle(element).backgroundColor);
  await expect.poll(backgroundOf).toBe('rgb(217, 72, 15)');
  await page.goto('/app/events?view=week&from=2027-01-11');
  const event = page.locator(`#event-${uuid}.ev`);
  await event.waitFor();
  expect(await event.evaluate((element) => getComputedStyle(element).borderInlineStartColor)).toBe(
    'rgb(217, 72, 15)',
  );
  await isClean(page, 'events by color');
}, 60_000);

test('the timeline names linked records by the field that names them', async () => {
  await app.post('/crm/objects', { slug: 'bids', singularName: 'Bid', pluralName: 'Bids' });
  await app.post('/crm/objects/bids/attributes', { label: 'Title', type: 'text', isRequired: true });
  await app.post('/crm/objects/bids/attributes', {
    label: 'Company',
    type: 'relation',
    relatedObjectSlug: 'companies',
    relationType: 'many_to_one',
    relatedObjectLabel: 'Bids',
  });
  await app.patch('/crm/objects/bids', { primaryAttribute: 'title' });
  const { id } = (await app.put('/crm/companies', { name: 'Named', domain: 'named.example' })).body.company;
  await app.post('/crm/bids', { title: 'Spring catalog', company: [id] });
  const page = await openSignedIn(`/app/records/companies/${id}`);
  await page.locator('.time .change', { hasText: 'Spring catalog' }).waitFor();
  expect(await page.locator('.time').getByText('Unnamed').count()).toBe(0);
}, 60_000);

test('without a connection, a page that was never loaded says so, and loads when there is one', async () => {
  const page = await openSignedIn('/app');
  const openRare = async (name: string, open = 'More'): Promise<void> => {
    await page.getByRole('button', { name: open }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await openRare('Workflows');
  await page.getByRole('heading', { name: 'Workflows', level: 1 }).waitFor();
  await page.context().setOffline(true);
  await openRare('Insights', 'Workflows (More)');
  const offline = page.getByText('You’re offline. This loads as soon as you’re connected again.');
  await offline.first().waitFor();
  await savePicture(page, 'offline');
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Insights', level: 1 }).waitFor();
  await expect.poll(() => offline.count()).toBe(0);
}, 60_000);

test('a connection that is lost while a page is loaded ahead changes nothing; it loads when it is opened', async () => {
  const page = await openSignedIn('/app');
  await settle(page);
  await page.evaluate(() => (document.documentElement.dataset['mark'] = 'same document'));
  const isLost = (request: Request) =>
    request.resourceType() === 'script' || request.url().endsWith('/session');
  await page.route('**/*', (route) => (isLost(route.request()) ? route.abort() : route.continue()));
  const isAsked = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/session'));
  await page.getByRole('link', { name: 'Availability' }).first().hover();
  await isAsked;
  const isBack = page.waitForResponse(/\/session$/);
  await page.unrouteAll({ behavior: 'wait' });
  await isBack;
  await page.getByRole('button', { name: 'Search or jump to…' }).click();
  await page.getByRole('dialog').waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset['mark'])).toBe('same document');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Availability' }).first().click();
  await page.getByRole('heading', { name: 'Availability', level: 1 }).waitFor();
}, 60_000);

test('a window without room for the preview has a button that opens it', async () => {
  const { uuid } = await createPage(app, { title: 'Previewed' });
  const page = await openSignedIn(`/app/pages/${uuid}`, { viewport: { width: 1024, height: 768 } });
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await page.getByLabel('Title').waitFor();
  expect(await preview.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Preview' }).click();
  await preview.locator('iframe').waitFor();
  await savePicture(page, 'preview 1024');
  await page.getByRole('button', { name: 'Back to editing' }).click();
  await page.getByLabel('Title').waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
  await preview.waitFor();
  expect(await page.getByRole('button', { name: 'Preview', exact: true }).isVisible()).toBe(false);
}, 60_000);

test('the host of a video call without a link is told on home and on the event, and adds one there', async () => {
  const locations = [{ type: 'ZOOM' }];
  const { slug } = await createPage(app, { title: 'Linkless', locations });
  const { uuid } = (await bookPage(app, { slug }, { date: '2027-01-13', start: '11:00', location: 'ZOOM' }))
    .body;
  const page = await openSignedIn('/app');
  const line = page.getByRole('listitem').filter({ hasText: 'No link yet for the video call Linkless' });
  await line.getByText('Ines Okafor').waitFor();
  await isClean(page, 'home without link');
  await line.getByRole('button', { name: 'Add link' }).click();
  await page.getByRole('dialog').getByText('Wednesday, 13 January, 11:00, Ines Okafor').waitFor();
  await page.goto(`/app/events/${uuid}`);
  const panel = page.getByRole('complementary', { name: 'Linkless' });
  await panel.getByText('No link yet. Add one, and invitees get it by email.').waitFor();
  await isClean(page, 'event without link');
  await panel.getByLabel('Meeting link').fill('nothing');
  await panel.getByRole('button', { name: 'Add link' }).click();
  await expect.poll(() => panel.getByLabel('Meeting link').getAttribute('aria-invalid')).toBe('true');
  await panel.getByLabel('Meeting link').fill('https://zoom.example/j/1');
  await panel.getByRole('button', { name: 'Add link' }).click();
  await expect.poll(() => panel.getByText('No link yet.').count()).toBe(0);
  expect((await app.get(`/scheduled-events/${uuid}`)).body.resource.location.joinUrl).toBe(
    'https://zoom.example/j/1',
  );
  await page.goto('/app');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => line.count()).toBe(0);
}, 90_000);
