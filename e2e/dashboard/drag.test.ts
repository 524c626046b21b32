import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { bookPage, createPage } from '../../server/test/booking.ts';
import { dragByTouch, isClean, savePicture, useDashboard } from './dashboard.ts';

/** What is done by dragging in the week, and by keys instead. Today is Monday, 11 January 2027. */

const { app, addUser, openSignedIn } = useDashboard();

async function bookAt(date: string, start: string, name: string, fields: object = {}) {
  const made = await createPage(app, { title: `Call of ${name}`, ...fields });
  const { body, status } = await bookPage(app, made, { date, start, name });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as { uuid: string };
}
const startOf = async (uuid: string): Promise<string> =>
  (await app.get(`/scheduled-events/${uuid}`)).body.resource.startTime.slice(0, 16);
const hostOf = async (uuid: string): Promise<string> =>
  (await app.get(`/scheduled-events/${uuid}`)).body.resource.hosts[0].firstName;

const openWeek = async (date: string, browser = {}): Promise<Page> => {
  const page = await openSignedIn(`/app/events?view=week&date=${date}`, browser);
  await page.locator('.wc').first().waitFor();
  return page;
};
const column = (page: Page, name: string): Locator => page.getByRole('region', { name }).locator('.wc');

/** The middle of a column at an hour, in the window. */
async function placeOf(page: Page, day: string, hour: number) {
  const box = await column(page, day).boundingBox();
  if (!box) throw new Error(`No ${day}`);
  return { x: box.x + box.width / 2, y: box.y + hour * 56 + 3 };
}

async function dragTo(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y + 10);
  await page.mouse.move(to.x, to.y, { steps: 5 });
}

describe('an event of the week', () => {
  test('is dragged to another day and time, and back by Undo; nobody is told of either', async () => {
    const { uuid } = await bookAt('2027-01-19', '10:00', 'Ada Reyes');
    await app.runEffects();
    const page = await openWeek('2027-01-19');
    await page.locator(`#event-${uuid}`).waitFor();
    await dragTo(
      page,
      await placeOf(page, 'Tuesday, 19 January', 10),
      await placeOf(page, 'Thursday, 21 January', 14),
    );
    await page.locator('.picked', { hasText: 'Thu 21 Jan, 14:00' }).waitFor();
    await page.getByRole('group', { name: 'Reassign to' }).waitFor();
    await savePicture(page, 'week dragging');
    await page.mouse.up();
    await column(page, 'Thursday, 21 January').locator(`#event-${uuid}`).waitFor();
    await page.getByText('Rescheduled to Thu 21 Jan, 14:00. Everyone gets an email.').waitFor();
    expect(await startOf(uuid)).toBe('2027-01-21T13:00');
    await savePicture(page, 'week moved');
    await page.getByRole('button', { name: 'Undo' }).click();
    await column(page, 'Tuesday, 19 January').locator(`#event-${uuid}`).waitFor();
    await expect.poll(() => startOf(uuid)).toBe('2027-01-19T09:00');
    const { body } = await app.get('/mail?count=100');
    const about = body.collection.filter(({ kind }: { kind: string }) => kind === 'moved');
    expect(about).toEqual([]);
    await isClean(page, 'week after a drag');
  }, 120_000);

  test('Escape leaves it where it was, and a drag opens nothing', async () => {
    const { uuid } = await bookAt('2027-01-19', '12:00', 'Bo Lund');
    const page = await openWeek('2027-01-19');
    await page.locator(`#event-${uuid}`).waitFor();
    await dragTo(
      page,
      await placeOf(page, 'Tuesday, 19 January', 12),
      await placeOf(page, 'Friday, 22 January', 9),
    );
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect.poll(() => page.locator('.picked').count()).toBe(0);
    expect([await startOf(uuid), new URL(page.url()).pathname]).toEqual(['2027-01-19T11:00', '/app/events']);
  }, 60_000);

  test('a time that the page doesn’t offer is asked about, and one that is taken is refused with the reason', async () => {
    const { uuid } = await bookAt('2027-01-20', '10:00', 'Cleo Marsh');
    await bookAt('2027-01-20', '15:00', 'Dag Moe');
    const page = await openWeek('2027-01-20');
    const wednesday = 'Wednesday, 20 January';
    await page.locator(`#event-${uuid}`).waitFor();
    await dragTo(page, await placeOf(page, wednesday, 10), await placeOf(page, wednesday, 17.5));
    await page.mouse.up();
    const dialog = page.getByRole('dialog', { name: 'Reschedule to Wed 20 Jan, 17:30?' });
    await dialog.waitFor();
    await isClean(page, 'week not offered');
    await dialog.getByRole('button', { name: 'Reschedule anyway' }).click();
    await page.getByText('Rescheduled to Wed 20 Jan, 17:30.').waitFor();
    expect(await startOf(uuid)).toBe('2027-01-20T16:30');
    await dragTo(page, await placeOf(page, wednesday, 17.5), await placeOf(page, wednesday, 15));
    await page.mouse.up();
    await page.getByText('This time is no longer available.').waitFor();
    await expect.poll(() => startOf(uuid)).toBe('2027-01-20T16:30');
  }, 120_000);

  test('is dropped on another host, who has it until Undo', async () => {
    const { uuid } = await bookAt('2027-01-21', '16:00', 'Eli Voss');
    const page = await openWeek('2027-01-21');
    await page.locator(`#event-${uuid}`).waitFor();
    const from = await placeOf(page, 'Thursday, 21 January', 16);
    await dragTo(page, from, { x: from.x, y: from.y + 30 });
    const tomas = page.getByRole('button', { name: /Tom.s Rivera/ });
    const box = await tomas.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 10, { steps: 3 });
    await expect.poll(() => tomas.getAttribute('data-over')).toBe('true');
    await page.mouse.up();
    await page.getByText(/Reassigned to Tom.s Rivera. Everyone gets an email./).waitFor();
    expect(await hostOf(uuid)).toMatch(/^Tom.s$/);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => hostOf(uuid)).toBe('Mara');
  }, 90_000);

  test('is moved by keys alone, and each step is announced', async () => {
    const { uuid } = await bookAt('2027-01-22', '10:00', 'Fay Nolan');
    const page = await openWeek('2027-01-22');
    await page.locator(`#event-${uuid}`).focus();
    await page.keyboard.press('m');
    const status = page.locator('.week-box > [role="status"]');
    await expect.poll(() => status.textContent()).toContain('Fay Nolan. Choose another time');
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowLeft']) await page.keyboard.press(key);
    await expect.poll(() => status.textContent()).toMatch(/^Thu.21 Jan, 10:30$/);
    await page.keyboard.press('Escape');
    expect(await startOf(uuid)).toBe('2027-01-22T09:00');
    await page.keyboard.press('m');
    for (const key of ['PageDown', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
    await page.getByText('Rescheduled to Thu 21 Jan, 11:00.').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(`event-${uuid}`);
    expect(await startOf(uuid)).toBe('2027-01-21T10:00');
  }, 90_000);

  test('lands on the time that the clock shows on the day on which clocks change', async () => {
    const { uuid } = await bookAt('2027-03-26', '10:00', 'Gus Okello', {
      bookingWindow: { type: 'unlimited' },
    });
    const page = await openWeek('2027-03-26');
    await page.locator(`#event-${uuid}`).waitFor();
    await dragTo(
      page,
      await placeOf(page, 'Friday, 26 March', 10),
      await placeOf(page, 'Sunday, 28 March', 11),
    );
    await page.mouse.up();
    await page.getByRole('button', { name: 'Reschedule anyway' }).click();
    await page.getByText('Rescheduled to Sun 28 Mar, 11:00.').waitFor();
    expect(await startOf(uuid)).toBe('2027-03-28T09:00');
  }, 60_000);

  test('with a finger, a long press lifts it', async () => {
    const { uuid } = await bookAt('2027-01-25', '10:00', 'Hana Ito');
    const page = await openWeek('2027-01-25', { hasTouch: true });
    await page.locator(`#event-${uuid}`).waitFor();
    const from = await placeOf(page, 'Monday, 25 January', 10);
    await dragByTouch(page, from, await placeOf(page, 'Tuesday, 26 January', 12), 500);
    await page.getByText('Rescheduled to Tue 26 Jan, 12:00.').waitFor();
    expect(await startOf(uuid)).toBe('2027-01-26T11:00');
  }, 60_000);
});

describe('an empty hour of the week', () => {
  const absencesOn = async (date: string) =>
    (await app.get('/absences?count=100')).body.collection.filter(({ start }: { start: string }) =>
      start.startsWith(date),
    );

  test('is blocked by a click and a choice, and free again by Undo', async () => {
    const page = await openWeek('2027-02-02');
    const at = await placeOf(page, 'Tuesday, 2 February', 11);
    await page.mouse.click(at.x, at.y);
    const menu = page.getByRole('menu', { name: 'Tuesday, 2 February, 11:00 to 12:00' });
    await menu.waitFor();
    await isClean(page, 'week hour');
    await menu.getByRole('menuitem', { name: 'Block this time' }).click();
    await page.getByText('Blocked: Tuesday, 2 February, 11:00 to 12:00.').waitFor();
    await column(page, 'Tuesday, 2 February').getByText('Away').waitFor();
    expect(await absencesOn('2027-02-02')).toMatchObject([
      { start: '2027-02-02T10:00:00.000000Z', end: '2027-02-02T11:00:00.000000Z', kind: 'other' },
    ]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => absencesOn('2027-02-02')).toEqual([]);
  }, 90_000);

  test('is drawn with a mouse, and booked for someone at the time that was drawn', async () => {
    await createPage(app, { title: 'Drawn call' });
    const page = await openWeek('2027-02-03');
    const wednesday = 'Wednesday, 3 February';
    await dragTo(page, await placeOf(page, wednesday, 13), await placeOf(page, wednesday, 14.5));
    await page.mouse.up();
    await page.getByRole('menu', { name: `${wednesday}, 13:00 to 14:45` }).waitFor();
    await page.getByRole('menuitem', { name: 'Book for someone' }).click();
    const panel = page.getByRole('complementary', { name: 'Book for someone' });
    await panel.waitFor();
    expect(new URL(page.url()).searchParams.get('at')).toBe('2027-02-03T13:00');
  }, 90_000);

  test('is reached by keys: an absence begins with its day and hours', async () => {
    const page = await openWeek('2027-02-04');
    await page.locator('.hour-cursor').focus();
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('menu', { name: 'Tuesday, 2 February, 10:00 to 11:00' }).waitFor();
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    const dialog = page.getByRole('dialog', { name: 'New absence' });
    await dialog.getByRole('button', { name: 'Add absence' }).click();
    await expect
      .poll(() => absencesOn('2027-02-02'))
      .toMatchObject([{ start: '2027-02-02T09:00:00.000000Z', end: '2027-02-02T10:00:00.000000Z' }]);
  }, 90_000);

  test('with a finger, a long press picks it', async () => {
    const page = await openWeek('2027-02-08', { hasTouch: true });
    const at = await placeOf(page, 'Monday, 8 February', 11);
    await dragByTouch(page, at, at, 500);
    await page.getByRole('menu', { name: 'Monday, 8 February, 11:00 to 12:00' }).waitFor();
  }, 60_000);

  test('from right to left, the next day is to the left', async () => {
    await addUser('noor@juniper.example', 'Noor', { language: 'ar' });
    const page = await openSignedIn('/app/events?view=week&date=2027-02-09', {}, 'noor@juniper.example');
    const cursor = page.locator('.hour-cursor');
    const dayOf = () =>
      cursor.evaluate((element) => element.closest<HTMLElement>('[data-day]')?.dataset['day']);
    await cursor.focus();
    const before = Number(await dayOf());
    await page.keyboard.press('ArrowLeft');
    await expect.poll(async () => Number(await dayOf())).toBe(before + 1);
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor();
    await isClean(page, 'week hour in Arabic');
  }, 90_000);
});
