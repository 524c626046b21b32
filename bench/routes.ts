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
 * Changes between the areas of the demo's dashboard: milliseconds from a click until the area can be read, once it was pointed at
 * and again when it was open before, and the skeletons that were visible meanwhile.
 */

parseArgs({ options: smokeOption });
const limits = { ms: 100, skeletons: 0 };
const rounds = chooseForSmoke(5, 1);

interface Change {
  readonly path: string;
  readonly ms: number;
  readonly skeletons: number;
}

/** Clicks a link of the rail. Ends with the frame that shows another heading and no skeleton. */
function open(page: Page, path: string): Promise<Change> {
  return page.evaluate(
    (href) =>
      new Promise<Change>((resolve) => {
        const link = document.querySelector<HTMLAnchorElement>(`.rail a[href="${href}"]`);
        const before = document.querySelector('main h1');
        const began = performance.now();
        let skeletons = 0;
        const look = (): void => {
          // Of the page or its list; charts and panels beside them may still be read.
          const skeleton = document.querySelector(
            'main > .skeleton, main .list > .skeleton, main .body > .skeleton',
          );
          // A quick answer is not worth a skeleton: it stays invisible for a moment.
          if (skeleton && Number(getComputedStyle(skeleton).opacity) > 0.1) skeletons += 1;
          const heading = document.querySelector('main h1');
          const isThere = heading !== null && heading !== before && !skeleton;
          if (isThere || performance.now() - began > 10_000)
            resolve({ path: href, ms: performance.now() - began, skeletons });
          else requestAnimationFrame(look);
        };
        link?.click();
        requestAnimationFrame(look);
      }),
    path,
  );
}

const listAreas = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.rail nav a')].map((link) => link.getAttribute('href') ?? ''),
  );

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

function report(when: string, changes: readonly Change[]): void {
  reportRatio(`${when}, median`, median(changes.map(({ ms }) => ms)), limits.ms, 'ms');
  const skeletons = changes.reduce((sum, change) => sum + change.skeletons, 0);
  const slow = changes.filter((change) => change.ms > limits.ms || change.skeletons > 0);
  const list = slow.map(({ path, ms }) => `${path} ${Math.round(ms)} ms`).join(', ');
  console.log(
    `${when}, frames with a skeleton: ${skeletons} of ${limits.skeletons}${list && `; slow: ${list}`}`,
  );
}

const server = await startServer({ DATA_DIR: createDataFolder() });
const page = await openBrowser();
try {
  await page.goto(`${server.url}/app`);
  const { email, password } = parseKeys(server.output());
  await signIn(page, email, password);
  await page.locator('main h1').first().waitFor();
  const areas = await listAreas(page);
  const first: Change[] = [];
  for (const path of areas.slice(1)) {
    await page.locator(`.rail a[href="${path}"]`).hover();
    // People take about as long between pointing and clicking.
    await page.waitForTimeout(chooseForSmoke(400, 100));
    first.push(await open(page, path));
  }
  report('pointed at', first);
  const again: Change[] = [];
  for (let round = 0; round < rounds; round += 1)
    for (const path of areas) again.push(await open(page, path));
  report('open before', again);
} finally {
  await closeBrowser(page);
  await stopProgram(server);
  removeFolders();
}
console.log(`npx tsx bench/routes.ts; ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`);
