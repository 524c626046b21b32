import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type ConsoleMessage,
  type Page,
  type Request,
} from 'playwright-core';
import { requireChromium } from './chromium.ts';

/**
 * One browser for all test files of a worker, and pages that tests use one after the other. A new browser context starts a process that
 * reads and compiles every script again, which takes four times the CPU time of going somewhere else with a page that is there.
 */

interface PooledPage {
  readonly page: Page;
  readonly options: BrowserContextOptions;
  /** Whether a test changed what can't be set back, such as scripts that run in every document. */
  isChanged: boolean;
}

/** What the pages of the current test have done. */
export const seen: { requests: string[]; errors: string[]; blockedFrames: string[]; abandoned: string[] } = {
  requests: [],
  errors: [],
  abandoned: [],
  blockedFrames: [],
};

const flags =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';
const maxIdle = 3;

let browser: Browser | undefined;
let idle: PooledPage[] = [];
const taken: PooledPage[] = [];

export async function startBrowser(): Promise<void> {
  if (browser?.isConnected()) return;
  idle = [];
  browser = await chromium.launch({ executablePath: requireChromium(), args: flags.split(' ') });
  // A run that was interrupted leaves neither its workers nor their browsers behind.
  process.once('disconnect', () => process.exit());
}

/** An empty page without cookies or storage, apart from the cookies of `options`. A fresh one has an empty cache as well. */
export async function acquirePage(
  { storageState, ...options }: BrowserContextOptions,
  isFresh = false,
): Promise<Page> {
  const found = isFresh ? undefined : idle.find((kept) => isSame(kept.options, options));
  idle = idle.filter((kept) => kept !== found);
  const kept = found ?? (await openPage(options));
  taken.push(kept);
  if (typeof storageState === 'object') await kept.page.context().addCookies(storageState.cookies);
  return kept.page;
}

const isSame = (one: BrowserContextOptions, other: BrowserContextOptions): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

async function openPage(options: BrowserContextOptions): Promise<PooledPage> {
  if (!browser) throw new Error('The browser has not been started.');
  const context = await browser.newContext(options);
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  page.on('request', (request) => seen.requests.push(request.url()));
  page.on('pageerror', (error) => seen.errors.push(error.message));
  page.on('requestfailed', noteAbandoned);
  page.on('console', noteMessage);
  const kept = { page, options, isChanged: false };
  noteChanges(kept);
  return kept;
}

/** These only read, and are given up by the page when somebody types on. */
const reading = /\/(aggregate|dry-run|preview|query)(\?|$)/;

/** Something that saves, to which a page did not wait for the answer: whether it was saved is a matter of chance. */
function noteAbandoned(request: Request): void {
  const isSaving = request.method() !== 'GET' && !reading.test(request.url());
  if (isSaving && request.failure()?.errorText === 'net::ERR_ABORTED')
    seen.abandoned.push(`${request.method()} ${request.url()}`);
}

function noteMessage(message: ConsoleMessage): void {
  const text = message.text();
  if (text.includes('frame-ancestors')) seen.blockedFrames.push(text);
  // Tests cause failing responses themselves, and autofocus in a frame is handled by the frame's script.
  else if (message.type() === 'error' && !/^(Failed to load resource|Blocked autofocusing)/.test(text))
    seen.errors.push(text);
}

function noteChanges(kept: PooledPage): void {
  const changing = [
    [kept.page, ['addInitScript', 'exposeFunction', 'route']],
    [kept.page.context(), ['addInitScript', 'newCDPSession', 'route', 'setOffline']],
  ] as const;
  for (const [owner, names] of changing) {
    for (const name of names) {
      const call = Reflect.get(owner, name) as (...values: unknown[]) => unknown;
      Reflect.set(owner, name, (...values: unknown[]) => {
        kept.isChanged = true;
        return call.apply(owner, values);
      });
    }
  }
}

/** Ends what the pages show that were taken, and forgets what they stored. Unless they are kept, they are closed. */
export async function returnPages({ areKept }: { areKept: boolean }): Promise<void> {
  for (const kept of taken.splice(0)) {
    if (areKept && (await isEmptied(kept))) idle.push(kept);
    else await kept.page.context().close();
  }
  while (idle.length > maxIdle) await idle.shift()?.page.context().close();
  seen.requests.length = 0;
}

/** Whether the page is as new, except for its cache. One that does not answer is closed instead. */
async function isEmptied({ page, options, isChanged }: PooledPage): Promise<boolean> {
  const context = page.context();
  if (isChanged || page.isClosed() || context.pages().length > 1) return false;
  try {
    // Of the same site, and so in the same process, unlike about:blank.
    await page.goto('/healthz', { timeout: 5_000 });
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await context.clearCookies();
    await context.clearPermissions();
    await page.emulateMedia({ colorScheme: options.colorScheme ?? 'light', reducedMotion: 'reduce' });
    if (options.viewport) await page.setViewportSize(options.viewport);
    return true;
  } catch {
    return false;
  }
}
