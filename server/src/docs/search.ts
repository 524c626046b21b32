import { setImmediate } from 'node:timers/promises';
import type { Page } from './site.ts';

/** A part of a page: what stands under one of its headings. */
interface Entry {
  readonly title: string;
  readonly heading: string;
  readonly path: string;
  readonly text: string;
  /** In lower case, for comparison. */
  readonly name: string;
  readonly body: string;
}

export interface DocsMatch {
  readonly title: string;
  readonly heading: string;
  readonly path: string;
  readonly excerpt: string;
}

export type DocsSearch = (query: string) => readonly DocsMatch[];

const maxFound = 20;
const maxQueryLength = 100;

/** What people type, and what the pages call it. */
const otherWords: Readonly<Record<string, readonly string[]>> = {
  sso: ['single', 'sign', 'on'],
  oidc: ['openid'],
  '2fa': ['second', 'factor'],
  mfa: ['second', 'factor'],
  gdpr: ['personal', 'data'],
  oof: ['absences'],
  pto: ['absences'],
};

/**
 * Finds parts of pages that hold the beginnings of all words, those with the words in their heading first, and decisions last. A word that
 * no page has is taken for the most similar one that some page has. Making the pages of the reference takes a second, in which
 * other requests have their turns.
 */
export async function searchIn(pages: Iterable<Page>): Promise<DocsSearch> {
  const entries: Entry[] = [];
  for (const page of pages) {
    entries.push(...entriesOf(page));
    await setImmediate();
  }
  const vocabulary = new Set(entries.flatMap(({ name, body }) => wordsIn(`${name} ${body}`)));
  return (query) => {
    const words = wordsIn(query.slice(0, maxQueryLength).toLowerCase())
      .flatMap((word) => otherWords[word] ?? [word])
      .map((word) => correct(word, vocabulary));
    if (words.length === 0) return [];
    return entries
      .map((entry) => ({ entry, score: scoreOf(entry, words) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => Number(isDecision(a.entry)) - Number(isDecision(b.entry)) || b.score - a.score)
      .slice(0, maxFound)
      .map(({ entry: { title, heading, path, text } }) => ({
        title,
        heading,
        path,
        excerpt: excerptOf(text, words),
      }));
  };
}

const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** The word itself if some word begins with it; else the one that is a typing error away, if there is one. */
function correct(word: string, vocabulary: ReadonlySet<string>): string {
  const known = [...vocabulary];
  if (word.length < 4 || known.some((each) => each.startsWith(word))) return word;
  const maxErrors = word.length < 8 ? 1 : 2;
  let best = { word, errors: maxErrors + 1 };
  for (const each of known) {
    const errors = countErrors(word, each, best.errors);
    if (errors < best.errors) best = { word: each, errors };
  }
  return best.word;
}

/** Letters that are missing, added, changed or swapped with their neighbor; `limit` if there are as many. */
function countErrors(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (last[j] ?? limit) + 1,
        (row[j - 1] ?? limit) + 1,
        (last[j - 1] ?? limit) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[j - 2] ?? limit) + 1 : limit,
      );
    }
    if (Math.min(...row) >= limit) return limit;
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? limit;
}

function entriesOf(page: Page): Entry[] {
  const headings = page.headings();
  return page.markdown.split(/^## /m).map((part, index) => {
    const end = part.indexOf('\n');
    const heading = index === 0 ? '' : part.slice(0, end);
    const text = plain(index === 0 ? part.replace(/^# .*$/m, '') : part.slice(end));
    const id = headings[index - 1]?.id;
    return {
      title: page.title,
      heading,
      path: index > 0 && id ? `${page.path}#${id}` : page.path,
      text,
      name: ` ${heading} ${page.title}`.toLowerCase(),
      body: ` ${text}`.toLowerCase(),
    };
  });
}

/** Reading text, without marks, tables' lines and code fences. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/```[^\n]*/g, ' ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*#|]|---+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Zero unless every word begins a word of the part. Of the heading counts most, of reference pages least. */
function scoreOf({ title, name, body, path }: Entry, words: readonly string[]): number {
  let score = 0;
  for (const word of words) {
    const begun = new RegExp(`[^\\p{L}\\p{N}]${word}`, 'u');
    const isInName = begun.test(name);
    if (!isInName && !begun.test(body)) return 0;
    score += (isInName ? 10 : 1) + (begun.test(` ${title.toLowerCase()}`) ? 1 : 0);
  }
  return score + (path.startsWith('/docs/reference/') ? 0 : 0.5);
}

const isDecision = ({ path }: Entry): boolean => path.startsWith('/docs/decisions/');

function excerptOf(text: string, [word = '']: readonly string[]): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 60);
  const cut = text.slice(at, at + 180);
  return `${at > 0 ? '… ' : ''}${cut}${at + 180 < text.length ? ' …' : ''}`;
}
