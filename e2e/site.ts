import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { AxeResults, Result, RunOptions } from 'axe-core';
import type { BrowserContextOptions, Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { GivenSettings } from '../server/test/runtime.ts';
import { useApp, type TestApp } from '../server/test/harness.ts';
import type { Config } from '../server/src/platform/config.ts';
import { returnPages, seen, startBrowser, acquirePage } from './pages.ts';

/** A Monday morning in winter. The clock runs on from there, since forms are delayed if they are sent at once. */
export const monday = Date.parse('2027-01-11T06:00:00Z');

const startedAtMs = Date.now();
const clock = { now: () => new Date(monday + Date.now() - startedAtMs) };

export interface Site {
  readonly app: TestApp;
  /** Its base URL, once tests run. */
  readonly url: string;
  /** Opens a path as a browser that has not been here before: in Berlin, in British English, unless `options` differ. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** The URL of every request that the pages of this test made. */
  readonly requests: string[];
  /** The browser's messages about frames that a policy forbade. */
  readonly blockedFrames: string[];
}

export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
};

interface SiteOptions {
  readonly config?: Partial<Config>;
  readonly settings?: readonly GivenSettings[];
  /** The port to listen on, where PUBLIC_URL matters; any free one by default. */
  readonly port?: number;
  /** For what is loaded first: pages whose cache is empty. Otherwise those of earlier tests are used again, with the scripts in it. */
  readonly areFresh?: boolean;
}

/** The same for all files, so that pages of earlier ones have the site in their cache. */
let usualPort = 0;

/** A listening Daybook and a real browser, for one test file. */
export function useSite({ config = {}, settings = [], port, areFresh = false }: SiteOptions = {}): Site {
  const publicUrl = `http://localhost:${port ?? 4000}`;
  const app = useApp({ clock, settings, config: port === undefined ? config : { publicUrl, ...config } });
  const started = { url: '' };
  const site: Site = {
    app,
    get url() {
      return started.url;
    },
    requests: seen.requests,
    blockedFrames: seen.blockedFrames,
    async open(path, options = {}) {
      const page = await acquirePage(
        {
          baseURL: started.url,
          locale: 'en-GB',
          timezoneId: 'Europe/Berlin',
          reducedMotion: 'reduce',
          viewport: { width: 1280, height: 860 },
          ...options,
        },
        areFresh,
      );
      await page.goto(path);
      return page;
    },
  };
  beforeAll(async () => {
    await startBrowser();
    const address = await listen(app, port ?? usualPort);
    if (port === undefined) usualPort = Number(new URL(address).port);
    started.url = port === undefined ? address : publicUrl;
  }, 300_000);
  afterEach(async ({ task }) => {
    const abandoned = seen.abandoned.splice(0);
    // One that ran out of time goes on with its pages.
    await returnPages({ areKept: task.result?.state !== 'fail' });
    seen.abandoned.length = 0;
    expect(seen.errors.splice(0), 'errors on the page').toEqual([]);
    expect(abandoned, 'requests that were not answered when their page was left').toEqual([]);
  });
  // The browser stays, and keeps connections that would delay the end of the server.
  afterAll(() => app.app.server.closeAllConnections());
  return site;
}

async function listen({ app }: TestApp, port: number): Promise<string> {
  const on = (each: number) => app.listen({ host: '127.0.0.1', port: each });
  // Somebody else may have got the usual one meanwhile.
  return port === usualPort ? on(port).catch(() => on(0)) : on(port);
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Minified: every document reads it anew, and `axe.source` is twice as long. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What depends on colours and on the size of the window alone: the rest is the same in every form. */
const rulesOfLook = ['color-contrast', 'target-size', 'link-in-text-block', 'scrollable-region-focusable'];

/** The rules of axe by which a page is judged; `structure` are all but those of look. */
export type Rules = 'all' | 'look' | 'structure' | 'none';

/** What axe reports about the page in its current state. */
export async function listViolations(page: Page | Frame, rules: Rules = 'all'): Promise<string[]> {
  if (rules === 'none') return [];
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  const found = await page.evaluate(async (chosen) => {
    const { axe } = globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } };
    const options = { iframes: false, preload: false, resultTypes: ['violations' as const] };
    return (await axe.run({ ...options, ...chosen })).violations;
  }, chosenRules[rules]);
  return described(found);
}

const chosenRules: Record<Exclude<Rules, 'none'>, RunOptions> = {
  all: { runOnly: { type: 'tag', values: tags } },
  look: { runOnly: { type: 'rule', values: rulesOfLook } },
  structure: {
    runOnly: { type: 'tag', values: tags },
    rules: Object.fromEntries(rulesOfLook.map((rule) => [rule, { enabled: false }])),
  },
};

/** The same for a page with all of its frames, which takes three times as long. */
export async function listViolationsWithFrames(page: Page): Promise<string[]> {
  return described((await new AxeBuilder({ page }).withTags(tags).analyze()).violations);
}

/**
 * Calls `check` for the page in light mode on a desktop, and in dark mode on a phone. Structure is the same in both, and judged in the first.
 * Look is judged in both where no `state` is given. Otherwise its name decides in which of them, since that is half of what axe costs:
 * each is judged in some half of all states. `npm run journeys` (FORMS=all) judges all in both, and SHOTS all in all four forms.
 */
export async function checkEachForm(
  page: Page,
  check: (form: string, rules: Rules) => Promise<void>,
  state?: string,
): Promise<void> {
  const areAll = Boolean(process.env['SHOTS']);
  const only = process.env['FORMS'] === 'all' || state === undefined ? undefined : schemeFor(state);
  for (const [colorScheme, width] of areAll ? [...forms, ...moreForms] : forms) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 860 });
    await check(`${colorScheme} ${width}`, areAll ? 'all' : rulesIn(colorScheme, only));
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1280, height: 860 });
}

type Scheme = 'light' | 'dark';

/** The same in every run, and in whatever order tests run. */
const schemeFor = (state: string): Scheme =>
  createHash('sha256').update(state).digest().readUInt8() % 2 === 0 ? 'light' : 'dark';

function rulesIn(scheme: Scheme, only?: Scheme): Rules {
  const judgesLook = only === undefined || only === scheme;
  if (scheme === 'light') return judgesLook ? 'all' : 'structure';
  return judgesLook ? 'look' : 'none';
}

const forms = [
  ['light', 1280],
  ['dark', 390],
] as const;
const moreForms = [
  ['dark', 1280],
  ['light', 390],
] as const;

function described(found: readonly Result[]): string[] {
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
}

export const getFocusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? '';
  });

/** Waits until the script has hydrated the picker. */
export async function waitUntilHydrated(page: Page): Promise<void> {
  await page.getByRole('grid').waitFor();
}

/** Sums up the layout shifts of the pages that are opened from now on. */
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

export async function fillInForm(
  page: Page,
  { name = 'Ines Okafor', email = 'ines@okafor.example' }: Details = {},
): Promise<void> {
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Email address').fill(email);
}
