import { expect, test } from 'vitest';
import { bookPage, createPage } from '../../server/test/booking.ts';
import { isClean, useDashboard } from '../dashboard/dashboard.ts';

const site = useDashboard();
const { app, openSignedIn } = site;

test('bookings are charted by day, read by keys, divided by page, shown as a table and exported', async () => {
  const [intro, visit] = [
    await createPage(app, { title: 'Garden intro' }),
    await createPage(app, { title: 'Garden visit' }),
  ];
  for (const [page, start] of [
    [intro, '09:00'],
    [intro, '10:00'],
    [visit, '11:00'],
  ] as const) {
    const { status, body } = await bookPage(app, page, { date: '2027-01-12', start });
    expect(status, JSON.stringify(body)).toBe(200);
  }
  // Rows are written by the database's clock, whatever the day of the tests is.
  const dayMs = 86_400_000;
  const [from, to] = [-20, 1].map((days) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10));
  const page = await openSignedIn(`/app/insights?from=${from}&to=${to}`);
  const card = page.getByRole('region', { name: 'Bookings', exact: true });
  const chart = card.getByRole('slider', { name: 'Bookings' });
  await chart.focus();
  await page.keyboard.press('End');
  const said = (): Promise<string> => chart.getAttribute('aria-valuetext').then((text) => text ?? '');
  const last = await said();
  expect(last).toMatch(/: \d+$/);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(said).not.toBe(last);
  await isClean(page, 'insights');
  await page.getByLabel('Group by').selectOption('Booking page');
  await expect.poll(() => new URL(page.url()).searchParams.get('groupBy')).toBe('page');
  await card.getByRole('listitem').getByText('Garden intro').waitFor();
  await card.getByText('Table', { exact: true }).click();
  await card.getByRole('columnheader', { name: 'Garden intro' }).waitFor();
  // There are five colours, and more pages than that.
  await card.getByRole('columnheader', { name: 'Other' }).waitFor();
  await isClean(page, 'insights by page');
  const byPage = page.getByRole('region', { name: 'Bookings by booking page' });
  await byPage.getByRole('row', { name: 'Garden intro 2' }).waitFor();
  const href = await card.getByRole('link', { name: 'Export Bookings as CSV' }).getAttribute('href');
  expect(href).toContain('/v2/insights/bookings.csv?');
  const csv = await page.evaluate(async (address) => (await fetch(address)).text(), href ?? '');
  expect(csv).toContain('Garden visit');
  await page.getByRole('link', { name: '365 days' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('days')).toBe('365');
  expect(await page.getByLabel('By', { exact: true }).inputValue()).toBe('month');
}, 120_000);
