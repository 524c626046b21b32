import { expect, test } from 'vitest';
import { fillInForm, phone } from '../site.ts';
import { filterByPick, isClean, useDashboard } from './dashboard.ts';

const site = useDashboard();
const { app, openSignedIn } = site;

test('links are made, copied and deleted; the page is embedded, copied and deleted', async () => {
  const page = await openSignedIn('/app/pages');
  await page
    .getByRole('region', { name: 'Pages' })
    .getByRole('link', { name: /^Intro call/ })
    .click();
  await page.getByRole('button', { name: 'Create single-use link' }).click();
  const links = page.getByRole('list', { name: 'Links to this page' });
  await links.getByText('Single-use').waitFor();
  await page.getByRole('button', { name: 'New shared link' }).click();
  const dialog = page.getByRole('dialog', { name: 'New shared link' });
  await dialog.getByLabel('Link name').fill('Partners');
  await dialog.getByLabel('Maximum bookings').fill('5');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await links.getByText('Partners').waitFor();
  await page.getByRole('button', { name: 'Offer specific times' }).click();
  const times = page.getByRole('dialog', { name: 'Offer specific times' });
  await times.getByLabel('Time 1, date').fill('1 Jan 2020');
  await times.getByLabel('Time 1, time').fill('10:00');
  await times.getByRole('button', { name: 'Create link' }).click();
  await times.getByText('Must be in the future.').waitFor();
  await isClean(page, 'offer times');
  await times.getByLabel('Time 1, date').fill('16 Jan 2027');
  await times.getByLabel('Time 1, time').fill('20:10');
  await times.getByLabel('Time 2, date').fill('16 Jan');
  await times.getByLabel('Time 2, time').fill('21:10');
  await times.getByRole('button', { name: 'Create link' }).click();
  await links.getByText('Offered times').waitFor();
  await isClean(page, 'links');
  const { body } = await app.get('/links?count=100');
  const offer = body.collection.find((link: { times: string[] | null }) => link.times);
  const invitee = await site.open(new URL(offer.link).pathname, phone);
  await invitee.getByText('20:10').waitFor();
  await invitee.getByText('21:10').click();
  await fillInForm(invitee);
  await links.getByRole('button', { name: 'Delete link' }).first().click();
  await page.getByText('Link deleted.').waitFor();
  await page.getByText('Popup', { exact: true }).click();
  await page.getByText('data-daybook-popup').waitFor();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await page.getByRole('heading', { name: 'Intro call (copy)', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete page' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete page' }).click();
  await page.getByText('Page deleted.').waitFor();
  await page.getByRole('heading', { name: 'Pages', level: 1 }).waitFor();
  // The list is shown as it was, and renewed.
  await expect.poll(() => page.getByRole('link', { name: /Intro call \(copy\)/ }).count()).toBe(0);
}, 120_000);

test('those of a colleague, of a team and of everyone are a choice away, and stay in the address', async () => {
  const page = await openSignedIn('/app/pages');
  await filterByPick(page, 'Pages of', 'Aiko Tanaka');
  await expect.poll(() => new URL(page.url()).search).toBe('?user=aiko-tanaka');
  const list = page.getByRole('region', { name: 'Pages' });
  await list
    .getByRole('link', { name: /Aiko Tanaka/ })
    .first()
    .waitFor();
  await page.getByRole('radio', { name: 'Everyone’s' }).check({ force: true });
  await page.getByRole('searchbox').fill('intro');
  await expect.poll(() => new URL(page.url()).search).toBe('?scope=all&q=intro');
  await list
    .getByRole('link', { name: /^Intro call/ })
    .first()
    .waitFor();
  await isClean(page, 'pages');
}, 90_000);
