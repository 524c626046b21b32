import { expect, test } from 'vitest';
import { createPage } from '../../server/test/booking.ts';
import { chooseDay, chooseOption, isClean, useDashboard } from '../dashboard/dashboard.ts';

const { app, openSignedIn } = useDashboard();

test('events are booked for somebody, and moved to a time that is free', async () => {
  await createPage(app, { title: 'Phone booking' });
  const page = await openSignedIn('/app/events');
  await page.getByRole('heading', { name: 'Events', level: 1 }).waitFor();
  await page.keyboard.press('b');
  const panel = page.getByRole('complementary', { name: 'Book for someone' });
  await chooseOption(panel.getByLabel('Page'), 'Phone booking');
  await chooseDay(panel, 'Tuesday, 26 January');
  await panel.getByRole('radio', { name: '10:00' }).check({ force: true });
  await isClean(page, 'book');
  await panel.getByRole('button', { name: 'Book', exact: true }).click();
  await expect.poll(() => panel.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
  await panel.getByLabel('Name').fill('Otto Brandt');
  await panel.getByLabel('Email address').fill('otto@brandt.example');
  await panel.getByRole('button', { name: 'Book', exact: true }).click();
  const event = page.getByRole('complementary', { name: 'Phone booking' });
  await event.getByText('Tuesday, 26 January, 10:00 to 10:30').waitFor();
  await event.getByRole('button', { name: 'Reschedule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reschedule this event' });
  await dialog.getByRole('radio', { name: '14:00' }).check({ force: true });
  await isClean(page, 'move');
  await dialog.getByRole('button', { name: 'Reschedule' }).click();
  await event.getByText('Tuesday, 26 January, 14:00 to 14:30').waitFor();
  await event.getByRole('button', { name: 'Reassign' }).click();
  const hand = page.getByRole('dialog', { name: 'Reassign this event' });
  await chooseOption(hand.getByLabel('New host', { exact: true }), 'Tomás Rivera');
  await hand.getByLabel('Only if the new host is available').uncheck();
  await hand.getByRole('button', { name: 'Reassign' }).click();
  await page.getByText('Event reassigned.').waitFor();
}, 120_000);
