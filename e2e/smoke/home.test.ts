import { describe, expect, test } from 'vitest';
import { bookPage, createPage } from '../../server/test/booking.ts';
import { getFocusedName, phone } from '../site.ts';
import { isClean, useDashboard } from '../dashboard/dashboard.ts';

const site = useDashboard();
const { app, openSignedIn } = site;

async function bookAt(date: string, start: string, more: object = {}) {
  const made = await createPage(app, { title: `Call ${date} ${start}` });
  const { body, status } = await bookPage(app, made, { date, start, ...more });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as { uuid: string; title: string };
}

describe('the shell', () => {
  test('signed out, an address asks for the sign-in and is shown after it', async () => {
    const page = await openSignedIn('/app/events?when=past&q=okafor');
    await page.getByRole('heading', { name: 'Events', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/app/events?when=past&q=okafor');
    expect(await page.getByRole('searchbox').inputValue()).toBe('okafor');
  });

  test('home has today, the next days and the way to everything; axe finds nothing', async () => {
    await bookAt('2027-01-11', '14:00');
    await bookAt('2027-01-13', '10:00', { name: 'Otto Brandt', email: 'otto@brandt.example' });
    const page = await openSignedIn('/app');
    await page.getByRole('heading', { name: 'Monday, 11 January', level: 1 }).waitFor();
    await page.getByRole('region', { name: 'Today' }).getByText('Ines Okafor').waitFor();
    await page.getByRole('region', { name: 'Upcoming' }).getByText('Otto Brandt').waitFor();
    await isClean(page, 'home');
    await page
      .getByRole('navigation', { name: 'Main navigation' })
      .getByRole('link', { name: 'Events' })
      .click();
    await page.getByRole('heading', { name: 'Events', level: 1 }).waitFor();
    await expect.poll(() => getFocusedName(page)).toBe('Events');
    expect(await page.title()).toBe('Events · Daybook');
  }, 60_000);

  test('on a phone, the areas are at the foot of the window', async () => {
    const page = await openSignedIn('/app', phone);
    await page
      .getByRole('navigation', { name: 'Main navigation' })
      .getByRole('link', { name: 'Events' })
      .click();
    await page.getByRole('heading', { name: 'Events', level: 1 }).waitFor();
  });
});
