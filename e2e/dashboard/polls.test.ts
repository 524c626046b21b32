import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createPage } from '../../server/test/booking.ts';
import { checkEachForm, fillInForm, listViolations } from '../site.ts';
import { isClean, useDashboard } from './dashboard.ts';

const site = useDashboard();
const { app, openSignedIn } = site;

test('the page of a poll is accessible, in every form, and shows the zone of the browser', async () => {
  const { uuid } = await createPage(app, { title: 'Review', bookingWindow: { type: 'unlimited' } });
  const times = ['2027-02-02T09:00:00Z', '2027-02-02T13:00:00Z'];
  const body = { eventTypeUuid: uuid, title: 'Quarter', times, deadline: '2027-02-01T12:00:00Z' };
  const poll = (await app.post('/polls', body)).body.resource;
  const page = await site.open(new URL(poll.url).pathname, { timezoneId: 'Asia/Tokyo' });
  await page.getByText('Tokyo time').waitFor();
  await page.getByText(/18:00/).first().waitFor();
  await isAccessible(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  await fillInForm(page, { email: 'third@okafor.example' });
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByText('Thank you.').waitFor();
  await isAccessible(page);
  const host = await openSignedIn(`/app/polls/${poll.uuid}`);
  await host
    .getByRole('button', { name: /^Pick / })
    .first()
    .waitFor();
  await app.patch(`/event-types/${uuid}`, { isActive: false });
  await page.reload();
  await page.getByRole('heading', { name: 'This meeting can no longer be booked' }).waitFor();
  await isAccessible(page);
  // It was open meanwhile.
  await host.getByText(/^The booking page was deleted or deactivated/).waitFor();
  await host.getByText('Can’t be booked').waitFor();
  await isClean(host, 'a poll that can’t be booked');
  await app.put(`/polls/${poll.uuid}/cancel`);
  await page.reload();
  await page.getByRole('heading', { name: 'This poll was canceled' }).waitFor();
  await isAccessible(page);
}, 120_000);

/** A public page may be longer than the window. */
async function isAccessible(page: Page): Promise<void> {
  await checkEachForm(page, async (form, rules) =>
    expect(await listViolations(page, rules), form).toEqual([]),
  );
}
