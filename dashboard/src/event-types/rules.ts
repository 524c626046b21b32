import type { Result } from '@daybook/client';

/** What the list and the editor of pages decide. Pure, so that Node can test it. */

export type EventType = Result<'listEventTypes'>['items'][number];
export type Settings = Result<'readEventTypeSettings'>;

export interface PageSearch {
  /** The slug of the colleague whose pages are listed. */
  readonly user?: string;
}

export function parsePageSearch(raw: Readonly<Record<string, unknown>>): PageSearch {
  const { user } = raw;
  return typeof user === 'string' && user !== '' ? { user: user.slice(0, 60) } : {};
}

/** The path of an address of ours, which opens on whatever host the dashboard is open. */
export function pathOf(url: string): string {
  return new URL(url).pathname;
}

/** A whole number from a field, or what was typed, so that the server says what is wrong with it. */
export function numberIn(text: string): number {
  return /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
}
