import { describe, expect, test } from 'vitest';
import { bookPage, createPage } from '../../server/test/booking.ts';
import { getFocusedName } from '../site.ts';
import { addFilter, isClean, useDashboard } from './dashboard.ts';

const { app, openSignedIn } = useDashboard();

async function bookAt(date: string, start: string, more: object = {}) {
  const made = await createPage(app, { title: `Call ${date} ${start}` });
  const { body, status } = await bookPage(app, made, { date, start, ...more });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as { uuid: string; title: string };
}

const priya = { name: 'Priya Raman', email: 'priya@lotus.example' };
const kofi = { name: 'Kofi Mensah', email: 'kofi@baobab.example' };

describe('events', () => {
  test('are found by a filter, opened, noted with formatting, and cancelled with a way back', async () => {
    const booked = await bookAt('2027-01-14', '11:00', priya);
    await bookAt('2027-01-14', '13:00', kofi);
    const page = await openSignedIn('/app/events');
    await page.getByRole('link', { name: /Kofi Mensah/ }).waitFor();
    await isClean(page, 'events');
    await addFilter(page, 'Invitee’s email address');
    const chip = page.getByRole('group', { name: 'Filter by Invitee’s email address' });
    await chip.getByRole('textbox').fill(priya.email);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('link', { name: /Kofi Mensah/ }).count()).toBe(0);
    expect(new URL(page.url()).searchParams.get('invitee')).toBe(priya.email);
    await isClean(page, 'events filtered');
    await chip.getByRole('button', { name: 'Remove filter by Invitee’s email address' }).click();
    await page.getByRole('link', { name: /Kofi Mensah/ }).waitFor();
    await addFilter(page, 'Invitee’s email address');
    await chip.getByRole('textbox').fill(priya.email);
    await expect.poll(() => page.getByRole('link', { name: /Kofi Mensah/ }).count()).toBe(0);
    await page.getByRole('link', { name: /Priya Raman/ }).click();
    const panel = page.getByRole('complementary', { name: booked.title });
    await panel.getByText('Thursday, 14 January, 11:00 to 11:30').waitFor();
    await expect.poll(() => getFocusedName(page)).toBe(booked.title);
    expect(new URL(page.url()).pathname).toBe(`/app/events/${booked.uuid}`);
    await page.keyboard.press('n');
    const bold = panel.getByRole('button', { name: 'Bold' });
    await bold.waitFor();
    await page.keyboard.type('Wants <two> ');
    await page.keyboard.press('ControlOrMeta+b');
    await page.keyboard.type('plans');
    expect(await bold.getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('ControlOrMeta+b');
    await page.keyboard.press('Enter');
    await page.keyboard.type('- one');
    await page.keyboard.press('Enter');
    await page.keyboard.type('two');
    await isClean(page, 'note');
    await panel.getByRole('button', { name: 'Save note' }).click();
    await panel.getByRole('article').getByText('plans').waitFor();
    const notes = await app.get(`/notes/event/${booked.uuid}`);
    expect(notes.body.list[0].note).toBe(
      '<p>Wants &lt;two&gt; <strong>plans</strong></p><ul><li>one</li><li>two</li></ul>',
    );
    await isClean(page, 'event');
    await panel.getByRole('button', { name: 'Cancel event' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel this event?' });
    await isClean(page, 'cancel dialog');
    await dialog.getByLabel('Reason (shown to invitees)').fill('Ill');
    await dialog.getByRole('button', { name: 'Cancel event' }).click();
    await panel.getByText('Canceled', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await panel.getByRole('button', { name: 'Cancel event' }).waitFor();
    const status = async () => (await app.get(`/scheduled-events/${booked.uuid}`)).body.resource.status;
    expect(await status()).toBe('confirmed');
    await panel.getByRole('button', { name: 'Cancel event' }).click();
    await dialog.getByLabel('Reason (shown to invitees)').fill('Ill');
    await dialog.getByRole('button', { name: 'Cancel event' }).click();
    // What is not sent yet is sent when the page is left.
    await page.goto('/app/events');
    await expect.poll(status).toBe('cancelled');
  }, 180_000);

  test('are shown as a week and as an agenda, by keys as well', async () => {
    await bookAt('2027-01-12', '09:00', kofi);
    await bookAt('2027-01-13', '09:30', priya);
    const page = await openSignedIn('/app/events?view=week');
    const tuesday = page.getByRole('region', { name: 'Tuesday, 12 January' });
    await tuesday.getByRole('link', { name: /Kofi Mensah/ }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => getFocusedName(page)).toContain('Priya Raman');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => getFocusedName(page)).toContain('Kofi Mensah');
    await isClean(page, 'week');
    await page.getByRole('searchbox', { name: 'Search by name or title' }).fill('priya');
    await expect.poll(() => tuesday.getByRole('link', { name: /Kofi Mensah/ }).count()).toBe(0);
    await page.getByRole('searchbox', { name: 'Search by name or title' }).fill('');
    await tuesday.getByRole('link', { name: /Kofi Mensah/ }).waitFor();
    await page.getByRole('link', { name: 'Later' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('date')).toBe('2027-01-18');
    await page.getByRole('link', { name: 'Today' }).click();
    await page.getByRole('link', { name: 'Agenda' }).click();
    await page.getByRole('heading', { name: 'Tuesday, 12 January' }).waitFor();
    await isClean(page, 'agenda');
  }, 120_000);

  test('J, K, Enter and Escape walk through the list', async () => {
    await bookAt('2027-01-20', '09:00', kofi);
    await bookAt('2027-01-20', '10:00', priya);
    const page = await openSignedIn('/app/events?from=2027-01-20&to=2027-01-20');
    await page.getByRole('link', { name: /Kofi Mensah/ }).waitFor();
    await page.keyboard.press('j');
    await expect.poll(() => getFocusedName(page)).toContain('Kofi Mensah');
    await page.keyboard.press('j');
    await expect.poll(() => getFocusedName(page)).toContain('Priya Raman');
    await page.keyboard.press('k');
    await expect.poll(() => getFocusedName(page)).toContain('Kofi Mensah');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: /Call 2027-01-20 09:00/ }).waitFor();
    await page.keyboard.press('j');
    await page.getByRole('complementary', { name: /Call 2027-01-20 10:00/ }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/app/events');
  }, 60_000);

  test('a no-show is shown and switched', async () => {
    const { body } = await app.get(
      '/scheduled-events?scope=all&sort=desc&maxStartTime=2027-01-11T06:00:00Z&status=confirmed',
    );
    const [past] = body.collection;
    const page = await openSignedIn(`/app/events/${past.uuid}?when=past`);
    const noShow = page.getByRole('button', { name: 'No-show' }).first();
    const before = await noShow.getAttribute('aria-pressed');
    const saved = page.waitForResponse((response) => response.request().method() !== 'GET');
    await noShow.click();
    await expect.poll(() => noShow.getAttribute('aria-pressed')).not.toBe(before);
    await saved;
    await page.reload();
    await expect.poll(() => noShow.getAttribute('aria-pressed')).not.toBe(before);
  }, 60_000);
});
