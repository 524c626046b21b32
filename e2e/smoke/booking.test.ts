import { expect, test } from 'vitest';
import { createPage } from '../../server/test/booking.ts';
import { fillInForm, waitUntilHydrated, useSite } from '../site.ts';

const site = useSite();
const { app } = site;
const owner = '/mara-lindqvist';

test('6, 11, 14: the first day is preselected; the time is in the URL; Back returns to the times; a reload keeps the choice', async () => {
  const { slug } = await createPage(app, { title: 'First', locations: [{ type: 'GOOGLE_MEET' }] });
  const page = await site.open(`${owner}/${slug}`);
  await waitUntilHydrated(page);
  expect(await page.getByRole('heading', { name: 'Monday, 11 January' }).isVisible()).toBe(true);
  await page.getByRole('link', { name: /^Tuesday, 12 January 2027, \d+ times$/ }).click();
  expect(page.url()).toContain('date=2027-01-12');
  await page.getByRole('link', { name: '10:30', exact: true }).click();
  expect(page.url()).toContain('time=10:30');
  await page.getByRole('heading', { name: /Tuesday, 12 January 2027, 10:30/ }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: '10:30', exact: true }).waitFor();
  await page.goForward();
  await page.reload();
  await page.getByRole('heading', { name: /10:30/ }).waitFor();
  await fillInForm(page, { email: 'first@okafor.example' });
  await page.getByRole('button', { name: 'Book 10:30' }).click();
  await page.getByRole('heading', { name: 'You’re booked' }).waitFor();
  for (const text of [
    'First',
    'Tuesday, 12 January 2027',
    '10:30 – 11:00',
    'Berlin time (UTC+1)',
    'Google Meet',
    'Mara Lindqvist',
    'Ines Okafor',
  ]) {
    expect(await page.getByText(text).first().isVisible(), text).toBe(true);
  }
  for (const name of ['Google Calendar', 'Outlook', 'Calendar file', 'Reschedule', 'Cancel event']) {
    expect(await page.getByRole('link', { name }).isVisible(), name).toBe(true);
  }
  const { body } = await app.get('/scheduled-events?scope=all&inviteeEmail=first@okafor.example');
  const [event] = body.collection;
  expect(event).toMatchObject({
    startTime: '2027-01-12T09:30:00.000000Z',
    invitees: [{ timeZone: 'Europe/Berlin' }],
  });
});
