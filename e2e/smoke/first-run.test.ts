import { beforeAll, expect, test } from 'vitest';
import { createWorkspace } from '../../server/src/identity/public.ts';
import { isClean, useDashboard } from '../dashboard/dashboard.ts';
import { getFocusedName } from '../site.ts';

const site = useDashboard();
const { app } = site;
let owner: { readonly email: string; readonly password: string };

/** As a first start with SEED=empty does. */
beforeAll(async () => {
  owner = await createWorkspace(app.runtime, {
    name: 'My workspace',
    timezone: 'UTC',
    owner: {
      email: 'owner@daybook.example',
      firstName: 'Workspace',
      lastName: 'Owner',
      timezone: 'UTC',
      language: 'en',
    },
    token: undefined,
  });
});

test('from an empty workspace to a link that is booked: within two minutes and ten clicks after the sign-in', async () => {
  const page = await site.open('/app');
  await page.getByLabel('Email address').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const startedAtMs = Date.now();
  let clicks = 0;
  const click = async (name: string): Promise<void> => {
    clicks += 1;
    await page.getByRole('button', { name, exact: true }).click();
  };
  await page.getByRole('heading', { name: 'Welcome to Daybook', level: 1 }).waitFor();
  await isClean(page, 'welcome');
  await click('Create booking page');
  await expect.poll(() => page.getByLabel('First name').getAttribute('aria-invalid')).toBe('true');
  await page.keyboard.type('Ada');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Keller');
  await page.getByLabel('Company or workspace name').fill('Keller Design');
  expect(await page.getByRole('radio', { name: 'Video call' }).isChecked()).toBe(true);
  await page.getByText('In person', { exact: true }).click();
  await click('Create booking page');
  await expect.poll(() => page.getByLabel('Address').getAttribute('aria-invalid')).toBe('true');
  await page.getByText('Video call', { exact: true }).click();
  await page.getByLabel('Meeting link').fill('https://meet.example/ada');
  await click('Create booking page');
  await page.getByRole('heading', { name: 'Your booking link is ready', level: 1 }).waitFor();
  await isClean(page, 'welcome ready');
  await page.getByRole('button', { name: 'Workspace: Keller Design' }).waitFor();
  await click('Copy link');
  const link = new URL(await page.locator('.ready .big').innerText()).pathname;
  expect(link).toBe('/ada-keller/intro-call');
  await click('Go to dashboard');
  const steps = page.getByRole('region', { name: 'Getting started' });
  await steps.getByText('4 of 7').waitFor();
  const tour = page.getByRole('dialog', { name: 'Tour' });
  await tour.getByText('1 of 5').waitFor();
  await expect.poll(() => getFocusedName(page)).toBe('Your day');
  await isClean(page, 'tour');
  await click('Skip tour');
  await expect.poll(() => tour.count()).toBe(0);
  await steps.getByText('5 of 7').waitFor();
  await steps.getByRole('button', { name: 'Skip' }).click();
  await steps.getByText('6 of 7').waitFor();
  // It is known by the server, not by the browser.
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await steps.getByText('6 of 7').waitFor();
  expect(await tour.count()).toBe(0);
  await page.getByText('Berlin time').waitFor();
  expect(clicks).toBeLessThanOrEqual(10);
  expect(Date.now() - startedAtMs).toBeLessThan(120_000);
  const visitor = await site.open(link);
  await visitor.getByRole('heading', { name: 'Intro call' }).waitFor();
  await visitor.getByText('Video call').first().waitFor();
  await visitor.getByRole('link', { name: '09:00', exact: true }).waitFor();
}, 120_000);
