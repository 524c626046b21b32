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

export interface Found {
  readonly title: string;
  readonly heading: string;
  readonly path: string;
  readonly excerpt: string;
}

export type Search = (query: string) => readonly Found[];

const mostFound = 20;
const longestQuery = 100;

/**
 * Finds parts of pages that hold the beginnings of all words, those with the words in their heading first. Making the pages of
 * the reference takes a second, in which other requests have their turns.
 */
export async function searchIn(pages: Iterable<Page>): Promise<Search> {
  const entries: Entry[] = [];
  for (const page of pages) {
    entries.push(...entriesOf(page));
    await setImmediate();
  }
  return (query) => {
    const words =
      query
        .slice(0, longestQuery)
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? [];
    if (words.length === 0) return [];
    return entries
      .map((entry) => ({ entry, score: scoreOf(entry, words) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, mostFound)
      .map(({ entry: { title, heading, path, text } }) => ({
        title,
        heading,
        path,
        excerpt: excerptOf(text, words),
      }));
  };
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
function scoreOf({ name, body, path }: Entry, words: readonly string[]): number {
  let score = 0;
  for (const word of words) {
    const inName = new RegExp(`[^\\p{L}\\p{N}]${word}`, 'u').test(name);
    if (!inName && !new RegExp(`[^\\p{L}\\p{N}]${word}`, 'u').test(body)) return 0;
    score += inName ? 10 : 1;
  }
  return (
    score + (path.startsWith('/docs/reference/') ? 0 : 0.5) - (path.startsWith('/docs/decisions/') ? 2 : 0)
  );
}

function excerptOf(text: string, [word = '']: readonly string[]): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 60);
  const cut = text.slice(at, at + 180);
  return `${at > 0 ? '… ' : ''}${cut}${at + 180 < text.length ? ' …' : ''}`;
}
