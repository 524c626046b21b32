import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium, type CDPSession, type Page } from 'playwright-core';
import { requireChromium } from '../e2e/chromium.ts';
import { loadEvents, loadHosts } from './parts/calendar.ts';
import { callServer } from './parts/crm-load.ts';
import { openBench, startServer, type Server } from './parts/server.ts';
import { judge, chooseForSmoke, smokeOption } from './parts/smoke.ts';

/**
 * The list of events in real Chromium, on a server with many: CPU of the page's thread for each frame while it is scrolled, heap,
 * and the time until a far place can be read. By thread ticks, which a busy machine does not change.
 */

const { values } = parseArgs({
  options: { ...smokeOption, events: { type: 'string', default: chooseForSmoke('10000', '500') } },
});
const events = Number(values.events);
const limits = { cpuMsPerFrame: 10, heapMb: 40, jumpMs: 300 };
const rowPixels = 60;
const frames = chooseForSmoke(180, 20);
const reader = { email: 'bench@juniper.example', firstName: 'Bench', lastName: 'Reader', role: 'owner' };
const password = 'nine patient otters';

/** Each moves the list once in every frame, by so many pixels. */
const ways = { reading: 6, fast: 120, flick: 900, 'drag over everything': (events * rowPixels) / frames };

async function openList(server: Server): Promise<Page> {
  await callServer(server, 'POST', '/organizations/users', { ...reader, password });
  const browser = await chromium.launch({
    executablePath: requireChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
  // tsx calls it in functions that are sent to the page.
  await page.addInitScript({ content: 'globalThis.__name = (named) => named' });
  await page.goto(`http://localhost:${server.port}/app/events?when=all&scope=all`);
  await page.getByLabel('Email address').fill(reader.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator('[data-row="3"]').waitFor();
  return page;
}

async function cpuMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
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

function report(name: string, value: number, limit: number, unit: string): void {
  const isHeld = value <= limit;
  judge(isHeld);
  console.log(`${name}: ${value.toFixed(1)} ${unit} (limit ${limit})${isHeld ? '' : ' TOO MUCH'}`);
}

const bench = await openBench();
try {
  const server = await startServer(bench);
  await loadHosts(bench.postgres.connection);
  await loadEvents(bench.postgres.connection, events, new Date().toISOString().slice(0, 10));
  const page = await openList(server);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  for (const [name, pixels] of Object.entries(ways)) {
    const before = await cpuMs(session);
    await scroll(page, pixels);
    report(`${name}, CPU a frame`, ((await cpuMs(session)) - before) / frames, limits.cpuMsPerFrame, 'ms');
    await page.waitForTimeout(500);
  }
  const jumps: number[] = [];
  for (const part of [0.5, 0.25, 0.75, 0.1, 0.9]) {
    jumps.push(await jump(page, Math.floor(events * part)));
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
  `npx tsx bench/events.ts --events ${events}; ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`,
);
