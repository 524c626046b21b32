import { mkdirSync } from 'node:fs';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { signIn } from '../../server/test/session.ts';
import { useSite, violations } from '../site.ts';

/** The dashboard as people use it, in a real browser, found by role and label. */

export const mara = { email: 'mara@juniper.example', password: 'nine patient otters' };

/** A site whose owner can sign in. */
export function useDashboard(options: Parameters<typeof useSite>[0] = {}) {
  const site = useSite(options);
  beforeAll(async () => {
    const { body } = await site.app.get('/session');
    await site.app.patch(`/organizations/users/${body.resource.uuid}`, { password: mara.password });
  });
  /** In a browser with a session of its own, which the API began: typing a password each time took a second. */
  async function openSignedIn(
    path: string,
    browser: BrowserContextOptions = {},
    email = mara.email,
  ): Promise<Page> {
    const { cookie } = await signIn(site.app, email, mara.password);
    const page = await site.open(path, { ...browser, storageState: stateWith(cookie, site.url) });
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    return page;
  }
  /** A colleague who can sign in, with the password of all. */
  async function addUser(email: string, firstName: string, more: object = {}) {
    const { password } = mara;
    const { body, status } = await site.app.post('/organizations/users', {
      email,
      firstName,
      lastName: 'Haddad',
      timezone: 'Europe/Berlin',
      password,
      ...more,
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return body.resource as { uuid: string; slug: string };
  }
  return { ...site, openSignedIn, addUser };
}

function stateWith(cookie: string, url: string) {
  const [name = '', value = ''] = cookie.split('=');
  const place = { domain: new URL(url).hostname, path: '/', expires: -1 };
  return {
    cookies: [{ name, value, ...place, httpOnly: true, secure: false, sameSite: 'Lax' as const }],
    origins: [],
  };
}

/** Light on a desktop, dark on a phone, and no wider than the window. */
export async function isClean(page: Page, state: string): Promise<void> {
  const found: string[] = [];
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 860 });
    found.push(...(await violations(page)).map((each) => `${colorScheme} ${width}: ${each}`));
    await picture(page, `${state}-${colorScheme}-${width}`);
    const isTooWide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(isTooWide, `${state} is wider than ${width} px`).toBe(false);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1280, height: 860 });
  expect(found, state).toEqual([]);
}

/** With SHOTS set to a folder, what the browser shows is stored there. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name.replaceAll(' ', '-')}.png` });
}
