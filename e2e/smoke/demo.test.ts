import { expect, test } from 'vitest';
import { isClean, mara, useDashboard } from '../dashboard/dashboard.ts';

const site = useDashboard();
const query = (text: string) => site.app.runtime.database.pool.query(text);

test('a demo workspace offers to start with own data: it says what is deleted and what stays, and the first run begins', async () => {
  await query('insert into demo (workspace_id) select workspace_id from workspace');
  const page = await site.openSignedIn('/app');
  const banner = page.getByRole('region', { name: 'This is a demo company.' });
  await banner.getByRole('button', { name: 'Start with my own data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start with your own data?' });
  await dialog.getByText('This deletes everything in this workspace').waitFor();
  await dialog.getByText('Your account and your sign-in stay.').waitFor();
  await isClean(page, 'demo');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await banner.getByRole('button', { name: 'Start with my own data' }).click();
  await dialog.getByRole('button', { name: 'Delete demo data' }).click();
  await page.getByRole('heading', { name: 'Welcome to Daybook', level: 1 }).waitFor();
  expect(await page.getByLabel('Company or workspace name').inputValue()).toBe('My workspace');
  const { rows } = await query('select email from member');
  expect(rows).toEqual([{ email: mara.email }]);
}, 120_000);
