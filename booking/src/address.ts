import type { Choice, PickData, Site } from './model.ts';

/** The URL of this page with a choice in it. */
export function buildChoiceUrl(
  { path, carriedQuery, zoneIsGuess }: Pick<PickData, 'path' | 'carriedQuery' | 'zoneIsGuess'>,
  choice: Partial<Choice>,
  more: Readonly<Record<string, string>> = {},
): string {
  const params = new URLSearchParams(carriedQuery);
  for (const name of ['month', 'date', 'time'] as const) {
    const value = choice[name];
    if (value) params.set(name, value);
  }
  // A time means nothing without its zone.
  if (choice.zone && (!zoneIsGuess || choice.time)) params.set('zone', choice.zone);
  for (const [name, value] of Object.entries(more)) params.set(name, value);
  const query = params.toString().replaceAll('%2F', '/').replaceAll('%3A', ':');
  return query === '' ? path : `${path}?${query}`;
}

/**
 * The URL of another page of ours. In a frame it stays embedded and keeps the language, since browsers block cookies
 * there.
 */
export function buildEmbeddedUrl({ query }: Pick<Site, 'query'>, address: string): string {
  if (query['embed'] !== '1') return address;
  const [path = '', search] = address.split('?');
  const params = new URLSearchParams(search);
  params.set('embed', '1');
  if (query['lang']) params.set('lang', query['lang']);
  return `${path}?${params.toString()}`;
}
