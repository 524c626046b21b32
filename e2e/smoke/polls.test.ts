import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createPage } from '../../server/test/booking.ts';
import { fillInForm, phone } from '../site.ts';
import { chooseDay, chooseOption, isClean, useDashboard } from '../dashboard/dashboard.ts';

/** Meeting polls, in a real browser. */

const site = useDashboard();
const { app, openSignedIn } = site;

test('a host proposes times, invitees vote on a phone without script, and the time that is picked is booked', async () => {
  await createPage(app, { title: 'Board meeting', bookingWindow: { type: 'unlimited' } });
  const host = await openSignedIn('/app/events');
  await host.getByRole('link', { name: 'Polls' }).click();
  await host.getByText('No polls yet').waitFor();
  await host.getByRole('button', { name: 'New poll' }).first().click();
  const dialog = host.getByRole('dialog', { name: 'New poll' });
  await chooseOption(dialog.getByLabel('Page'), 'Board meeting');
  await dialog.getByLabel('Title').fill('Spring catalog');
  await dialog.getByRole('button', { name: 'Create poll' }).click();
  await dialog
    .getByText(/at least 2/)
    .first()
    .waitFor();
  await isClean(host, 'new poll refused');
  for (const clock of ['10:00', '14:00']) {
    await chooseDay(dialog, 'Thursday, 14 January');
    await dialog.getByRole('radio', { name: clock }).check({ force: true });
    await dialog.getByRole('button', { name: 'Add time' }).click();
    await dialog.getByRole('button', { name: new RegExp(`^Remove .*${clock}`) }).waitFor();
  }
  await dialog.getByRole('button', { name: 'Create poll' }).click();
  await host.getByRole('heading', { name: 'Spring catalog', level: 1 }).waitFor();

  const { url } = (await app.get('/polls')).body.collection[0];
  const path = `${new URL(url).pathname}?zone=Europe/Berlin`;
  const vote = async (email: string, answers: readonly string[]): Promise<Page> => {
    const page = await site.open(path, { ...phone, javaScriptEnabled: false });
    const times = page.getByRole('group', { name: /Thursday, 14 January 2027/ });
    // Nobody has said no before they say anything.
    expect(await page.locator('input[type=radio]:checked').count()).toBe(0);
    for (const [index, answer] of answers.entries())
      await times.nth(index).getByRole('radio', { name: answer }).check();
    await fillInForm(page, { email });
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Thank you. Your answers are saved.').waitFor();
    return page;
  };
  const first = await vote('first@okafor.example', ['Yes', 'If needed']);
  await vote('second@okafor.example', ['No', 'Yes']);

  await host.getByText('1 yes, 1 if needed, 0 no').waitFor();
  await isClean(host, 'a poll');
  await first
    .getByRole('group', { name: /Thursday, 14 January 2027/ })
    .nth(1)
    .getByRole('radio', { name: 'Yes' })
    .check();
  await first.getByRole('button', { name: 'Update answers' }).click();
  await host.getByText('2 yes, 0 if needed, 0 no').waitFor();

  await host.getByRole('button', { name: /^Pick .*14:00/ }).click();
  await host.getByRole('button', { name: 'Book this time' }).click();
  await host.getByText('Meeting booked.').waitFor();
  await host.getByRole('link', { name: 'View event' }).click();
  await host.getByText('first@okafor.example').first().waitFor();
  await first.reload();
  await first.getByRole('heading', { name: 'A time was chosen' }).waitFor();

  await host.goto('/app/polls');
  await host.getByRole('link', { name: 'Spring catalog' }).waitFor();
  await isClean(host, 'polls');
}, 120_000);
