import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import { requireChromium } from '../e2e/chromium.ts';

/** `npm run pictures [NAME ...]`: the pictures of README and guides, of the demo company on a server of their own. */

const folder = join(import.meta.dirname, '../docs/images');
const wide = { viewport: { width: 1280, height: 800 } };
const booking = { viewport: { width: 1200, height: 720 } };
const phone = { viewport: { width: 390, height: 844 } };
const dark = { colorScheme: 'dark' } as const;
const introCall = '/mara-lindqvist/intro-call';

interface Picture {
  readonly path: string;
  readonly form: BrowserContextOptions;
  readonly isPublic?: boolean;
  readonly prepare?: (page: Page) => Promise<void>;
}

const pictures: Readonly<Record<string, Picture>> = {
  'booking-desktop': { path: introCall, form: booking, isPublic: true, prepare: chooseDay },
  'booking-dark': {
    path: '/mara-lindqvist/consultation',
    form: { ...booking, ...dark },
    isPublic: true,
    prepare: chooseDay,
  },
  'booking-phone': {
    path: introCall,
    form: { ...phone, deviceScaleFactor: 1.5 },
    isPublic: true,
    prepare: chooseDay,
  },
  'booking-confirmation': {
    path: introCall,
    form: { viewport: { width: 1200, height: 860 } },
    isPublic: true,
    prepare: book,
  },
  'dashboard-home': { path: '/app', form: wide },
  'dashboard-week': { path: '/app/events?view=week', form: wide, prepare: openEvent },
  'dashboard-editor': { path: '/app/pages', form: wide, prepare: openEditor },
  'dashboard-records': { path: '/app/records/deals', form: wide, prepare: openDeal },
  'dashboard-commands': { path: '/app', form: wide, prepare: search },
  'dashboard-availability': { path: '/app/availability', form: { ...wide, ...dark } },
  'dashboard-insights': { path: '/app/insights', form: { ...wide, ...dark } },
  'dashboard-forms': { path: '/app/forms', form: wide, prepare: openForm },
  'dashboard-branding': { path: '/app/settings/branding', form: wide },
  'dashboard-phone': { path: '/app', form: phone },
  'dashboard-phone-dark': { path: '/app/availability', form: { ...phone, ...dark } },
};

async function chooseDay(page: Page): Promise<void> {
  await page.locator('a.day:not([aria-disabled])').nth(3).click();
  await page
    .getByRole('link', { name: /^\d\d:\d\d$/ })
    .first()
    .waitFor();
}

async function book(page: Page): Promise<void> {
  await chooseDay(page);
  await page
    .getByRole('link', { name: /^\d\d:\d\d$/ })
    .nth(1)
    .click();
  await page.getByLabel(/^Your name/).fill('Ines Okafor');
  await page.getByLabel(/^Email/).fill('ines@okafor.example');
  await page.getByLabel(/^What would you like/).fill('A new catalog for the spring.');
  await page.getByRole('button', { name: /^Book / }).click();
  await page.getByRole('heading', { name: 'You’re booked' }).waitFor();
}

async function openEvent(page: Page): Promise<void> {
  await page.getByText('Claire Fontaine').first().click();
}

async function openEditor(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /Intro call/ })
    .first()
    .click();
}

async function openForm(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Find the right conversation' }).click();
}

async function openDeal(page: Page): Promise<void> {
  await page.getByText('Two bakery fronts').first().click();
  await page.keyboard.press('Space');
}

async function search(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('searchbox').fill('int');
  await page.getByRole('menuitem').first().waitFor();
}

interface DemoServer {
  readonly url: string;
  readonly email: string;
  readonly password: string;
  stop(): Promise<void>;
}

async function startDemo(): Promise<DemoServer> {
  const data = mkdtempSync(join(tmpdir(), 'daybook-pictures-'));
  const server = spawn(process.execPath, ['tools/start.mjs'], {
    env: { ...process.env, PORT: '4000', DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async (): Promise<void> => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill();
    await ended;
    rmSync(data, { recursive: true, force: true });
  };
  const keys = { email: '', password: '' };
  for await (const line of createInterface({ input: server.stdout })) {
    const [, name, value = ''] = /^ {2}(Email|Password) +(\S+)$/.exec(line) ?? [];
    if (name === 'Email') keys.email = value;
    if (name === 'Password') keys.password = value;
    if (line.includes('API call')) return { url: 'http://localhost:4000', ...keys, stop };
  }
  await stop();
  throw new Error('The server has ended before it was ready.');
}

async function takePictures(browser: Browser, server: DemoServer, names: readonly string[]): Promise<void> {
  for (const [name, { path, form, isPublic, prepare }] of Object.entries(pictures)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/Berlin', ...form });
    if (!isPublic) await signIn(context, server);
    const page = await context.newPage();
    await page.goto(server.url + path);
    await waitUntilLoaded(page);
    await prepare?.(page);
    await waitUntilLoaded(page);
    await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled', caret: 'hide' });
    await context.close();
    console.log(name);
  }
}

/** The dashboard keeps a connection open, so the network is never idle. */
async function waitUntilLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(() => !document.querySelector('.skeleton'));
  await page.evaluate(() => document.fonts.ready);
  // What was just loaded is drawn, and what depends on it is asked for.
  await page.waitForTimeout(1_500);
}

async function signIn(context: BrowserContext, { url, email, password }: DemoServer): Promise<void> {
  const answer = await context.request.post(`${url}/v2/session`, {
    data: { email, password },
    headers: { origin: url },
  });
  if (!answer.ok()) throw new Error(await answer.text());
  // The tour of a first run would stand in front of the page.
  await context.request.put(`${url}/v2/first-steps/tour`, { headers: { origin: url } });
}

const server = await startDemo();
const browser = await chromium.launch({ executablePath: requireChromium(), args: ['--no-sandbox'] });
try {
  await takePictures(browser, server, process.argv.slice(2));
} finally {
  await browser.close();
  await server.stop();
}
