import { expect, test } from 'vitest';
import { bookPage, createPage } from '../../server/test/booking.ts';
import { isClean, useDashboard } from '../dashboard/dashboard.ts';

const { app, openSignedIn } = useDashboard();

test('the command menu finds what there is by its words, and opens it', async () => {
  const made = await createPage(app, { title: 'Quarterly review' });
  await bookPage(app, made, {
    date: '2027-01-12',
    start: '10:00',
    name: 'Zadie Quill',
    email: 'zadie@quill.example',
  });
  const page = await openSignedIn('/app');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  const menu = page.getByRole('dialog', { name: 'Search and commands' });
  await menu.getByRole('searchbox').waitFor();
  await page.keyboard.type('quarterly rev');
  await menu
    .getByRole('menuitem', { name: /Quarterly review/ })
    .first()
    .waitFor();
  await isClean(page, 'command menu found');
  await page.keyboard.type('xx');
  await menu.getByText('No matches').waitFor();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await menu
    .getByRole('group', { name: 'Pages' })
    .getByRole('menuitem', { name: /Quarterly review/ })
    .click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/app/pages/${made.uuid}`);
}, 90_000);
