import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { bookPage, createPage, getInviteePagePath } from '../server/test/booking.ts';
import { fillInForm, waitUntilHydrated, useSite, listViolations } from './site.ts';

/** What visitors change their mind about: by going back, reloading, moving, or changing language, zone and duration. */

const site = useSite();
const { app } = site;
const owner = '/mara-lindqvist';

const eventsOf = async (email: string): Promise<{ startTime: string }[]> =>
  (await app.get(`/scheduled-events?scope=all&inviteeEmail=${email}&count=100`)).body.collection;

/** Waits until the script has taken over the form. */
const enhanced = (page: Page) => page.locator('#form[novalidate]').waitFor();

describe('moving', () => {
  const bookOwn = async (fields: object): Promise<string> => {
    const page = await createPage(app, { title: 'Moved', locations: [{ type: 'ZOOM' }] });
    const { body } = await bookPage(app, page, { location: 'ZOOM', ...fields });
    return getInviteePagePath(app, body.invitees[0].uuid);
  };

  test('shows what is moved, opens at its day in its zone, and leads back', async () => {
    const own = await bookOwn({
      date: '2027-02-10',
      start: '18:00',
      timeZone: 'Asia/Tokyo',
      email: 'a@okafor.example',
    });
    const page = await site.open(`${own}&move=1`);
    await waitUntilHydrated(page);
    const now = page.getByRole('region', { name: 'Current time' });
    expect(await now.textContent()).toContain('Wednesday, 10 February 2027');
    for (const text of ['18:00 – 18:30', 'Tokyo time (UTC+9)', 'Zoom'])
      expect(await now.textContent()).toContain(text);
    await page.getByRole('heading', { name: 'Wednesday, 10 February', exact: true }).waitFor();
    expect(await page.getByText('Tokyo time (UTC+9)', { exact: true }).last().isVisible()).toBe(true);
    expect(await page.getByText('Mara Lindqvist').first().isVisible()).toBe(true);
    expect(await listViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Keep this time' }).click();
    await page.getByRole('heading', { name: 'Your booking' }).waitFor();
  });

  test('does not offer the time that it has, and refuses it', async () => {
    const own = await bookOwn({ date: '2027-02-11', start: '10:00', email: 'b@okafor.example' });
    const page = await site.open(`${own}&move=1`);
    await waitUntilHydrated(page);
    await page.getByRole('link', { name: '10:30', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: '10:00', exact: true }).count()).toBe(0);
    const { status, body } = await app.inject({
      method: 'POST',
      url: `${own}&move=1`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      payload: 'date=2027-02-11&start=10:00&zone=Europe/Berlin',
    });
    expect(status).toBe(409);
    expect(body).toContain('Your event is already at this time.');
  });

  test('in another zone makes that the zone of the booking', async () => {
    const own = await bookOwn({ date: '2027-02-12', start: '10:00', email: 'c@okafor.example' });
    const page = await site.open(`${own}&move=1&zone=Europe/London`);
    await waitUntilHydrated(page);
    await page.getByRole('link', { name: '09:30', exact: true }).click();
    await page.getByRole('button', { name: 'Reschedule to 09:30' }).click();
    await page.getByRole('heading', { name: 'Your event was rescheduled' }).waitFor();
    expect(await page.getByText('London time (UTC+0)').isVisible()).toBe(true);
    expect(await eventsOf('c@okafor.example')).toMatchObject([{ startTime: '2027-02-12T09:30:00.000000Z' }]);
  });
});

describe('after booking', () => {
  test('Back recognises the booking, and does not offer to book again', async () => {
    const { slug } = await createPage(app, { title: 'Back' });
    const page = await site.open(`${owner}/${slug}?date=2027-01-13`);
    await waitUntilHydrated(page);
    await page.getByRole('link', { name: '11:00', exact: true }).click();
    await fillInForm(page, { email: 'back@okafor.example' });
    await page.getByRole('button', { name: 'Book 11:00' }).click();
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor();
    await page.goBack();
    await page.getByText('You’ve booked 11:00 on Wednesday, 13 January 2027.').waitFor();
    expect(await page.getByRole('button', { name: /^Book/ }).isVisible()).toBe(false);
    expect(await listViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'View your booking' }).click();
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor();
    expect(await eventsOf('back@okafor.example')).toHaveLength(1);
  });

  test.each([true, false])(
    'a time that is not offered shows the picker with a sentence; script: %s',
    async (javaScriptEnabled) => {
      const { slug } = await createPage(app, { title: 'Never' });
      const page = await site.open(`${owner}/${slug}?date=2027-01-13&time=03:07&zone=Europe/Berlin`, {
        javaScriptEnabled,
      });
      await page
        .getByText('03:07 on Wednesday, 13 January 2027 isn’t available. Please choose another time.')
        .waitFor();
      expect(await page.getByLabel('Your name').isVisible()).toBe(false);
      await page.getByRole('link', { name: '09:00', exact: true }).click();
      await page.getByRole('button', { name: 'Book 09:00' }).waitFor();
      expect(await page.getByText(/is not free/).isVisible()).toBe(false);
    },
  );

  test('a time that was taken has no button any more, and another one does', async () => {
    const fresh = await createPage(app, { title: 'Gone' });
    const page = await site.open(`${owner}/${fresh.slug}?date=2027-01-14`);
    await waitUntilHydrated(page);
    await page.getByRole('link', { name: '11:00', exact: true }).click();
    await fillInForm(page, { email: 'gone@okafor.example' });
    await bookPage(app, fresh, { date: '2027-01-14', start: '11:00' });
    await page.getByRole('button', { name: 'Book 11:00' }).click();
    await page.getByText('Someone just booked this time.').waitFor();
    expect(await page.getByRole('button', { name: 'Book 11:00', exact: true }).count()).toBe(0);
    await page.getByRole('link', { name: 'Back to times' }).click();
    await page.getByRole('link', { name: '15:00', exact: true }).click();
    expect(await page.getByText('Someone just booked this time.').count()).toBe(0);
    expect(await page.getByLabel('Your name').inputValue()).toBe('Ines Okafor');
    await page.getByRole('button', { name: 'Book 15:00' }).click();
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor();
  });
});

describe('what was chosen and typed stays', () => {
  test('the day, when duration, seats or zone change', async () => {
    const { slug } = await createPage(app, {
      title: 'Stays',
      eventDurations: [{ minutes: 30, default: true }, { minutes: 60 }],
    });
    const page = await site.open(`${owner}/${slug}`);
    await waitUntilHydrated(page);
    await page.getByRole('link', { name: /^Thursday, 21 January/ }).click();
    await page.getByRole('link', { name: '1 hour' }).click();
    await waitUntilHydrated(page);
    await page.getByRole('heading', { name: 'Thursday, 21 January' }).waitFor();
    await page.getByRole('button', { name: 'Change: Time zone' }).click();
    await page.getByRole('combobox').fill('Tokyo');
    await page.getByRole('option', { name: /Tokyo/ }).click();
    await page.getByText('Tokyo time (UTC+9)', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Thursday, 21 January' }).waitFor();
    expect(page.url()).toContain('date=2027-01-21');
  });

  test('the day, without a script', async () => {
    const { slug } = await createPage(app, { title: 'Stays plain' });
    const page = await site.open(`${owner}/${slug}?date=2027-01-21`, { javaScriptEnabled: false });
    await page.getByRole('link', { name: 'Change: Time zone' }).click();
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
    await page.getByRole('button', { name: 'Use this time zone' }).click();
    await page.getByRole('heading', { name: 'Thursday, 21 January' }).waitFor();
  });

  test('what was typed, over a reload and another language, but no consent', async () => {
    const { slug } = await createPage(app, {
      title: 'Typed',
      inviteeQuestions: [
        { question: 'Colour?', type: 'RADIO_INPUT', options: ['Red', 'Blue'] },
        { question: 'Terms', type: 'CHECKBOX_INPUT', options: ['I agree'] },
      ],
    });
    const page = await site.open(`${owner}/${slug}?date=2027-01-22&time=10:00&zone=Europe/Berlin`);
    await enhanced(page);
    await fillInForm(page, { name: 'Kofi Mensah', email: 'kofi@baobab.example' });
    await page.getByLabel('Blue').check();
    await page.getByLabel('I agree').check();
    await page.reload();
    await expect.poll(() => page.getByLabel('Your name').inputValue()).toBe('Kofi Mensah');
    expect(await page.getByLabel('Blue').isChecked()).toBe(true);
    expect(await page.getByLabel('I agree').isChecked()).toBe(false);
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await page.getByRole('button', { name: '10:00 buchen' }).waitFor();
    await expect.poll(() => page.getByLabel('E-Mail-Adresse').inputValue()).toBe('kofi@baobab.example');
  });
});

describe('sending', () => {
  test('says so without a connection, loses nothing, and can be tried again', async () => {
    const { slug } = await createPage(app, { title: 'Offline' });
    const page = await site.open(`${owner}/${slug}?date=2027-01-25&time=10:00&zone=Europe/Berlin`);
    await fillInForm(page, { email: 'offline@okafor.example' });
    await enhanced(page);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Book 10:00' }).click();
    await page.getByRole('alert').filter({ hasText: 'You’re offline' }).waitFor();
    expect(await listViolations(page)).toEqual([]);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Book 10:00' }).click();
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor();
  });

  test('shows that it is sending', async () => {
    const { slug } = await createPage(app, { title: 'Slow' });
    const page = await site.open(`${owner}/${slug}?date=2027-01-26&time=10:00&zone=Europe/Berlin`);
    await fillInForm(page, { email: 'slow@okafor.example' });
    await enhanced(page);
    await page.route(`**${owner}/${slug}*`, async (route) => {
      await new Promise((resolve) => {
        setTimeout(resolve, 600);
      });
      await route.continue();
    });
    await page.getByRole('button', { name: 'Book 10:00' }).click();
    await page.getByRole('button', { name: 'Booking…' }).waitFor();
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor();
  });
});

describe('the clock', () => {
  test('12 or 24 hours, as the visitor switches it, kept with the language and used in the mail', async () => {
    const { slug } = await createPage(app, { title: 'Clock' });
    const page = await site.open(`${owner}/${slug}?date=2027-01-27`);
    await page.getByRole('link', { name: '12-hour clock' }).click();
    await page.getByRole('link', { name: '2:30 pm', exact: true }).waitFor();
    await page.goto(`${owner}/${slug}?date=2027-01-27`);
    await waitUntilHydrated(page);
    await page.getByRole('link', { name: '2:30 pm', exact: true }).click();
    await fillInForm(page, { email: 'clock@okafor.example' });
    await page.getByRole('button', { name: 'Book 2:30 pm' }).click();
    await page.getByText('2:30 pm – 3:00 pm').waitFor();
    expect(await eventsOf('clock@okafor.example')).toHaveLength(1);
    const { rows } = await app.runtime.database.pool.query(
      `select content_sealed from mail_message where to_email = 'clock@okafor.example'`,
    );
    expect(app.runtime.secrets.unseal(rows[0].content_sealed)).toContain('2:30 pm–3:00 pm');
  });
});
