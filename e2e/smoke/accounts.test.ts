import { expect, test } from 'vitest';
import { mara, useDashboard } from '../dashboard/dashboard.ts';

const site = useDashboard();

test('signing in leads to the page that was asked for', async () => {
  const page = await site.open('/app/events?view=agenda');
  await page.getByLabel('Email address').fill(mara.email);
  await page.getByLabel('Password', { exact: true }).fill(mara.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Events', level: 1 }).waitFor();
  expect(new URL(page.url()).search).toBe('?view=agenda');
});
