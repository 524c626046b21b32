import type { FilterValues } from '../kit/filters.rules.ts';

/** What a saved view of a list keeps. Pure, so that Node can test it. */

/** The parameter that names the view whose filters are shown. */
export const viewParameter = 'saved';

/** What of a list's URL is saved: texts, without what is open beside the list and the view itself. */
export function listSavedFilters(search: object, transient: readonly string[]): Record<string, string> {
  const entries = Object.entries(search).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && entry[0] !== viewParameter && !transient.includes(entry[0]),
  );
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether the filters differ from those of a view; without one, whether there are filters that are worth saving. */
export function isChanged(
  shown: FilterValues,
  saved: FilterValues | undefined,
  quiet: readonly string[],
): boolean {
  if (!saved) return Object.keys(shown).some((name) => !quiet.includes(name));
  const names = new Set([...Object.keys(shown), ...Object.keys(saved)]);
  return [...names].some((name) => shown[name] !== saved[name]);
}

/** The search of a view's link: its filters, spelled out, so that a link works for everyone. */
export function buildViewSearch(view: {
  readonly id: string;
  readonly filters: FilterValues;
}): Record<string, string> {
  return { ...view.filters, [viewParameter]: view.id } as Record<string, string>;
}
