import { expect, test } from 'vitest';
import { bookPage, createPage } from '../../server/test/booking.ts';
import { fillInForm, checkEachForm, phone, listViolations } from '../site.ts';
import type { Page } from 'playwright-core';
import { isClean, useDashboard } from './dashboard.ts';

/** Series of bookings, in a real browser. */

const site = useDashboard();
const { app, openSignedIn } = site;

test('a host allows series, a visitor books one on a phone without the times that are taken, and the host ends it', async () => {
  const made = await createPage(app, { title: 'Lessons', bookingWindow: { type: 'unlimited' } });
  await bookPage(app, made, { date: '2027-01-26', start: '10:00', email: 'other@okafor.example' });
  const host = await openSignedIn(`/app/pages/${made.uuid}`);
  await host.getByRole('checkbox', { name: 'Every week', exact: true }).check();
  await host.getByLabel('Maximum number of events').fill('6');
  await isClean(host, 'series of a page');
  await host.getByRole('button', { name: 'Save' }).first().click();
  await expect
    .poll(async () => (await app.get(`/event-types/${made.uuid}/settings`)).body.resource.recurrence)
    .toEqual({ frequencies: ['weekly'], maximumOccurrences: 6 });

  const visitor = await site.open(`/mara-lindqvist/${made.slug}?date=2027-01-12&time=10:00`, phone);
  await fillInForm(visitor, { email: 'pupil@okafor.example' });
  expect(await visitor.getByLabel('Number of events').isVisible()).toBe(false);
  await visitor.getByLabel('Repeat').selectOption({ label: 'Every week' });
  await visitor.getByLabel('Number of events').fill('4');
  await visitor.getByRole('button', { name: 'Book 10:00' }).click();
  await visitor.getByText('These times are not available:').waitFor();
  await visitor.getByText('Tuesday, 26 January 2027, 10:00').waitFor();
  await isAccessible(visitor);
  await visitor.getByRole('button', { name: 'Book the other times' }).click();
  await visitor.getByRole('heading', { name: 'You’re booked' }).waitFor();
  const list = visitor.getByRole('region', { name: 'All events in the series' });
  await expect.poll(() => list.getByRole('listitem').count()).toBe(3);
  await isAccessible(visitor);
  await list.getByRole('link', { name: /19 January 2027/ }).click();
  await visitor.getByRole('link', { name: 'Cancel', exact: false }).last().click();
  await visitor.getByRole('radio', { name: 'Only this event' }).waitFor();
  await isAccessible(visitor);
  await visitor.locator('button.is-danger').click();
  await visitor.getByRole('heading', { name: 'This event was canceled' }).waitFor();

  const [first] = (await app.get('/scheduled-events?inviteeEmail=pupil@okafor.example')).body.collection;
  await host.goto(`/app/events/${first.uuid}`);
  await host.getByText('Event 1 of 3 in a series').waitFor();
  await isClean(host, 'event of a series');
  await host.getByRole('button', { name: 'Cancel remaining events' }).click();
  const dialog = host.getByRole('dialog', { name: 'Cancel the remaining events in this series?' });
  await isClean(host, 'end of a series');
  await dialog.getByRole('button', { name: 'Cancel remaining events' }).click();
  await host.getByText('Remaining events canceled.').waitFor();
  const { collection } = (await app.get('/scheduled-events?inviteeEmail=pupil@okafor.example')).body;
  expect(collection.map(({ status }: { status: string }) => status)).toEqual(Array(3).fill('cancelled'));
}, 120_000);

/** A public page may be longer than the window. */
async function isAccessible(page: Page): Promise<void> {
  await checkEachForm(page, async (form, rules) =>
    expect(await listViolations(page, rules), form).toEqual([]),
  );
}
