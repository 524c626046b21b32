import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium, type CDPSession, type Page } from 'playwright-core';
import { requireChromium } from '../e2e/chromium.ts';
import { callServer, createTestObject, loadRecords } from './parts/crm-load.ts';
import { openBench, startServer, type Server } from './parts/server.ts';
import { judge, chooseForSmoke, smokeOption } from './parts/smoke.ts';

/**
 * The grid of records in real Chromium, on a server with many records: CPU of the page's thread for each frame while it is
 * scrolled, heap, and the time until a far place can be read. By thread ticks, which a busy machine does not change.
 */

const { values } = parseArgs({
  options: { ...smokeOption, records: { type: 'string', default: chooseForSmoke('100000', '1000') } },
});
const records = Number(values.records);
const limits = { cpuMsPerFrame: 10, heapMb: 40, jumpMs: 300 };
const rowHeight = 36;
const reader = { email: 'bench@juniper.example', firstName: 'Bench', lastName: 'Reader', role: 'owner' };
const password = 'nine patient otters';

/** Each moves the grid once in every frame, by so many pixels. */
const ways: readonly (readonly [name: string, pixels: number, frames: number])[] = [
  ['reading', 6, 180],
  ['fast', 120, 180],
  ['flick', 900, 120],
  ['drag over everything', (records * rowHeight) / 180, 180],
];

async function openGrid(server: Server): Promise<Page> {
  await callServer(server, 'POST', '/organizations/users', { ...reader, password });
  const browser = await chromium.launch({
    executablePath: requireChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
  // tsx calls it in functions that are sent to the page.
  await page.addInitScript({ content: 'globalThis.__name = (named) => named' });
  await page.goto(`http://localhost:${server.port}/app/records/deals?by=["title"]`);
  await page.getByLabel('Email address').fill(reader.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator('[data-row="3"] a').waitFor();
  return page;
}

async function cpuMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
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

function report(name: string, value: number, limit: number, unit: string): void {
  const isHeld = value <= limit;
  judge(isHeld);
  console.log(`${name}: ${value.toFixed(1)} ${unit} (limit ${limit})${isHeld ? '' : ' TOO MUCH'}`);
}

const bench = await openBench();
try {
  const server = await startServer(bench);
  const object = await createTestObject(server);
  await loadRecords(bench.postgres.connection, object, 0, records);
  const page = await openGrid(server);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  for (const [name, pixels, allFrames] of ways) {
    const frames = chooseForSmoke(allFrames, 20);
    await rest(page);
    const before = await cpuMs(session);
    const shown = await scroll(page, pixels, frames);
    report(`${name}, CPU a frame`, ((await cpuMs(session)) - before) / shown, limits.cpuMsPerFrame, 'ms');
  }
  await rest(page);
  await page.locator('[role="gridcell"]').nth(3).click();
  const before = await cpuMs(session);
  for (let key = 0; key < 60; key += 1) await page.keyboard.press('ArrowDown');
  report('arrows, CPU a key', ((await cpuMs(session)) - before) / 60, limits.cpuMsPerFrame, 'ms');
  const jumps: number[] = [];
  for (const part of [0.5, 0.25, 0.75, 0.1, 0.9]) {
    jumps.push(await jump(page, Math.floor(records * part)));
    await page.waitForTimeout(300);
  }
  console.log(`jumps: ${jumps.map((ms) => Math.round(ms)).join(', ')} ms`);
  report('jump to the middle', jumps[0] ?? Number.NaN, limits.jumpMs, 'ms');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  report('heap', usedSize / 1024 / 1024, limits.heapMb, 'MB');
  await page.context().browser()?.close();
} finally {
  await bench.close();
}
console.log(
  `npx tsx bench/grid.ts --records ${records}; ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`,
);
