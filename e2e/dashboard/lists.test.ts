import { describe, expect, test } from 'vitest';
import { bookPage, createPage } from '../../server/test/booking.ts';
import { filterByChoice, isClean, useDashboard } from './dashboard.ts';

const { app, openSignedIn, addUser } = useDashboard();

async function bookFor(name: string, date: string, start: string) {
  const made = await createPage(app, { title: `Talk with ${name}` });
  const { body, status } = await bookPage(app, made, {
    date,
    start,
    name,
    email: `${name.toLowerCase().replaceAll(' ', '.')}@lists.example`,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as { uuid: string };
}

const readStatus = async (uuid: string) =>
  (await app.get(`/scheduled-events/${uuid}`)).body.resource.status as string;

describe('chosen events', () => {
  test('are canceled together; one that fails stays chosen, and the reason is said', async () => {
    const first = await bookFor('Nora Blum', '2027-02-01', '09:00');
    const second = await bookFor('Otis Webb', '2027-02-01', '11:00');
    const third = await bookFor('Petra Lang', '2027-02-01', '13:00');
    const page = await openSignedIn('/app/events?when=all');
    const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
    await box('Nora Blum').click();
    await box('Petra Lang').click({ modifiers: ['Shift'] });
    const bar = page.getByRole('region', { name: 'Selected items' });
    await bar.getByText('3 selected').waitFor();
    await isClean(page, 'events chosen');
    // Someone else is faster with one of them.
    await app.put(`/scheduled-events/${second.uuid}/cancel`, {});
    await bar.getByRole('button', { name: 'Cancel', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel 3 items?' });
    await dialog.getByLabel('Reason (shown to invitees)').fill('The studio is closed.');
    await isClean(page, 'cancel chosen');
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByText('3 items canceled.').waitFor();
    expect(await readStatus(first.uuid)).toBe('confirmed');
    // Nobody can undo it any more.
    await page.getByRole('button', { name: 'Dismiss' }).click();
    const report = page.getByRole('dialog', { name: 'Not everything was done' });
    await report.getByText('2 items canceled.').waitFor();
    await report.getByText(/^Otis Webb/).waitFor();
    await isClean(page, 'what failed');
    await report.getByRole('button', { name: 'Close' }).first().click();
    expect(await Promise.all([first, third].map(({ uuid }) => readStatus(uuid)))).toEqual([
      'cancelled',
      'cancelled',
    ]);
    const read = (await app.get(`/scheduled-events/${first.uuid}`)).body.resource;
    expect(read.invitees[0].cancellation.cancellationReason).toBe('The studio is closed.');
  }, 120_000);

  test('that were canceled together come back by Undo, and nobody is told', async () => {
    const events = [
      await bookFor('Silas Frey', '2027-02-03', '09:00'),
      await bookFor('Thea Holm', '2027-02-03', '11:00'),
    ];
    const page = await openSignedIn('/app/events?q=lists.example&from=2027-02-03&to=2027-02-03');
    for (const name of ['Silas Frey', 'Thea Holm']) {
      await page.getByRole('checkbox', { name: `Select ${name}` }).click();
    }
    const bar = page.getByRole('region', { name: 'Selected items' });
    await bar.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByText('2 items canceled.').waitFor();
    const canceled = page.getByRole('list').getByText('Canceled', { exact: true });
    await expect.poll(() => canceled.count()).toBe(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => canceled.count()).toBe(0);
    expect(await Promise.all(events.map(({ uuid }) => readStatus(uuid)))).toEqual(['confirmed', 'confirmed']);
  }, 90_000);

  test('leave Upcoming once they are canceled, and have a tab of their own', async () => {
    const event = await bookFor('Quinn Adler', '2027-02-02', '09:00');
    await bookFor('Rosa Field', '2027-02-02', '11:00');
    await app.put(`/scheduled-events/${event.uuid}/cancel`, {});
    const page = await openSignedIn('/app/events?q=lists.example');
    const link = page.getByRole('link', { name: /Quinn Adler/ });
    await page.getByRole('link', { name: /Rosa Field/ }).waitFor();
    expect(await link.count()).toBe(0);
    await page.goto('/app/events?view=agenda&date=2027-02-02');
    await page.getByRole('link', { name: /Rosa Field/ }).waitFor();
    expect(await link.count()).toBe(0);
    await page.goto('/app/events');
    const periods = page.getByRole('navigation', { name: 'Period' });
    await periods.getByRole('link', { name: 'Canceled' }).click();
    await link.waitFor();
    await expect.poll(() => page.getByRole('link', { name: /Rosa Field/ }).count()).toBe(0);
  }, 120_000);
});

describe('chosen pages', () => {
  test('are chosen by X and Ctrl+A, turned off together, and on again by Undo', async () => {
    const made = [await createPage(app, { title: 'Bulk one' }), await createPage(app, { title: 'Bulk two' })];
    const isActive = async () =>
      Promise.all(
        made.map(async ({ uuid }) => (await app.get(`/event-types/${uuid}`)).body.resource.isActive),
      );
    const page = await openSignedIn('/app/pages?q=bulk');
    await page.getByRole('link', { name: /^Bulk one/ }).focus();
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('ControlOrMeta+a');
    await page.getByText('2 selected').waitFor();
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('2 items updated.').waitFor();
    await expect.poll(isActive).toEqual([false, false]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(isActive).toEqual([true, true]);
    await page.keyboard.press('x');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('region', { name: 'Selected items' }).count()).toBe(0);
  }, 90_000);
});

test('filters are saved as a view for everyone, and a colleague opens it; they can’t delete it', async () => {
  await addUser('omar@juniper.example', 'Omar');
  const page = await openSignedIn('/app/pages');
  await filterByChoice(page, 'State', 'Off');
  await expect.poll(() => new URL(page.url()).searchParams.get('state')).toBe('off');
  await page.getByRole('button', { name: 'Save for everyone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view for everyone' });
  await dialog.getByLabel('View name').fill('Switched off');
  await isClean(page, 'save a view');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const views = page.getByRole('navigation', { name: 'Saved views' });
  await views.getByRole('link', { name: 'Switched off' }).waitFor();
  await expect.poll(() => page.getByText('Unsaved changes').count()).toBe(0);
  await isClean(page, 'saved view');
  const other = await openSignedIn('/app/pages', {}, 'omar@juniper.example');
  const theirs = other.getByRole('navigation', { name: 'Saved views' });
  await theirs.getByRole('link', { name: 'Switched off' }).click();
  await expect.poll(() => new URL(other.url()).searchParams.get('state')).toBe('off');
  expect(await other.getByRole('button', { name: 'This view' }).isDisabled()).toBe(true);
}, 120_000);

test('the week shows what the filters of the list leave', async () => {
  await bookFor('Ulla Stern', '2027-02-09', '09:00');
  await bookFor('Viktor Zeh', '2027-02-09', '11:00');
  const page = await openSignedIn('/app/events?view=week&date=2027-02-09&invitee=ulla.stern@lists.example');
  const week = page.getByRole('region', { name: 'Week' }).first();
  await week.getByRole('link', { name: /Ulla Stern/ }).waitFor();
  expect(await week.getByRole('link', { name: /Viktor Zeh/ }).count()).toBe(0);
  await page.goto('/app/events?view=week&date=2027-02-09&showed=no&scope=all');
  await page.locator('.wc').first().waitFor();
  await expect.poll(() => week.getByRole('link', { name: /Stern|Zeh/ }).count()).toBe(0);
}, 90_000);

test('past absences of a colleague are a view that can be saved', async () => {
  await addUser('wanda@juniper.example', 'Wanda');
  const page = await openSignedIn('/app/availability/absences?user=wanda@juniper.example');
  await page.getByRole('switch', { name: 'Past absences' }).click();
  await page.getByRole('button', { name: 'Save for me' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('View name').fill('Wanda before');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Wanda before' }).waitFor();
  await page.goto('/app/availability/absences');
  await page.getByRole('link', { name: 'Wanda before' }).click();
  await expect
    .poll(() => page.getByRole('switch', { name: 'Past absences' }).getAttribute('aria-checked'))
    .toBe('true');
  await isClean(page, 'absences view');
}, 90_000);
