import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { closeBrowser, formatParts, openDashboard, reportRatio, traceFrames } from './parts/browser.ts';
import { loadEvents, loadHosts } from './parts/calendar.ts';
import { openBench, startServer, type Server } from './parts/server.ts';
import { chooseForSmoke, smokeOption } from './parts/smoke.ts';

/**
 * The list of events in real Chromium, on a server with many: CPU of the page's thread for each frame while it is scrolled, as the
 * browser's trace has it, heap, and the time until a far place can be read.
 */

const { values } = parseArgs({
  options: { ...smokeOption, events: { type: 'string', default: chooseForSmoke('10000', '500') } },
});
const events = Number(values.events);
const limits = { cpuMsPerFrame: 10, heapMb: 40, jumpMs: 300 };
const rowPixels = 60;
const frames = chooseForSmoke(180, 20);
/** Each moves the list once in every frame, by so many pixels. */
const ways = { reading: 6, fast: 120, flick: 900, 'drag over everything': (events * rowPixels) / frames };

async function openList(server: Server): Promise<Page> {
  const page = await openDashboard(server, '/app/events?when=all&scope=all');
  await page.locator('[data-row="3"]').waitFor();
  return page;
}

/** Scrolls in every frame. */
function scroll(page: Page, pixels: number): Promise<void> {
  return page.evaluate(
    ([step, count]) =>
      new Promise<void>((resolve) => {
        const list = document.querySelector('.list') as HTMLElement;
        list.scrollTop = 0;
        let shown = 0;
        const next = (): void => {
          shown += 1;
          list.scrollTop += step ?? 0;
          if (shown < (count ?? 0)) requestAnimationFrame(next);
          else resolve();
        };
        requestAnimationFrame(next);
      }),
    [pixels, frames],
  );
}

/** Milliseconds until a row that was far away can be read. */
function jump(page: Page, row: number): Promise<number> {
  return page.evaluate(
    ([to, height]) =>
      new Promise<number>((resolve) => {
        const list = document.querySelector('.list') as HTMLElement;
        const began = performance.now();
        list.scrollTop = (to ?? 0) * (height ?? 0);
        const look = (): void => {
          if (list.querySelector(`[data-row="${(to ?? 0) + 5}"]`)) resolve(performance.now() - began);
          else requestAnimationFrame(look);
        };
        look();
      }),
    [row, rowPixels],
  );
}

const bench = await openBench();
try {
  const server = await startServer(bench);
  await loadHosts(bench.postgres.connection);
  await loadEvents(bench.postgres.connection, events, new Date().toISOString().slice(0, 10));
  const page = await openList(server);
  const session = await page.context().newCDPSession(page);
  for (const [name, pixels] of Object.entries(ways)) {
    const cost = await traceFrames(page, frames, () => scroll(page, pixels));
    reportRatio(`${name}, a frame`, cost.total, limits.cpuMsPerFrame, 'ms', formatParts(cost));
    await page.waitForTimeout(500);
  }
  const jumps: number[] = [];
  for (const part of [0.5, 0.25, 0.75, 0.1, 0.9]) {
    jumps.push(await jump(page, Math.floor(events * part)));
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
  `npx tsx bench/events.ts --events ${events}; ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`,
);
