import type { Choice, PickData, Site } from './model.ts';

/** The address of a choice: what was kept, and where in the choice somebody is. */
export function addressOf(
  { path, kept, zoneIsGuess }: Pick<PickData, 'path' | 'kept' | 'zoneIsGuess'>,
  choice: Partial<Choice>,
  more: Readonly<Record<string, string>> = {},
): string {
  const params = new URLSearchParams(kept);
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

/** An address of ours, which stays in the frame if this page is in one. A language goes along: no cookie is kept there. */
export function staying({ query }: Pick<Site, 'query'>, address: string): string {
  if (query['embed'] !== '1') return address;
  const [path = '', search] = address.split('?');
  const params = new URLSearchParams(search);
  params.set('embed', '1');
  if (query['lang']) params.set('lang', query['lang']);
  return `${path}?${params.toString()}`;
}
