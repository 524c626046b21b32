import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import {
  createDataFolder,
  parseKeys,
  removeFolders,
  startServer,
  stopProgram,
} from '../server/test/process/daybook.ts';
import { closeBrowser, openBrowser, reportRatio, signIn } from './parts/browser.ts';
import { chooseForSmoke, smokeOption } from './parts/smoke.ts';

/**
 * What a browser with an empty cache loads, compressed as it is sent: the demo's Home until it can be read, all that follows until
 * the browser is idle, and the first page of the docs with a search in it.
 */

parseArgs({ options: smokeOption });
const limits = { homeKb: 160, idleKb: 220, styleKb: 12, docsKb: 60 };
const idleMs = chooseForSmoke(8000, 3000);

interface Loaded {
  readonly url: string;
  readonly kb: number;
}

/** Everything that the current document has loaded, and the document itself. */
function listLoaded(page: Page): Promise<Loaded[]> {
  return page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(
      (entry) => ({
        url: entry.name,
        kb: (entry as PerformanceResourceTiming).encodedBodySize / 1000,
      }),
    ),
  );
}

const sum = (loaded: readonly Loaded[], kind: RegExp): number =>
  loaded.filter(({ url }) => kind.test(url)).reduce((total, { kb }) => total + kb, 0);

/** The scripts that the document names: what it loads by itself comes after the first picture. */
const listNamedScripts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('script[src], link[rel=modulepreload]')].map(
      (element) => (element as HTMLScriptElement).src || (element as HTMLLinkElement).href,
    ),
  );

const server = await startServer({ DATA_DIR: createDataFolder() });
const page = await openBrowser();
try {
  await page.goto(`${server.url}/app`);
  const { email, password } = parseKeys(server.output());
  await signIn(page, email, password);
  await page.locator('main h1').first().waitFor();
  const first = await listLoaded(page);
  const named = await listNamedScripts(page);
  const program = first.filter(({ url }) => named.includes(url));
  reportRatio('Home, script before the first picture', sum(program, /\.js$/), limits.homeKb, 'kB');
  reportRatio(
    'Home, style before the first picture',
    sum(first, /\/dashboard-\w+\.css$/),
    limits.styleKb,
    'kB',
  );
  await page.waitForTimeout(idleMs);
  reportRatio('Home, all script until idle', sum(await listLoaded(page), /\.js$/), limits.idleKb, 'kB');
  await page.goto(`${server.url}/docs`);
  await page.getByRole('searchbox').fill('webhook');
  await page.locator('#found a').first().waitFor();
  reportRatio('docs, first page with a search', sum(await listLoaded(page), /./), limits.docsKb, 'kB');
} finally {
  await closeBrowser(page);
  await stopProgram(server);
  removeFolders();
}
console.log(`npx tsx bench/first-load.ts; ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`);
