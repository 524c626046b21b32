import { chromium, type Page } from 'playwright-core';
import { requireChromium } from '../../e2e/chromium.ts';
import { callServer } from './crm-load.ts';
import type { Server } from './server.ts';
import { judge } from './smoke.ts';

/** The dashboard in real Chromium, and what a frame costs there. */

const reader = { email: 'bench@juniper.example', firstName: 'Bench', lastName: 'Reader', role: 'owner' };
const password = 'nine patient otters';

/** A browser of the bench's own, on a page of an owner who has signed in. */
export async function openDashboard(server: Server, path: string): Promise<Page> {
  await callServer(server, 'POST', '/organizations/users', { ...reader, password });
  const page = await openBrowser();
  await page.goto(`http://localhost:${server.port}${path}`);
  await signIn(page, reader.email, password);
  return page;
}

export async function openBrowser(): Promise<Page> {
  const browser = await chromium.launch({
    executablePath: requireChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
  // tsx calls it in functions that are sent to the page.
  await page.addInitScript({ content: 'globalThis.__name = (named) => named' });
  return page;
}

export async function signIn(page: Page, email: string, word: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(word);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

export const closeBrowser = (page: Page): Promise<void> | undefined => page.context().browser()?.close();

/** CPU milliseconds of the page's main thread for each frame, by what they were spent on. Rendering inside of a script counts as both. */
export interface FrameCost {
  readonly total: number;
  readonly scripting: number;
  readonly rendering: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** CPU time of the thread, which a busy machine does not change. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', '__metadata'];
const scripts = [
  'FunctionCall',
  'FireAnimationFrame',
  'EventDispatch',
  'RunMicrotasks',
  'TimerFire',
  'EvaluateScript',
];
const renderings = ['UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize', 'Commit'];

/** What a browser's own trace says about so many frames. */
export async function traceFrames(
  page: Page,
  frames: number,
  run: () => Promise<unknown>,
): Promise<FrameCost> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser.');
  await browser.startTracing(page, { categories });
  await run();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const thread = findMainThread(trace.traceEvents);
  const own = trace.traceEvents.filter(({ ph, pid, tid }) => ph === 'X' && `${pid} ${tid}` === thread);
  const sum = (names: readonly string[]): number =>
    sumOutermost(own.filter(({ name }) => names.includes(name))) / frames;
  return { total: sum(['RunTask']), scripting: sum(scripts), rendering: sum(renderings) };
}

/** The renderer's main thread that did most: other renderers belong to empty pages. */
function findMainThread(events: readonly TraceEvent[]): string | undefined {
  const isMain = ({ name, args }: TraceEvent): boolean =>
    name === 'thread_name' && args?.name === 'CrRendererMain';
  const work = events.filter(isMain).map(({ pid, tid }) => {
    const key = `${pid} ${tid}`;
    const tasks = events.filter((each) => each.name === 'RunTask' && `${each.pid} ${each.tid}` === key);
    return { key, spent: tasks.reduce((sum, { tdur = 0 }) => sum + tdur, 0) };
  });
  return work.toSorted((one, other) => other.spent - one.spent)[0]?.key;
}

/** In milliseconds. What runs inside of another event of the list is part of it already. */
function sumOutermost(events: readonly TraceEvent[]): number {
  let end = 0;
  let sum = 0;
  for (const { ts, dur = 0, tdur = 0 } of events.toSorted((one, other) => one.ts - other.ts)) {
    if (ts < end) continue;
    end = ts + dur;
    sum += tdur;
  }
  return sum / 1000;
}

/** A figure with its limit and the ratio to it; above 1, the command fails. */
export function reportRatio(name: string, value: number, limit: number, unit: string, note = ''): void {
  judge(value <= limit);
  const ratio = (value / limit).toFixed(2);
  console.log(
    `${name}: ${value.toFixed(1)} ${unit} of ${limit}, ${ratio}${note}${value <= limit ? '' : ' TOO MUCH'}`,
  );
}

export const formatParts = ({ scripting, rendering }: FrameCost): string =>
  ` (scripting ${scripting.toFixed(1)}, rendering ${rendering.toFixed(1)})`;
