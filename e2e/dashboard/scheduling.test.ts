import { describe, expect, test } from 'vitest';
import { book, makePage } from '../../server/test/booking.ts';
import { focusedName, phone } from '../site.ts';
import { isClean, signIn, useDashboard } from './dashboard.ts';

const site = useDashboard();
const { app, openSignedIn } = site;

async function bookAt(date: string, start: string, more: object = {}) {
  const made = await makePage(app, { title: `Call ${date} ${start}` });
  const { body, status } = await book(app, made, { date, start, ...more });
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
    await page.getByRole('region', { name: 'Next days' }).getByText('Otto Brandt').waitFor();
    await isClean(page, 'home');
    await page.getByRole('link', { name: 'Events', exact: true }).click();
    await page.getByRole('heading', { name: 'Events', level: 1 }).waitFor();
    await expect.poll(() => focusedName(page)).toBe('Events');
    expect(await page.title()).toBe('Events · Daybook');
  }, 60_000);

  test('the account menu changes the theme for good and signs out', async () => {
    const page = await openSignedIn('/app');
    await page.getByRole('button', { name: 'Mara Lindqvist' }).click();
    await isClean(page, 'account menu');
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    await expect.poll(async () => (await app.get('/preferences')).body.resource.theme).toBe('dark');
    await page.reload();
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    await app.put('/preferences', { theme: 'system' });
    await page.getByRole('button', { name: 'Mara Lindqvist' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByText('You are signed out.').waitFor();
  }, 60_000);

  test('a session that has ended leads to the sign-in, and back to the same place', async () => {
    const page = await openSignedIn('/app/events');
    await page.getByRole('heading', { name: 'Events', level: 1 }).waitFor();
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'Past' }).click();
    await page.getByRole('heading', { name: 'Sign in to Daybook' }).waitFor();
    await signIn(page);
    await page.getByRole('heading', { name: 'Events', level: 1 }).waitFor();
    expect(new URL(page.url()).search).toBe('?when=past');
  }, 60_000);

  test('an unknown address says so inside the shell, and a missing event leaves the list standing', async () => {
    const page = await openSignedIn('/app/nowhere');
    await page.getByText('There is nothing at this address.').waitFor();
    await page.goto('/app/events/dbk-AAAAAAAAAAAAAAAA');
    await page.getByText('Event not found.').waitFor();
    await page.getByRole('heading', { name: 'Events', level: 1 }).waitFor();
    await isClean(page, 'missing event');
  }, 60_000);

  test('without a connection it says so', async () => {
    const page = await openSignedIn('/app');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.context().setOffline(true);
    await page.getByText('There is no connection.').waitFor();
    await page.context().setOffline(false);
    await expect.poll(() => page.getByText('There is no connection.').count()).toBe(0);
  });

  test('on a phone, the areas are at the foot of the window', async () => {
    const page = await openSignedIn('/app', phone);
    await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Events' }).click();
    await page.getByRole('heading', { name: 'Events', level: 1 }).waitFor();
  });
});

describe('events', () => {
  test('are found by a filter, opened, noted and cancelled with a reason', async () => {
    const booked = await bookAt('2027-01-14', '11:00', {
      name: 'Priya Raman',
      email: 'priya@lotus.example',
    });
    await bookAt('2027-01-14', '13:00', { name: 'Kofi Mensah', email: 'kofi@baobab.example' });
    const page = await openSignedIn('/app/events');
    await page.getByRole('link', { name: /Kofi Mensah/ }).waitFor();
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Invitee’s address').fill('priya@lotus.example');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('link', { name: /Kofi Mensah/ }).count()).toBe(0);
    expect(new URL(page.url()).searchParams.get('invitee')).toBe('priya@lotus.example');
    await isClean(page, 'events filtered');
    await page.getByRole('link', { name: /Priya Raman/ }).click();
    const panel = page.getByRole('complementary', { name: booked.title });
    await panel.getByText('Thursday, 14 January, 11:00 to 11:30').waitFor();
    await expect.poll(() => focusedName(page)).toBe(booked.title);
    expect(new URL(page.url()).pathname).toBe(`/app/events/${booked.uuid}`);
    await panel.getByLabel('Write a note').fill('Wants <two> plans\nand a call');
    await panel.getByRole('button', { name: 'Save the note' }).click();
    await panel.getByText('Wants <two> plans').waitFor();
    await isClean(page, 'event');
    await panel.getByRole('button', { name: 'Cancel this event' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel this event?' });
    await isClean(page, 'cancel dialog');
    await dialog.getByLabel('Reason, which the invitees read').fill('Ill');
    await dialog.getByRole('button', { name: 'Cancel this event' }).click();
    await page.getByText('The event is cancelled.').waitFor();
    await panel.getByText('Cancelled: Ill').waitFor();
    const { body } = await app.get(`/scheduled-events/${booked.uuid}`);
    expect(body.resource.status).toBe('cancelled');
    await panel.getByRole('link', { name: 'Close' }).click();
    await expect.poll(() => focusedName(page)).toContain('Priya Raman');
  }, 90_000);
});

describe('pages', () => {
  test('one is made, refused at its fields, edited, and booked; switched off, it is not', async () => {
    const page = await openSignedIn('/app/pages');
    await page.getByRole('link', { name: 'New page' }).click();
    const maker = page.getByRole('complementary', { name: 'New page' });
    await maker.getByLabel('Duration in minutes').fill('0');
    await maker.getByRole('button', { name: 'Create the page' }).click();
    await expect.poll(() => maker.getByLabel('Title').getAttribute('aria-invalid')).toBe('true');
    expect(await maker.getByLabel('Duration in minutes').getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('title');
    await isClean(page, 'new page refused');
    await maker.getByLabel('Title').fill('Garden visit');
    await maker.getByLabel('Duration in minutes').fill('45');
    await maker.getByRole('button', { name: 'Create the page' }).click();
    const editor = page.getByRole('complementary', { name: 'Garden visit' });
    await editor.getByLabel('Where').selectOption('Google Meet');
    await editor.getByLabel('Description').fill('We look at <your> garden.');
    await editor.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await isClean(page, 'page editor');
    const { body } = await app.get('/event-types?count=100');
    const made = body.collection.find(({ title }: { title: string }) => title === 'Garden visit');
    expect(made.duration).toBe(45);
    const visitor = await site.open(`/mara-lindqvist/${made.slug}`);
    await visitor.getByRole('heading', { name: 'Garden visit' }).waitFor();
    expect((await visitor.locator('main').innerText()).includes('We look at <your> garden.')).toBe(true);
    const booked = await book(app, made, { date: '2027-01-15', start: '09:00', location: 'GOOGLE_MEET' });
    expect(booked.status, JSON.stringify(booked.body)).toBe(200);
    await editor.getByRole('link', { name: 'Close' }).click();
    await page.getByRole('switch', { name: 'Garden visit can be booked' }).click();
    await page.getByText('The page can not be booked any more.').waitFor();
    expect((await app.get(`/event-types/${made.uuid}`)).body.resource.isActive).toBe(false);
    await isClean(page, 'pages');
  }, 120_000);

  test('those of a colleague are a choice away, and stay in the address', async () => {
    const page = await openSignedIn('/app/pages');
    await page.getByLabel('Pages of').selectOption({ label: 'Aiko Tanaka' });
    await expect.poll(() => new URL(page.url()).search).toBe('?user=aiko-tanaka');
    await page
      .getByRole('region', { name: 'Pages' })
      .getByRole('link', { name: /Aiko Tanaka/ })
      .first()
      .waitFor();
  }, 60_000);
});
