import { expect, test } from 'vitest';
import { useDashboard } from '../dashboard/dashboard.ts';

const { openSignedIn } = useDashboard();

test('? explains the screen in two sentences, and Escape closes it', async () => {
  const page = await openSignedIn('/app/availability');
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Help' });
  await help.getByText('Your hours decide when people can book you.').waitFor();
  await help.getByRole('link', { name: 'Read the guide' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => help.count()).toBe(0);
});
