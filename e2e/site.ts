import { AxeBuilder } from '@axe-core/playwright';
import axe, { type Result } from 'axe-core';
import { chromium, type Browser, type BrowserContextOptions, type Frame, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { useApp, type TestApp } from '../server/test/harness.ts';
import { chromiumPath } from './chromium.ts';

/** A Monday morning in winter, from which time goes on: forms are not sent in the moment they are shown. */
export const monday = Date.parse('2027-01-11T06:00:00Z');

const startedAtMs = Date.now();
const clock = { now: () => new Date(monday + Date.now() - startedAtMs) };

export interface Site {
  readonly app: TestApp;
  /** Where it listens, once tests run. */
  readonly url: string;
  /** A page of a browser that is in Berlin and reads British English, unless said otherwise. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** Every address that the pages of this test asked for. */
  readonly asked: string[];
  /** What the browser refused to show in a frame. */
  readonly refusals: string[];
}

export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
};

const flags =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

/** A whole Daybook that listens, and a real browser in front of it. One per test file. */
export function useSite(): Site {
  const app = useApp({ clock });
  const holder = {} as { browser: Browser; url: string };
  const open: Page[] = [];
  const site: Site = {
    app,
    get url() {
      return holder.url;
    },
    asked: [],
    refusals: [],
    async open(path, options = {}) {
      const context = await holder.browser.newContext({
        baseURL: holder.url,
        locale: 'en-GB',
        timezoneId: 'Europe/Berlin',
        reducedMotion: 'reduce',
        viewport: { width: 1280, height: 860 },
        ...options,
      });
      context.setDefaultTimeout(8000);
      const page = await context.newPage();
      page.on('request', (request) => site.asked.push(request.url()));
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        if (message.text().includes('frame-ancestors')) return site.refusals.push(message.text());
        // A status that the test itself brings about is no problem of the page, nor what browsers leave to a frame's script.
        if (
          message.type() === 'error' &&
          !/^(Failed to load resource|Blocked autofocusing)/.test(message.text())
        )
          problems.push(message.text());
        return undefined;
      });
      open.push(page);
      await page.goto(path);
      return page;
    },
  };
  const problems: string[] = [];
  beforeAll(async () => {
    const executablePath = await chromiumPath();
    holder.browser = await chromium.launch({ executablePath, args: flags.split(' ') });
    holder.url = await app.app.listen({ host: '127.0.0.1', port: 0 });
  }, 300_000);
  afterEach(async () => {
    for (const page of open.splice(0)) await page.context().close();
    site.asked.length = 0;
    expect(problems.splice(0), 'errors on the page').toEqual([]);
  });
  afterAll(() => holder.browser?.close());
  return site;
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What a checker of accessibility has to say about the page as it is now. */
export async function violations(page: Page | Frame): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const found = await page.evaluate(async (values) => {
    const { axe: here } = globalThis as unknown as { axe: typeof axe };
    const options = { iframes: false, resultTypes: ['violations' as const] };
    return (await here.run({ ...options, runOnly: { type: 'tag', values } })).violations;
  }, tags);
  return named(found);
}

/** The same of a page and all of its frames together, which takes three times as long. */
export async function violationsWithFrames(page: Page): Promise<string[]> {
  return named((await new AxeBuilder({ page }).withTags(tags).analyze()).violations);
}

function named(found: readonly Result[]): string[] {
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
}

export const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? '';
  });

/** Waits until the script has taken over. */
export async function hydrated(page: Page): Promise<void> {
  await page.getByRole('grid').waitFor();
}

/** From the next page on: how far things have moved by themselves. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    (globalThis as unknown as { shift: number }).shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[]) {
        if (!entry.hadRecentInput) (globalThis as unknown as { shift: number }).shift += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { shift: number }).shift);
}

export interface Details {
  readonly name?: string;
  readonly email?: string;
}

export async function fillIn(
  page: Page,
  { name = 'Ines Okafor', email = 'ines@okafor.example' }: Details = {},
): Promise<void> {
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Email address').fill(email);
}
