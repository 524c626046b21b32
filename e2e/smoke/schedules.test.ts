import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useDashboard } from '../dashboard/dashboard.ts';

const { app, openSignedIn } = useDashboard();

async function hoursOn(day: string): Promise<[string, string][]> {
  const { body } = await app.get('/schedules/default?email=mara@juniper.example');
  return body.resource.weekly_hours.find((each: { day: string }) => each.day === day)?.timesets ?? [];
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save schedule' }).click();
  await page.getByText('Schedule saved.').waitFor();
  await page.getByText('Saved', { exact: true }).waitFor();
}

test('by pointer, an edge is pulled, a bar is moved, and a new one is drawn', async () => {
  const page = await openSignedIn('/app/availability');
  const track = page.getByRole('group', { name: 'Saturday' }).locator('.track');
  const { x, y, width } = (await track.boundingBox()) ?? { x: 0, y: 0, width: 0 };
  const drag = async (from: number, to: number): Promise<void> => {
    const at = (hour: number): number => x + (width * (hour - 6)) / 16;
    await page.mouse.move(at(from), y + 18);
    await page.mouse.down();
    await page.mouse.move(at(to), y + 18, { steps: 5 });
    await page.mouse.up();
  };
  await drag(10, 12);
  await page.getByText('Saturday 10:00 to 12:00').waitFor();
  await drag(12, 13);
  await page.getByText('Saturday 10:00 to 13:00').waitFor();
  await drag(11, 14);
  await page.getByText('Saturday 13:00 to 16:00').waitFor();
  await save(page);
  expect(await hoursOn('Sat')).toEqual([['13:00', '16:00']]);
  await page.getByRole('switch', { name: 'Saturday' }).click();
  await save(page);
  expect(await hoursOn('Sat')).toEqual([]);
}, 60_000);
