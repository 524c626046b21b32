import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { closeBrowser, formatParts, openDashboard, reportRatio, traceFrames } from './parts/browser.ts';
import { createTestObject, loadRecords } from './parts/crm-load.ts';
import { openBench, startServer, type Server } from './parts/server.ts';
import { chooseForSmoke, smokeOption } from './parts/smoke.ts';

/**
 * The grid of records in real Chromium, on a server with many records: CPU of the page's thread for each frame while it is
 * scrolled, as the browser's trace has it, heap, and the time until a far place can be read.
 */

const { values } = parseArgs({
  options: { ...smokeOption, records: { type: 'string', default: chooseForSmoke('100000', '1000') } },
});
const records = Number(values.records);
const limits = { cpuMsPerFrame: 10, heapMb: 40, jumpMs: 300 };
const rowHeight = 36;
const arrows = 60;
/** Each moves the grid once in every frame, by so many pixels. */
const ways: readonly (readonly [name: string, pixels: number, frames: number])[] = [
  ['reading', 6, 180],
  ['fast', 120, 180],
  ['flick', 900, 120],
  ['drag over everything', (records * rowHeight) / 180, 180],
];

async function openGrid(server: Server): Promise<Page> {
  const page = await openDashboard(server, '/app/records/deals?by=["title"]');
  await page.locator('[data-row="3"] a').waitFor();
  return page;
}

/** To the beginning, where it comes to rest: a user who has jumped sees gray bars for a moment, which cost nothing. */
async function rest(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelector('[role="grid"]')?.scrollTo(0, 0));
  await page.waitForTimeout(500);
}

/** Scrolls in every frame, and counts the frames that were shown. */
function scroll(page: Page, pixels: number, frames: number): Promise<number> {
  return page.evaluate(
    ([step, count]) =>
      new Promise<number>((resolve) => {
        const grid = document.querySelector('[role="grid"]') as HTMLElement;
        let shown = 0;
        const next = (): void => {
          if (shown >= (count ?? 0)) return resolve(shown);
          shown += 1;
          grid.scrollTop += step ?? 0;
          requestAnimationFrame(next);
          return undefined;
        };
        requestAnimationFrame(next);
      }),
    [pixels, frames],
  );
}

/** Milliseconds until the row in the middle of the window can be read. */
function jump(page: Page, row: number): Promise<number> {
  return page.evaluate(
    ([to, height]) =>
      new Promise<number>((resolve) => {
        const grid = document.querySelector('[role="grid"]') as HTMLElement;
        const began = performance.now();
        grid.scrollTop = (to ?? 0) * (height ?? 0);
        const look = (): void => {
          if (grid.querySelector(`[data-row="${(to ?? 0) + 5}"] a`))
            return resolve(performance.now() - began);
          requestAnimationFrame(look);
          return undefined;
        };
        look();
      }),
    [row, rowHeight],
  );
}

const bench = await openBench();
try {
  const server = await startServer(bench);
  const object = await createTestObject(server);
  await loadRecords(bench.postgres.connection, object, 0, records);
  const page = await openGrid(server);
  const session = await page.context().newCDPSession(page);
  for (const [name, pixels, allFrames] of ways) {
    const frames = chooseForSmoke(allFrames, 20);
    await rest(page);
    const cost = await traceFrames(page, frames, () => scroll(page, pixels, frames));
    reportRatio(`${name}, a frame`, cost.total, limits.cpuMsPerFrame, 'ms', formatParts(cost));
  }
  await rest(page);
  await page.locator('[role="gridcell"]').nth(3).click();
  const keys = await traceFrames(page, arrows, async () => {
    for (let key = 0; key < arrows; key += 1) await page.keyboard.press('ArrowDown');
  });
  reportRatio('arrows, a key', keys.total, limits.cpuMsPerFrame, 'ms', formatParts(keys));
  const jumps: number[] = [];
  for (const part of [0.5, 0.25, 0.75, 0.1, 0.9]) {
    jumps.push(await jump(page, Math.floor(records * part)));
    await page.waitForTimeout(300);
  }
  console.log(`jumps: ${jumps.map((ms) => Math.round(ms)).join(', ')} ms`);
  reportRatio('jump to the middle', jumps[0] ?? Number.NaN, limits.jumpMs, 'ms');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  reportRatio('heap', usedSize / 1024 / 1024, limits.heapMb, 'MB');
  await closeBrowser(page);
} finally {
  await bench.close();
}
console.log(
  `npx tsx bench/grid.ts --records ${records}; ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`,
);
