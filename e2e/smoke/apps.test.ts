import { expect, test } from 'vitest';
import { createPkce, redeem } from '../../server/test/oauth.ts';
import { isClean, mara, savePicture, useDashboard } from '../dashboard/dashboard.ts';
import { listViolations } from '../site.ts';

const site = useDashboard();
const { app, open, openSignedIn } = site;

test('an app is registered, connected by someone who signs in and reads what it may do, and disconnected', async () => {
  const page = await openSignedIn('/app/developers/apps');
  await page.getByRole('link', { name: 'New app' }).first().click();
  const panel = page.getByRole('complementary', { name: 'New app' });
  await panel.getByRole('button', { name: 'Register app' }).click();
  await expect.poll(() => panel.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
  await panel.getByLabel('Name').fill('Sundial');
  // An address that answers, in place of the app's.
  const back = `${site.url}/healthz`;
  await panel.getByLabel('Redirect URIs').fill(back);
  await panel.getByLabel('Book events').selectOption('Use');
  await panel.getByLabel('Events', { exact: true }).selectOption('Read and write');
  await isClean(page, 'new app');
  await panel.getByRole('button', { name: 'Register app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Client secret of Sundial' });
  const secret = await dialog.locator('output').innerText();
  await dialog.getByRole('button', { name: 'I’ve stored it' }).click();
  const opened = page.getByRole('complementary', { name: 'Sundial' });
  const clientId = await opened.locator('code').innerText();
  await isClean(page, 'app');

  const { verifier, challenge } = createPkce();
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: back,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'x',
  });
  const browser = await open('/');
  await browser.goto(`/oauth/authorize?${query.toString()}`);
  await browser.getByLabel('Email address').fill(mara.email);
  await browser.getByLabel('Password').fill(mara.password);
  await browser.getByRole('button', { name: 'Sign in', exact: true }).click();
  await browser.getByRole('heading', { name: 'Connect Sundial' }).waitFor();
  await browser.getByText('See, reschedule and cancel scheduled events').waitFor();
  expect(await listViolations(browser)).toEqual([]);
  await savePicture(browser, 'consent');
  await browser.getByLabel('Access lasts').selectOption('30 days');
  await browser.getByRole('button', { name: 'Allow' }).click();
  await browser.waitForURL(/healthz\?code=/);
  const code = new URL(browser.url()).searchParams.get('code') ?? '';
  const { body: tokens } = await redeem(app, { clientId, secret }, code, verifier, back);
  expect((await app.get('/whoami', { token: tokens.access_token })).body.email).toBe(mara.email);

  await page.goto('/app/settings/connected-apps');
  const row = page.getByRole('listitem').filter({ hasText: 'Book events' });
  await row.getByText('Sundial').first().waitFor();
  await isClean(page, 'connected apps');
  await row.getByRole('button', { name: 'Disconnect' }).click();
  await page
    .getByRole('dialog', { name: 'Disconnect Sundial?' })
    .getByRole('button', { name: 'Disconnect' })
    .click();
  await page.getByText('App disconnected.').waitFor();
  expect((await app.get('/whoami', { token: tokens.access_token })).status).toBe(401);
}, 120_000);
