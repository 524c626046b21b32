import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { zoneNames } from '../../contract/src/zone-names.gen.ts';
import { bookPage, createPage } from '../../server/test/booking.ts';
import { settle, useDashboard } from './dashboard.ts';

/** Pages of other files must not speak the pseudo-language, so none is kept. */
const { app, openSignedIn } = useDashboard({ areFresh: true });

/**
 * In the pseudo-language, every text of the words stands in ⟦ ⟧. What a reader sees without them is either data, which the
 * server sent, or hard-coded, which no translation reaches.
 */
test('every text of the dashboard comes from the words of its language', async () => {
  await seedWhatDemoLacks();
  const page = await openSignedIn('/app');
  await page.addInitScript(speakPseudoLanguage);
  const data = collectData(page);
  const found: string[] = [];
  const visited = new Set<string>();
  const open = ['/app', ...pagesWithoutLink];
  for (let path = open.shift(); path !== undefined; path = open.shift()) {
    if (visited.has(patternOf(path))) continue;
    visited.add(patternOf(path));
    await page.goto(new URL(path, page.url()).href);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await settle(page);
    open.push(...(await linksOf(page)));
    if (path === '/app') await page.keyboard.press('ControlOrMeta+k');
    if (path === '/app') await page.getByRole('dialog').waitFor();
    const texts = await unmarkedTexts(page);
    const sent = await data();
    found.push(...texts.filter((text) => !isKnown(text, sent)).map((text) => `${path}: ${text}`));
  }
  expect(visited.size).toBeGreaterThan(45);
  expect(found.toSorted()).toEqual([]);
}, 600_000);

/** Opened by buttons, so that no link leads there. */
const pagesWithoutLink = [
  '/app/pages/new',
  '/app/events/book',
  '/app/forms/new',
  '/app/calls/new',
  '/app/polls',
  '/app/developers/tokens/new',
  '/app/developers/apps/new',
  '/app/developers/webhooks/new',
  '/app/records/people/import',
  '/app/records/people/fields',
];

const regionNames = new Intl.DisplayNames('en', { type: 'region' });
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Texts that need no translation of ours, by reason. */
const needNoTranslation: Readonly<Record<string, readonly string[]>> = {
  'names of products and formats': ['Daybook', 'CSV', 'NDJSON', 'https://'],
  'languages are listed by their own names': [
    'English',
    'Deutsch',
    'Français',
    'Español',
    'Português',
    'العربية',
  ],
  'names of the time zone database': ['UTC', ...zoneNames.map((name) => name.replaceAll('_', ' '))],
  'the browser names countries in its language': letters.flatMap((first) =>
    letters.flatMap((second) => regionNames.of(first + second) ?? []),
  ),
  'the library of components brings it in every language': ['Dismiss'],
};

const known = new Set(Object.values(needNoTranslation).flat());

async function seedWhatDemoLacks(): Promise<void> {
  const made = await createPage(app, { title: 'Seen in every language' });
  const { status, body } = await bookPage(app, made, { date: '2027-01-14', start: '09:00' });
  expect(status, JSON.stringify(body)).toBe(200);
}

/** Marks the words as their script hands them over, and the names of months, weekdays and units in the document. */
function speakPseudoLanguage(): void {
  const mark = (value: unknown): unknown => {
    if (typeof value === 'string') return `⟦${value}⟧`;
    if (Array.isArray(value)) return value.map(mark);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([key, part]) => [key, key === 'plural' ? part : mark(part)]);
    return Object.fromEntries(entries) as unknown;
  };
  const isWords = (value: unknown): boolean =>
    typeof value === 'object' &&
    value !== null &&
    ('kit' in value || 'schedules' in value || 'tour' in value) &&
    !('session' in value);
  const assign = Object.assign.bind(Object);
  Object.assign = (target: object, ...sources: unknown[]): object =>
    assign(target, ...sources.map((source) => (isWords(source) ? mark(source) : source))) as object;
  const parse = JSON.parse.bind(JSON);
  JSON.parse = (text: string, reviver?: (key: string, value: unknown) => unknown): unknown => {
    const value = parse(text, reviver) as Record<string, unknown> | null;
    const isStart = typeof value === 'object' && value !== null && 'session' in value && 'words' in value;
    return isStart ? { ...value, words: mark(value['words']) } : value;
  };
}

/** All strings that the server sent to this page as data. */
function collectData(page: Page): () => Promise<string> {
  const bodies: Promise<string>[] = [];
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? '';
    if (/json/.test(type)) bodies.push(response.text().catch(() => ''));
  });
  return async () => {
    const start = await page.evaluate(() => document.getElementById('start')?.textContent ?? '');
    return [start, ...(await Promise.all(bodies))].join('\n').toLowerCase();
  };
}

function linksOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('a[href]')].flatMap((link) => {
      const { origin, pathname } = new URL((link as HTMLAnchorElement).href);
      const isOurs = origin === location.origin && /^\/app(\/|$)/.test(pathname);
      return isOurs && pathname !== '/app/security' ? [pathname] : [];
    }),
  );
}

const patternOf = (path: string): string => path.replaceAll(/[\w-]*\d[\w-]{6,}/g, '$');

/** Texts, labels, placeholders and titles outside of ⟦ ⟧ that have a word in them. */
function unmarkedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const withoutMarked = (text: string): string => {
      const rest = text.replaceAll(/⟦[^⟦⟧]*⟧/g, ' ');
      return rest === text ? text : withoutMarked(rest);
    };
    const hasWord = (text: string): boolean => /\p{L}{3}/u.test(text);
    const isMarked = (node: Text): boolean => {
      // A sentence with a link or an emphasis inside has its marks in other nodes.
      let around = node.parentElement;
      for (let level = 0; level < 4 && around; level += 1, around = around.parentElement)
        if (!withoutMarked(around.textContent).includes(node.data.trim())) return true;
      return false;
    };
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      const isHidden = node.parentElement?.closest(
        'script, style, noscript, code, pre, kbd, [contenteditable]',
      );
      if (!isHidden && hasWord(withoutMarked(node.data)) && !isMarked(node)) found.push(node.data.trim());
    }
    for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`)) {
        const rest = withoutMarked(element.getAttribute(name) ?? '').trim();
        if (hasWord(rest)) found.push(rest);
      }
    return [...new Set(found)];
  });
}

/** A webhook event, or a URL. */
const isName = /^[a-z_]+(?:\.[a-z_]+)+$|^https?:\/\/\S+$/;

/** The text needs no translation, or every word of it is among the data. */
function isKnown(text: string, data: string): boolean {
  return text.split(', ').every((part) => {
    if (known.has(part) || isName.test(part) || data.includes(part.toLowerCase())) return true;
    const words = part.toLowerCase().match(/[\p{L}\p{N}@._-]{3,}/gu) ?? [];
    return words.every((word) => data.includes(word));
  });
}
