import { expect, test } from 'vitest';
import { bookPage, createPage } from '../../server/test/booking.ts';
import { getFocusedName, phone } from '../site.ts';
import { isClean, savePicture, settle, useDashboard } from './dashboard.ts';

const site = useDashboard();
const { app, openSignedIn } = site;

test('? explains the screen, its guide exists, and the button of the rail does the same', async () => {
  const page = await openSignedIn('/app/availability');
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Help' });
  await help.getByText('Your hours decide when people can book you.').waitFor();
  await help.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
  await isClean(page, 'help');
  const guide = await help.getByRole('link', { name: 'Read the guide' }).getAttribute('href');
  const { status } = await app.inject({ url: guide?.split('#')[0] ?? '', headers: { accept: 'text/html' } });
  expect([guide, status]).toEqual(['/docs/guide/hosts#when-you-can-be-booked', 200]);
  await page.keyboard.press('Escape');
  await expect.poll(() => help.count()).toBe(0);
  await page.goto('/app/settings/calendars');
  await page.getByRole('button', { name: 'Help' }).click();
  await help.getByText('Connect the calendars that you already use').waitFor();
  await help.getByRole('button', { name: 'Search guides' }).click();
  await page.getByRole('dialog', { name: 'Search and commands' }).waitFor();
}, 60_000);

test('the command menu puts commands first, understands other words and typing errors, and finds guides', async () => {
  const made = await createPage(app, { title: 'Booking advice' });
  await bookPage(app, made, {
    date: '2027-01-12',
    start: '10:00',
    name: 'Booker Finch',
    email: 'b@finch.example',
  });
  const page = await openSignedIn('/app');
  await page.keyboard.press('ControlOrMeta+k');
  const menu = page.getByRole('dialog', { name: 'Search and commands' });
  const items = menu.getByRole('menuitem');
  const first = (): Promise<string> => items.first().innerText();
  for (const text of ['book', 'appointment']) {
    await menu.getByRole('searchbox').fill(text);
    await expect.poll(first, { message: text }).toContain('Book for someone');
  }
  await menu.getByRole('searchbox').fill('book');
  const event = menu.getByRole('group', { name: 'Events' }).getByRole('menuitem').first();
  await expect.poll(() => event.innerText()).toContain('12 Jan 2027, 10:00, Booker Finch');
  await menu.getByRole('searchbox').fill('avialability');
  await expect.poll(first).toContain('Availability');
  await menu.getByRole('searchbox').fill('webhooks');
  const guide = menu.getByRole('group', { name: 'Guides' }).getByRole('menuitem').first();
  await expect.poll(() => guide.innerText()).toContain('Receiving webhooks');
  await settle(page);
  await isClean(page, 'command menu guides');
  const opened = page.context().waitForEvent('page');
  await guide.click();
  expect(new URL((await opened).url()).pathname).toBe('/docs/guide/webhooks');
}, 60_000);

test('the rail has nine entries at most, and says which area under More is open', async () => {
  const page = await openSignedIn('/app/insights');
  const rail = page.getByRole('navigation', { name: 'Main navigation' }).first();
  const more = rail.getByRole('button', { name: 'Insights (More)' });
  await more.waitFor();
  expect(await more.getAttribute('aria-current')).toBe('true');
  expect(await rail.getByRole('link').count()).toBeLessThanOrEqual(8);
  await more.click();
  await isClean(page, 'rail more');
  await page.getByRole('menuitem', { name: /^Workflows/ }).click();
  await page.getByRole('heading', { name: 'Workflows', level: 1 }).waitFor();
  for (const [key, title] of [
    ['i', 'Insights'],
    ['d', 'Developers'],
    ['o', 'Polls'],
  ] as const) {
    await page.keyboard.press('g');
    await page.keyboard.press(key);
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
  }
  for (const language of ['en', 'de', 'fr', 'es', 'pt', 'ar']) {
    await app.put('/preferences', { language });
    await page.goto('/app');
    const text = page.locator('.rail > .find .cut');
    await text.waitFor();
    expect(await text.evaluate((element) => element.scrollWidth > element.clientWidth), language).toBe(false);
  }
  await app.put('/preferences', { language: 'en' });
}, 90_000);

test('the tour has five steps by keyboard, on a phone and in Arabic, and never returns', async () => {
  await site.addUser('new@juniper.example', 'Nadia');
  await app.runtime.database.pool.query(`delete from first_step where key = 'tour' and member_id in
    (select id from member where email = 'new@juniper.example')`);
  const page = await openSignedIn('/app', phone, 'new@juniper.example');
  const tour = page.getByRole('dialog', { name: 'Tour' });
  await tour.getByText('1 of 5').waitFor();
  await isClean(page, 'tour phone');
  const headings = ['Your day', 'Your booking pages', 'Your hours', 'People you meet', 'Find anything'];
  for (const [index, heading] of headings.entries()) {
    await expect.poll(() => getFocusedName(page)).toBe(heading);
    await savePicture(page, `tour phone ${index}`);
    // Past Skip and Back, which the first and the last step lack.
    for (let tabs = index === 0 || index === 4 ? 2 : 3; tabs > 0; tabs -= 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
  }
  await expect.poll(() => tour.count()).toBe(0);
  const isDone = async (): Promise<boolean> => {
    const { rows } = await app.runtime.database.pool
      .query(`select from first_step where key = 'tour' and member_id in
      (select id from member where email = 'new@juniper.example')`);
    return rows.length === 1;
  };
  await expect.poll(isDone).toBe(true);
  await page.reload();
  await page.getByRole('region', { name: 'Getting started' }).waitFor();
  expect(await tour.count()).toBe(0);
  // It can be taken again, and left by Escape.
  await page.getByRole('button', { name: 'Help' }).tap();
  await page.getByRole('button', { name: 'Take the tour' }).tap();
  await tour.getByText('1 of 5').waitFor();
  // Elsewhere, it would cover what people came for.
  await page.getByRole('link', { name: 'Records' }).last().tap();
  await expect.poll(() => tour.count()).toBe(0);
  await page.goBack();
  await tour.getByText('1 of 5').waitFor();
  await tour.getByRole('heading').focus();
  await page.keyboard.press('Escape');
  await expect.poll(() => tour.count()).toBe(0);
}, 90_000);
