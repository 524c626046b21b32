import type { Exchange } from './exchange.ts';

/** Sends the version of one thing as its ETag, to be sent back as `If-Match`. */
export function setETag(exchange: Exchange, version: string | number): void {
  exchange.setHeader('etag', `"${version}"`);
}

/** Whether an `If-Match` header allows to change this version. */
export function isExpected(ifMatch: string | undefined, version: string | number): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true;
  return ifMatch
    .split(',')
    .some((tag) => tag.trim().replace(/^W\//, '').replaceAll('"', '') === String(version));
}
