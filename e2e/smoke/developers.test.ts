import { expect, test } from 'vitest';
import { isClean, useDashboard } from '../dashboard/dashboard.ts';

const { app, openSignedIn } = useDashboard();

test('a token is refused at its fields, made with scopes in words, shown once, replaced and revoked', async () => {
  const page = await openSignedIn('/app/developers/tokens');
  await page.getByRole('link', { name: 'New token' }).click();
  const panel = page.getByRole('complementary', { name: 'New token' });
  await panel.getByRole('button', { name: 'Create token' }).click();
  await expect.poll(() => panel.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
  expect(await panel.getByLabel('Permissions').getAttribute('aria-invalid')).toBe('true');
  await panel.getByText('Choose at least one permission.').waitFor();
  await isClean(page, 'token refused');
  await panel.getByLabel('Name').fill('Website');
  await panel.getByLabel('Events', { exact: true }).selectOption('Read');
  await panel.getByLabel('Available times').selectOption('Use');
  await panel.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Secret of Website', exact: true });
  const secret = await dialog.locator('output').innerText();
  expect((await app.get('/whoami', { token: secret })).status).toBe(200);
  expect((await app.get('/schedules', { token: secret })).status).toBe(403);
  await isClean(page, 'token secret');
  await dialog.getByRole('button', { name: 'I’ve stored it' }).click();
  const row = page.getByRole('row', { name: /Website/ });
  await row.getByText('Available times, Events: Read').waitFor();
  await isClean(page, 'tokens');
  await row.getByRole('button', { name: 'Rotate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
  await page.getByRole('dialog', { name: 'Secret of Website', exact: true }).waitFor();
  expect((await app.get('/whoami', { token: secret })).status).toBe(401);
  await page.getByRole('button', { name: 'I’ve stored it' }).click();
  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog', { name: 'Revoke Website?' }).getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('Token revoked.').waitFor();
  await expect.poll(() => row.count()).toBe(0);
}, 120_000);
