import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { bookPage, createPage } from '../../server/test/booking.ts';
import { fillInForm, checkEachForm, phone, listViolations } from '../site.ts';
import { isClean, useDashboard } from './dashboard.ts';

/** Waitlists of full events, in a real browser. */

const site = useDashboard();
const { app, openSignedIn } = site;

test('a host allows a waitlist, visitors wait on a phone without script, one gets the seat and the host removes another', async () => {
  const made = await createPage(app, { title: 'Evening class', type: 'GROUP', maxActiveInvitees: 1 });
  const { uuid, invitees } = (await bookPage(app, made, { email: 'first@okafor.example' })).body;
  const host = await openSignedIn(`/app/pages/${made.uuid}`);
  await host.getByRole('checkbox', { name: 'Waitlist for full events' }).check();
  await host.getByRole('button', { name: 'Save' }).first().click();
  await expect
    .poll(async () => (await app.get(`/event-types/${made.uuid}/settings`)).body.resource.waitlist)
    .toBe(true);

  const join = async (email: string) => {
    const path = `/mara-lindqvist/${made.slug}?zone=Europe/Berlin`;
    const page = await site.open(path, { ...phone, javaScriptEnabled: false });
    const full = page.getByRole('region', { name: 'Full: join the waitlist' });
    await full.getByRole('link', { name: 'Tuesday, 12 January 2027, 10:00' }).click();
    await page.getByText('This time is full.').waitFor();
    await fillInForm(page, { email });
    await page.getByRole('button', { name: 'Join the waitlist' }).click();
    await page.getByRole('heading', { name: 'You’re on the waitlist' }).waitFor();
    return page;
  };
  const second = await join('second@okafor.example');
  await second.getByText('You’re number 1.').waitFor();
  await join('third@okafor.example');

  await host.goto(`/app/events/${uuid}`);
  const list = host.getByRole('region', { name: 'Waitlist' });
  await expect.poll(() => list.getByRole('listitem').count()).toBe(2);
  await isClean(host, 'waitlist of an event');
  await app.put(`/scheduled-invitees/${invitees[0].uuid}/cancel`);
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
  await list.getByRole('button').click();
  await host.getByText('Removed from the waitlist.').waitFor();
  await expect.poll(() => list.count()).toBe(0);

  await second.reload();
  await second.getByRole('heading', { name: 'You have a seat' }).waitFor();
  await second.getByRole('link', { name: 'View event' }).click();
  await second.getByText('Evening class').first().waitFor();
}, 120_000);

test('the page with full times, the form to wait and the place in the list are accessible', async () => {
  const made = await createPage(app, {
    title: 'Small class',
    type: 'GROUP',
    maxActiveInvitees: 1,
    waitlist: true,
  });
  await bookPage(app, made, { date: '2027-01-13', email: 'only@okafor.example' });
  const page = await site.open(`/mara-lindqvist/${made.slug}?zone=Europe/Berlin`);
  await page.getByRole('region', { name: 'Full: join the waitlist' }).waitFor();
  await isAccessible(page);
  await page.getByRole('link', { name: 'Wednesday, 13 January 2027, 10:00' }).click();
  await page.getByText('This time is full.').waitFor();
  await isAccessible(page);
  await fillInForm(page, { email: 'next@okafor.example' });
  await page.getByRole('button', { name: 'Join the waitlist' }).click();
  await page.getByText('You’re number 1.').waitFor();
  await isAccessible(page);
  await page.getByRole('button', { name: 'Leave the waitlist' }).click();
  await page.getByRole('heading', { name: 'You’re not on the waitlist' }).waitFor();
}, 120_000);

/** A public page may be longer than the window. */
async function isAccessible(page: Page): Promise<void> {
  await checkEachForm(page, async (form, rules) =>
    expect(await listViolations(page, rules), form).toEqual([]),
  );
}
