import type { Place } from './listing.store.ts';

/** Where the next page of a list begins: the event before it, as it stood. */
export function serializeCursor({ startsAt, id }: Place): string {
  return Buffer.from(`${startsAt} ${id}`).toString('base64url');
}

export function parseCursor(cursor: string): Place | undefined {
  const text = Buffer.from(cursor, 'base64url').toString();
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) (dbk-[0-9A-Za-z]{16})$/.exec(text);
  if (!match?.[1] || !match[2] || Number.isNaN(Date.parse(match[1]))) return undefined;
  return { startsAt: match[1], id: match[2] };
}
