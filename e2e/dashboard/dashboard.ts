import { mkdirSync } from 'node:fs';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import type { TestApp } from '../../server/test/harness.ts';
import { setPassword, signIn, withCookie } from '../../server/test/session.ts';
import { checkEachForm, useSite, listViolations, type Rules } from '../site.ts';

/** The dashboard as people use it, in a real browser, found by role and label. */

export const mara = { email: 'mara@juniper.example', password: 'nine patient otters' };

/** A site whose owner can sign in. */
export function useDashboard(options: Parameters<typeof useSite>[0] = {}) {
  const site = useSite(options);
  beforeAll(async () => {
    await setPassword(site.app, mara.email, mara.password);
    await skipTour(site.app, mara.email);
  });
  /** Sessions that the API began, by address: to type or hash a password for each test takes a while. */
  const cookies = new Map<string, string>();
  async function cookieOf(email: string): Promise<string> {
    const known = cookies.get(email);
    if (known && (await site.app.get('/session', withCookie(known))).status === 200) return known;
    const { cookie } = await signIn(site.app, email, mara.password);
    cookies.set(email, cookie);
    return cookie;
  }
  async function openSignedIn(
    path: string,
    browser: BrowserContextOptions = {},
    email = mara.email,
  ): Promise<Page> {
    const state = stateWith(await cookieOf(email), site.url);
    const page = await site.open(path, { ...browser, storageState: state });
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
    await skipTour(site.app, email);
    return body.resource as { uuid: string; slug: string };
  }
  // Not spread: the address of the site is known only once it listens.
  return Object.assign(site, { openSignedIn, addUser });
}

/** As if they had taken it: it is shown in a first run only. */
function skipTour(app: TestApp, email: string): Promise<unknown> {
  return app.runtime.database.pool.query(
    `insert into first_step (workspace_id, member_id, key) select workspace_id, id, 'tour' from member where email = $1
     on conflict do nothing`,
    [email],
  );
}

function stateWith(cookie: string, url: string) {
  const [name = '', value = ''] = cookie.split('=');
  const place = { domain: new URL(url).hostname, path: '/', expires: -1 };
  return {
    cookies: [{ name, value, ...place, httpOnly: true, secure: false, sameSite: 'Lax' as const }],
    origins: [],
  };
}

/** Adds a filter to the list, and leaves its value to be chosen. */
export async function addFilter(page: Page, field: string): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Add filter' }).fill(field);
  await page.getByRole('option', { name: field }).first().click();
}

/** Adds a filter whose value is one of a few. */
export async function filterByChoice(page: Page, field: string, choice: string): Promise<void> {
  await addFilter(page, field);
  await page.getByRole('combobox', { name: `Value of ${field}` }).selectOption(choice);
}

/** Adds a filter whose value is one of many. */
export async function filterByPick(page: Page, field: string, choice: string): Promise<void> {
  await addFilter(page, field);
  await page.getByRole('button', { name: `Value of ${field}` }).click();
  await page.getByRole('option', { name: choice, exact: true }).click();
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Drags a finger from one place to another, after it has rested for a while. */
export async function dragByTouch(page: Page, from: Point, to: Point, restMs = 0): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', from);
  await page.waitForTimeout(restMs);
  const steps = 8;
  for (let step = 1; step <= steps; step += 1) {
    const part = step / steps;
    await touch('touchMove', { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
  }
  await touch('touchEnd');
}

/** Axe finds nothing, and the page is no larger than the window: it is its parts that scroll. */
export async function isClean(page: Page, state: string): Promise<void> {
  const found: string[] = [];
  const check = async (form: string, rules: Rules): Promise<void> => {
    found.push(...(await listViolations(page, rules)).map((each) => `${form}: ${each}`));
    await savePicture(page, `${state} ${form}`);
    const beyond = () =>
      page.evaluate(() => {
        const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
        return [scrollWidth - clientWidth, scrollHeight - clientHeight];
      });
    // An open menu follows its button a moment after the window has another size.
    const message = `pixels by which ${state} is larger than its window, ${form}`;
    await expect.poll(beyond, { message }).toEqual([0, 0]);
  };
  await checkEachForm(page, check, state);
  expect(found, state).toEqual([]);
}

/** With SHOTS set to a folder, what the browser shows is stored there. */
export async function savePicture(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name.replaceAll(' ', '-')}.png` });
}

/** The page shows the same as a moment before. */
export async function settle(page: Page): Promise<void> {
  let before = '';
  await expect
    .poll(
      async () => {
        const text = await page.locator('body').innerText();
        const isSame = text === before;
        before = text;
        return isSame;
      },
      { interval: 250, timeout: 20_000 },
    )
    .toBe(true);
}

/** Nothing more is asked for. The stream of live updates stays open, so the network is never idle. */
export async function settleRequests(requests: readonly string[], interval = 400): Promise<void> {
  let before = -1;
  const isSame = (): boolean => {
    const known = before;
    before = requests.length;
    return known === before;
  };
  await expect.poll(isSame, { interval, timeout: 20_000 }).toBe(true);
}

/** Finds an option by typing into a field that is searched, and chooses it. */
export async function chooseOption(
  field: Locator,
  text: string,
  option: string | RegExp = text,
): Promise<void> {
  await field.fill(text);
  await field.page().getByRole('option', { name: option }).first().click();
}

/** Chooses a day in a month, going to later months as needed. */
export async function chooseDay(around: Page | Locator, name: string): Promise<void> {
  const day = around.getByRole('gridcell').getByRole('button', { name });
  for (let months = 0; months < 24 && (await day.count()) === 0; months += 1) {
    await around.getByRole('button', { name: 'Next month' }).click();
  }
  await expect.poll(() => day.getAttribute('aria-disabled')).toBe(null);
  await day.click();
}
