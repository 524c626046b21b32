import type { Exchange } from '../../platform/http/serve.ts';
import type { RecordRow } from './records.store.ts';

/** A single record goes out with its version, to be sent back as `If-Match`. */
export function withETag(row: RecordRow, exchange: Exchange): RecordRow {
  exchange.setHeader('etag', etagOf(row));
  return row;
}

export function etagOf({ version }: RecordRow): string {
  return `"${version}"`;
}
