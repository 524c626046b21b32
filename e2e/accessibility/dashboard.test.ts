import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useReceiver } from '../../server/src/webhooks/delivery/test-receiver.ts';
import { settle, useDashboard } from '../dashboard/dashboard.ts';
import { listScreens } from '../dashboard/screens.ts';
import { listViolations } from '../site.ts';
import {
  listCutBySpacing,
  listLostInForcedColors,
  listMoving,
  listTooWide,
  resetFocus,
  walkByKeyboard,
} from './checks.ts';
import { listFaintEdges } from './look.ts';
import { listMisnamed, listNameless, listNames } from './names.ts';

/**
 * Every screen of the dashboard once it is loaded, by the criteria of WCAG 2.2 AA that a machine can judge. The screens are
 * visited once; each test judges one kind of finding. docs/run/accessibility.md says which criterion is judged by which test.
 */

const { app, openSignedIn } = useDashboard({ config: { outboundAllow: ['127.0.0.0/8'] } });
const receiver = useReceiver();

const kinds = [
  'axe',
  'dark',
  'keyboard',
  'overlays',
  'names',
  'reflow',
  'spacing',
  'forced',
  'motion',
  'edges',
  'labels',
] as const;
type Kind = (typeof kinds)[number] | 'arabic';
const found = new Map<Kind, string[]>();
/** The title of each screen, and the links of its rail. */
const titles = new Map<string, string>();
const rails = new Map<string, string>();
const tools = new Map<string, string>();
const names = new Map<string, string[]>();

async function visitAll(): Promise<void> {
  const paths = await listScreens(app, receiver.url);
  const page = await openSignedIn('/app');
  for (const path of paths)
    await checkScreen(page, path).catch((error: Error) => note('axe', path, [error.message]));
  await app.put('/preferences', { language: 'ar' });
  const arabic = await openSignedIn('/app');
  for (const path of paths) {
    await load(arabic, path);
    note('arabic', path, await listViolations(arabic));
    await arabic.setViewportSize({ width: 320, height: 640 });
    note('arabic', path, await listTooWide(arabic));
    await arabic.setViewportSize({ width: 1280, height: 860 });
  }
  await app.put('/preferences', { language: 'en' });
}

async function load(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await settle(page);
  await expect.poll(() => page.locator('.skeleton').count(), { timeout: 20_000 }).toBe(0);
}

async function checkScreen(page: Page, path: string): Promise<void> {
  await load(page, path);
  names.set(nameFile(path), await listFinalNames(page, path === '/app' ? 'body' : 'main'));
  note('names', path, listNameless(names.get(nameFile(path)) ?? []));
  note('axe', path, await listViolations(page));
  titles.set(path, await page.title());
  rails.set(
    path,
    (await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link').allInnerTexts())
      .map((text) => text.replaceAll(/\d+/g, '0'))
      .join(', '),
  );
  tools.set(path, (await page.locator('.rail button:not(nav *)').evaluateAll(describeTools)).join(', '));
  note('labels', path, await listMisnamed(page));
  note('edges', path, await listFaintEdges(page));
  note('motion', path, await listMoving(page));
  note('keyboard', path, await walkByKeyboard(page));
  note('spacing', path, await listCutBySpacing(page));
  note('forced', path, await listLostInForcedColors(page));
  await resetFocus(page);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  note('dark', path, await listViolations(page, 'look'));
  note('edges', `${path} in dark mode`, await listFaintEdges(page));
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 320, height: 640 });
  note('reflow', path, await listTooWide(page));
  note('reflow', path, await listViolations(page, 'look'));
  await page.setViewportSize({ width: 1280, height: 860 });
  note('overlays', path, await openOverlays(page));
}

/** Once nothing is added to them: a part of a screen may come after the answer to another part's request. */
async function listFinalNames(page: Page, within: string): Promise<string[]> {
  let before: string[] = [];
  for (;;) {
    const found = await listNames(page, within);
    if (found.join('\n') === before.join('\n')) return found;
    before = found;
    await settle(page);
  }
}

/** The buttons around the areas, with their places. */
function describeTools(buttons: readonly Element[]): string[] {
  return buttons.map((button) => {
    const { top, left } = button.getBoundingClientRect();
    const name = button.getAttribute('aria-label') ?? button.textContent.trim();
    return `${name} at ${Math.round(left)} ${Math.round(top)}`;
  });
}

function note(kind: Kind, path: string, lines: readonly string[]): void {
  found.set(kind, [...(found.get(kind) ?? []), ...lines.map((line) => `${path}: ${line}`)]);
}

/** `pages-$` for `/app/pages/8f4e...`: the same in every run. */
function nameFile(path: string): string {
  const plain = path.replace('/app', '').replaceAll(/[\w-]*\d[\w-]{6,}/g, '$');
  return plain.replaceAll(/[/?=]+/g, '-').replace(/^-/, '') || 'home';
}

const overlay = '[role=menu], [role=dialog], [role=alertdialog], [role=listbox]';
/** Rules about what a menu or dialog hides from screen readers while it is open. */
const aboutThePage = /^(landmark-one-main|page-has-heading-one):/;
const maxTriggers = 12;

/** Opens every menu and dialog by keyboard. Axe judges it, Escape closes it, and the focus is where it was. */
async function openOverlays(page: Page): Promise<string[]> {
  const lines: string[] = [];
  const triggers = page.locator('button[aria-haspopup]:not([aria-haspopup=false]):visible');
  const count = Math.min(await triggers.count(), maxTriggers);
  const known = new Set<string>();
  for (let index = 0; index < count; index += 1) {
    const trigger = triggers.nth(index);
    // The menus of two rows are the same.
    const kind = await trigger.evaluate(
      (element) => `${element.className} ${element.closest('li, tr') === null}`,
    );
    if (known.has(kind)) continue;
    known.add(kind);
    const name = ((await trigger.getAttribute('aria-label')) ?? (await trigger.innerText())).slice(0, 40);
    await trigger.focus();
    await page.keyboard.press('Enter');
    const opened = page.locator(overlay).filter({ visible: true }).last();
    const isOpen = await opened.waitFor({ timeout: 5000 }).then(
      () => true,
      () => false,
    );
    if (!isOpen) {
      lines.push(`Enter opens nothing: ${name}`);
      continue;
    }
    const violations = (await listViolations(page)).filter((line) => !aboutThePage.test(line));
    lines.push(...violations.map((line) => `${name}: ${line}`));
    lines.push(...listNameless(await listNames(page)).map((line) => `${name}: ${line}`));
    await page.keyboard.press('Escape');
    const isClosed = await opened.waitFor({ state: 'hidden', timeout: 5000 }).then(
      () => true,
      () => false,
    );
    if (!isClosed) lines.push(`Escape doesn’t close: ${name}`);
    const isBack = (): Promise<boolean> => trigger.evaluate((element) => element === document.activeElement);
    await expect
      .poll(isBack)
      .toBe(true)
      .catch(() => undefined);
    if (!(await isBack())) lines.push(`the focus doesn’t return to: ${name}`);
  }
  return lines;
}

const listFound = (kind: Kind): string[] => found.get(kind) ?? [];

describe('every loaded screen of the dashboard', () => {
  test('is visited', visitAll, 1_800_000);
  test('axe finds nothing in light mode', () => expect(listFound('axe')).toEqual([]));
  test('colors have enough contrast, and targets enough size or space, in dark mode', () =>
    expect(listFound('dark')).toEqual([]));
  test('axe finds nothing in Arabic, from right to left', () => expect(listFound('arabic')).toEqual([]));
  test('a keyboard reaches everything, the focus is visible and not covered, and nothing traps it', () =>
    expect(listFound('keyboard')).toEqual([]));
  test('menus and dialogs open by Enter, are accessible, close by Escape, and give the focus back', () =>
    expect(listFound('overlays')).toEqual([]));
  test('everything that needs a name has one', () => expect(listFound('names')).toEqual([]));
  test('at 320 pixels, as at 400 % zoom, only tables, boards and calendars scroll to the side', () =>
    expect(listFound('reflow')).toEqual([]));
  test('wider spacing of text cuts nothing', () => expect(listFound('spacing')).toEqual([]));
  test('forced colors show what is chosen', () => expect(listFound('forced')).toEqual([]));
  test('with reduced motion nothing moves', () => expect(listFound('motion')).toEqual([]));
  test('fields have edges that stand out', () => expect(listFound('edges')).toEqual([]));
  test('what is seen on a button is part of its name', () => expect(listFound('labels')).toEqual([]));
  test('the title says where one is', () => {
    const bare = [...titles].filter(([, title]) => !/^.+ · Daybook$/.test(title));
    expect(bare).toEqual([]);
    expect(new Set(titles.values()).size).toBeGreaterThan(titles.size / 2);
  });
  test('the rail has the same areas in the same order', () => {
    expect([...new Set(rails.values())]).toHaveLength(1);
  });
  test('help is at the same place on every screen', () => {
    expect([...new Set(tools.values())]).toHaveLength(1);
  });
  test('screen readers announce the same as before', async () => {
    for (const [file, lines] of names) {
      const path = join(import.meta.dirname, 'names', `${file.replaceAll('$', 'one')}.txt`);
      await expect.soft(`${lines.join('\n')}\n`).toMatchFileSnapshot(path);
    }
  });
});
