import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { getFocusedName, phone } from '../site.ts';
import { chooseOption, dragByTouch, isClean, useDashboard } from './dashboard.ts';

const { app, openSignedIn } = useDashboard();

const address = '/schedules/default?email=mara@juniper.example';

async function hoursOn(day: string): Promise<[string, string][]> {
  const { body } = await app.get(address);
  return body.resource.weekly_hours.find((each: { day: string }) => each.day === day)?.timesets ?? [];
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save schedule' }).click();
  await page.getByText('Schedule saved.').waitFor();
  await page.getByText('Saved', { exact: true }).waitFor();
}

test('with keys alone, hours are resized, moved, added, typed, removed, undone and saved', async () => {
  const page = await openSignedIn('/app/availability');
  const start = page.getByRole('slider', { name: 'Monday, start 1' });
  await start.waitFor();
  await isClean(page, 'availability');
  await start.focus();
  await page.keyboard.press('ArrowLeft');
  expect(await start.getAttribute('aria-valuetext')).toBe('08:45');
  await page.getByText('Monday: 08:45 to 17:00').waitFor({ state: 'attached' });
  await page.keyboard.press('PageDown');
  expect(await start.getAttribute('aria-valuetext')).toBe('07:45');
  await page.keyboard.press('Shift+ArrowRight');
  expect(await start.getAttribute('aria-valuetext')).toBe('08:00');
  await page.getByText('Monday 08:00 to 17:15; Tuesday to Friday 09:00 to 17:00').waitFor();
  await page.keyboard.press('n');
  await expect.poll(() => getFocusedName(page)).toBe('Monday, start 2');
  await page.keyboard.press('Enter');
  await expect.poll(() => getFocusedName(page)).toBe('From');
  await page.keyboard.type('6 pm');
  await page.keyboard.press('Tab');
  await page.keyboard.type('21.30');
  await page.keyboard.press('Enter');
  await expect.poll(() => getFocusedName(page)).toBe('Monday, start 2');
  await page.getByText('Monday 08:00 to 17:15 and 18:00 to 21:30').waitFor();
  await page.getByText('Unsaved changes').waitFor();
  await page.keyboard.press('Delete');
  await expect.poll(() => getFocusedName(page)).toBe('Monday, start 1');
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await page.getByText('Monday 08:00 to 17:15 and 18:00 to 21:30').waitFor();
  await page.getByRole('switch', { name: 'Friday' }).press('Space');
  await page.getByText('Tuesday to Thursday 09:00 to 17:00').waitFor();
  await page.keyboard.press('ControlOrMeta+z');
  await page.getByText('Tuesday to Friday 09:00 to 17:00').waitFor();
  await page.getByRole('button', { name: 'Copy Monday to other days' }).press('Enter');
  await expect.poll(() => page.getByRole('checkbox', { name: 'Tuesday' }).isChecked()).toBe(true);
  await page.getByRole('checkbox', { name: 'Wednesday' }).press('Space');
  await isClean(page, 'availability copy');
  await page.getByRole('button', { name: 'Copy to 3 days' }).press('Enter');
  await page.getByRole('button', { name: 'Save schedule' }).press('Enter');
  await page.getByText('Schedule saved.').waitFor();
  const long = [
    ['08:00', '17:15'],
    ['18:00', '21:30'],
  ];
  expect(await hoursOn('Thu')).toEqual(long);
  expect(await hoursOn('Wed')).toEqual([['09:00', '17:00']]);
}, 120_000);

test('typed hours are checked as they are typed; leaving without saving is asked about', async () => {
  const page = await openSignedIn('/app/availability');
  await page.getByText('Text', { exact: true }).click();
  const sunday = page.getByRole('textbox', { name: 'Sunday' });
  await sunday.fill('8-12, 11-13');
  await page.getByText('These hours overlap.').waitFor();
  expect(await sunday.getAttribute('aria-invalid')).toBe('true');
  await sunday.fill('8-12, 1pm-6pm');
  await page.getByText('Sunday 08:00 to 12:00 and 13:00 to 18:00').waitFor();
  await isClean(page, 'availability typed');
  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Events' })
    .click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await sunday.press('Enter');
  await page.getByText('Schedule saved.').waitFor();
  expect(await hoursOn('Sun')).toEqual([
    ['08:00', '12:00'],
    ['13:00', '18:00'],
  ]);
  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Events' })
    .click();
  await page.getByRole('heading', { name: 'Events', level: 1 }).waitFor();
}, 90_000);

test('dates that differ are added as a run of days, and removed', async () => {
  const page = await openSignedIn('/app/availability');
  await page.getByRole('button', { name: 'Wednesday, 20 January' }).click();
  await page.getByRole('button', { name: 'Friday, 22 January' }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Unavailable on 3 dates: 20 January to 22 January.').waitFor();
  const dates = page.getByRole('region', { name: 'Date-specific hours' });
  await dates.getByLabel('From', { exact: true }).fill('2027-02-01');
  await dates.getByLabel('To (optional)').fill('2027-01-31');
  await dates.getByText('The last day must not be before the first.').waitFor();
  expect(await dates.getByRole('button', { name: 'Add', exact: true }).isDisabled()).toBe(true);
  await dates.getByLabel('To (optional)').fill('');
  await dates.getByLabel('Hours on these days').fill('10-11');
  await dates.getByRole('button', { name: 'Add', exact: true }).click();
  await dates.getByText('Monday, 1 February').waitFor();
  await save(page);
  const { body } = await app.get(address);
  expect(body.resource.special_hours).toEqual(
    expect.arrayContaining([
      { date: '2027-01-20', timesets: [] },
      { date: '2027-01-22', timesets: [] },
      { date: '2027-02-01', timesets: [['10:00', '11:00']] },
    ]),
  );
  await page.getByRole('button', { name: 'Remove 20 January to 22 January' }).click();
  await page.getByRole('button', { name: 'Remove Monday, 1 February' }).click();
  await save(page);
  const after = (await app.get(address)).body.resource.special_hours ?? [];
  expect(after.filter(({ date }: { date: string }) => date > '2027')).toEqual([]);
}, 60_000);

test('schedules are made, renamed, made the default and deleted; those of a colleague are a choice away', async () => {
  const page = await openSignedIn('/app/availability');
  await page.getByRole('button', { name: 'New schedule' }).click();
  const dialog = page.getByRole('dialog', { name: 'New schedule' });
  await dialog.getByRole('button', { name: 'Create schedule' }).click();
  await expect.poll(() => dialog.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
  await dialog.getByLabel('Name').fill('Evenings');
  await dialog.getByRole('button', { name: 'Create schedule' }).click();
  await page.getByRole('link', { name: 'Evenings' }).waitFor();
  await page.getByRole('button', { name: 'More actions' }).click();
  await isClean(page, 'schedule menu');
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('dialog', { name: 'Rename' }).getByLabel('Name').fill('Long '.repeat(40));
  await page.getByRole('dialog', { name: 'Rename' }).getByRole('button', { name: 'Save' }).click();
  // A long name leaves the buttons in reach.
  await page.getByRole('link', { name: /^Long Long/ }).waitFor();
  const { x = 0, width = 0 } =
    (await page.getByRole('button', { name: 'Save schedule' }).boundingBox()) ?? {};
  expect(x + width).toBeLessThan(1280);
  await isClean(page, 'schedule long name');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('dialog', { name: 'Rename' }).getByLabel('Name').fill('Late hours');
  await page.getByRole('dialog', { name: 'Rename' }).getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Late hours' }).waitFor();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Make default' }).click();
  await page.getByRole('link', { name: 'Late hours default' }).waitFor();
  await page.getByRole('link', { name: 'Working hours' }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Make default' }).click();
  await page.getByRole('link', { name: 'Working hours default' }).waitFor();
  await page.getByRole('link', { name: 'Late hours' }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Schedule deleted.').waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'Late hours' }).count()).toBe(0);
  await chooseOption(page.getByLabel('Schedules of'), 'Aiko Tanaka');
  await expect.poll(() => new URL(page.url()).searchParams.get('user')).toBe('aiko@juniper.example');
  await page.getByText('Tokyo time').waitFor();
}, 90_000);

test('on a phone, the times of a bar open by touch', async () => {
  const page = await openSignedIn('/app/availability', phone);
  const monday = page.getByRole('group', { name: 'Monday' });
  await monday.getByRole('button', { name: /to/ }).first().click();
  await expect.poll(() => getFocusedName(page)).toBe('From');
});

test('on a tablet, the end of a bar is pulled by a finger', async () => {
  const page = await openSignedIn('/app/availability', {
    hasTouch: true,
    viewport: { width: 1024, height: 768 },
  });
  const end = page.getByRole('slider', { name: 'Thursday, end 1' });
  await end.waitFor();
  const before = await end.getAttribute('aria-valuetext');
  const box = await end.boundingBox();
  if (!box) throw new Error('The bar is not shown.');
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await dragByTouch(page, from, { x: from.x - 60, y: from.y });
  await expect.poll(() => end.getAttribute('aria-valuetext')).not.toBe(before);
  await page.getByText('Unsaved changes').waitFor();
}, 60_000);
