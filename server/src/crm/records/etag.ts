import { setETag } from '../../platform/http/etag.ts';
import type { Exchange } from '../../platform/http/exchange.ts';
import type { RecordRow } from './store.ts';

/** Sends the version of a single record as its ETag, to be sent back as `If-Match`. */
export function setRecordETag(row: RecordRow, exchange: Exchange): RecordRow {
  setETag(exchange, row.version);
  return row;
}
