import { expect, test } from 'vitest';
import { bookPage, createPage } from '../../server/test/booking.ts';
import { listViolations } from '../site.ts';
import { chooseOption, isClean, savePicture, useDashboard } from '../dashboard/dashboard.ts';

const { app, openSignedIn, open } = useDashboard();

/** On the clock of the server. */
const inDays = (days: number): string =>
  new Date(app.runtime.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

/** The next date, so many days from now, on which the demo's owner works and nothing is booked. */
async function freeDate(page: { slug: string }, from: number): Promise<{ date: string; start: string }> {
  const { body } = await app.get(
    `/availability/mara-lindqvist/event-types/${page.slug}?startDate=${inDays(from)}&timeZone=Europe/Berlin`,
  );
  const day = body.availability.find(({ slots }: { slots: string[] }) => slots.length > 0);
  return { date: day.date, start: day.slots[0] };
}

test('an absence is entered with its replacement, shows the booking in it, is changed and deleted', async () => {
  const bookable = await createPage(app, { title: 'Advice', bookingWindow: { type: 'unlimited' } });
  const { date, start } = await freeDate(bookable, 20);
  const { status } = await bookPage(app, bookable, { date, start });
  expect(status).toBe(200);
  const page = await openSignedIn('/app/availability');
  await page.getByRole('link', { name: 'Absences and holidays' }).click();
  await page.getByText('No absences').waitFor();
  await isClean(page, 'absences none');
  await page.getByRole('button', { name: 'New absence' }).first().click();
  await page.getByLabel('From').fill(date);
  await page.getByLabel('Last day').fill(inDays(3));
  await chooseOption(page.getByLabel('Replacement'), 'Tomás Rivera');
  await page.getByLabel('Message to invitees').fill('Back soon.');
  await page.getByLabel('Note').fill('Hiking');
  await page.getByRole('button', { name: 'Add absence' }).click();
  await page.getByText('Must be after the start.').waitFor();
  await isClean(page, 'absences wrong');
  await page.getByLabel('Last day').fill(date);
  await page.getByRole('button', { name: 'Add absence' }).click();
  await page.getByText('You have one booking during this absence.').waitFor();
  await isClean(page, 'absences conflicts');
  const conflict = page.getByRole('dialog').getByRole('link', { name: /Advice, Ines Okafor/ });
  expect(await conflict.getAttribute('href')).toMatch(/\/app\/events\/dbk-/);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Hiking').waitFor();
  await isClean(page, 'absences');

  const visitor = await open(`/mara-lindqvist/${bookable.slug}?month=${date.slice(0, 7)}`);
  await visitor.getByText('Back soon.').waitFor();
  await visitor.getByText(/is taking meetings in the meantime/).waitFor();
  expect(await visitor.getByText('Hiking').count()).toBe(0);
  await savePicture(visitor, 'absences public page');
  expect(await listViolations(visitor)).toEqual([]);
  await visitor.close();

  await page.getByRole('button', { name: /^Edit / }).click();
  await page.getByRole('switch', { name: 'All day' }).click();
  await page.getByLabel('From, date').fill(date);
  await page.getByLabel('From, time').fill('07:00');
  await page.getByLabel('Until, date').fill(date);
  await page.getByLabel('Until, time').fill('07:30');
  await page.getByText('In your time zone: Berlin time.').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const { body } = await app.get('/absences');
  expect(body.collection[0].start).toMatch(/T0[56]:00:00/);
  await page.getByRole('button', { name: /^Delete / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No absences').waitFor();
}, 240_000);
