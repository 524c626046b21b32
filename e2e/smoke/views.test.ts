import { expect, test } from 'vitest';
import { filterByChoice, useDashboard } from '../dashboard/dashboard.ts';

const { openSignedIn } = useDashboard();

test('filters of a list are saved as a view', async () => {
  const page = await openSignedIn('/app/pages');
  await filterByChoice(page, 'State', 'Off');
  await page.getByRole('button', { name: 'Save for me' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view for me' });
  await dialog.getByLabel('View name').fill('Switched off');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const views = page.getByRole('navigation', { name: 'Saved views' });
  await views.getByRole('link', { name: 'Switched off' }).waitFor();
  await expect.poll(() => page.getByText('Unsaved changes').count()).toBe(0);
});
