/** Pages that were opened last. Pure, so that Node can test it. */

export interface RecentPage {
  readonly kind: 'record' | 'page';
  /** Of a record. */
  readonly objectSlug?: string;
  readonly id: string;
  /** As it was when the page was opened last. */
  readonly title: string;
}

export const maxRecent = 8;

/** The latest first, each once. */
export function addRecent(list: readonly RecentPage[], page: RecentPage): readonly RecentPage[] {
  return [page, ...list.filter(({ id }) => id !== page.id)].slice(0, maxRecent);
}

/** What another version of the dashboard may have stored is left out. */
export function parseRecent(text: string | null): readonly RecentPage[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? list.filter(isRecentPage).slice(0, maxRecent) : [];
  } catch {
    return [];
  }
}

function isRecentPage(value: unknown): value is RecentPage {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, objectSlug, id, title } = value as Partial<Record<keyof RecentPage, unknown>>;
  const isKnown = kind === 'page' || (kind === 'record' && typeof objectSlug === 'string');
  return isKnown && typeof id === 'string' && typeof title === 'string';
}
