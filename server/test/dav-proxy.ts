import { createServer, request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { DavServer } from './dav-servers.ts';

/** A proxy before a real calendar server that answers as servers and networks do on bad days. */
export interface DavProxy {
  readonly url: string;
  /** Methods and kinds of reports, in order. */
  readonly seen: string[];
  /** Connections that were opened to it. */
  connections: number;
  faults: Faults;
}

export interface Faults {
  /** The status of single rows of a multiget, by a part of their address; null leaves the row out. */
  readonly rows?: readonly (readonly [part: string, status: number | null])[];
  /** The same for requests of single entries. */
  readonly entries?: readonly (readonly [part: string, status: number])[];
  /** Rows of a sync-collection that come at once; the rest follows with the next token (RFC 6578 3.6). */
  readonly pageSize?: number;
  /** A page after this many is refused. */
  readonly pages?: number;
  /** Part of the body that arrives, while the answer looks complete. */
  readonly cut?: number;
  readonly delayMs?: number;
  /** For every sync-collection. */
  readonly status?: number;
}

export function useDavProxy(dav: Pick<DavServer, 'url'>): DavProxy {
  const proxy = { url: '', seen: [] as string[], connections: 0, faults: {} as Faults };
  const truncated = new Map<string, string>();
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const { method = 'GET', url = '/', headers } = incoming;
      void answer(method, url, headers, body).then((given) => {
        response.writeHead(given.status, given.headers);
        response.end(given.body);
      });
    });
  });
  server.on('connection', () => (proxy.connections += 1));

  const answer = async (method: string, path: string, headers: IncomingHttpHeaders, body: string) => {
    const { faults } = proxy;
    const report = /<\w+:(sync-collection|calendar-multiget)/.exec(body)?.[1];
    proxy.seen.push(report ?? method);
    if (faults.delayMs) await new Promise((resolve) => setTimeout(resolve, faults.delayMs));
    const failed = faults.entries?.find(([part]) => method === 'GET' && path.includes(part));
    const status = report === 'sync-collection' && faults.status ? faults.status : failed?.[1];
    if (status !== undefined) return { status, headers: {}, body: '' };
    if (report === 'sync-collection' && faults.pageSize) return paged(path, headers, body, faults);
    const given = await forward(new URL(path, dav.url), method, headers, body);
    if (report === 'calendar-multiget') given.body = withFailedRows(given.body, faults.rows ?? []);
    if (faults.cut && given.status === 207) given.body = given.body.slice(0, given.body.length * faults.cut);
    return given;
  };

  /** Tokens of the proxy name the rest of what the server gave at once. */
  const paged = async (path: string, headers: IncomingHttpHeaders, body: string, faults: Faults) => {
    const own = /page-(\d+)-(\d+)/.exec(body);
    const [from, key] = own ? [Number(own[1]), own[2] ?? ''] : [0, String(truncated.size)];
    if (own && faults.pages !== undefined && from >= faults.pages * (faults.pageSize ?? 1))
      return { status: 503, headers: {}, body: '' };
    if (!own) {
      const given = await forward(new URL(path, dav.url), 'REPORT', headers, body);
      if (given.status !== 207) return given;
      truncated.set(key, given.body);
    }
    const whole = truncated.get(key) ?? '';
    const rows = rowsOf(whole);
    const until = from + (faults.pageSize ?? 1);
    const [open = ''] = /^.*?<(?:\w+:)?multistatus[^>]*>/s.exec(whole) ?? [];
    const isLast = until >= rows.length;
    const token = isLast ? /sync-token[^>]*>([^<]*)</.exec(whole)?.[1] : `http://proxy/page-${until}-${key}`;
    const more = `<x:response xmlns:x="DAV:"><x:href>${path}</x:href><x:status>HTTP/1.1 507 Insufficient Storage</x:status></x:response>`;
    const [, root = 'multistatus'] = /<((?:\w+:)?multistatus)/.exec(open) ?? [];
    const text = `${open}${rows.slice(from, until).join('')}${isLast ? '' : more}<x:sync-token xmlns:x="DAV:">${token}</x:sync-token></${root}>`;
    return { status: 207, headers: { 'content-type': 'application/xml' }, body: text };
  };

  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  beforeEach(() => {
    proxy.faults = {};
    proxy.seen.length = 0;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return proxy;
}

interface FixedResponse {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  body: string;
}

function forward(
  url: URL,
  method: string,
  headers: IncomingHttpHeaders,
  body: string,
): Promise<FixedResponse> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { 'content-length': _, 'transfer-encoding': __, connection: ___, ...kept } = response.headers;
        resolve({
          status: response.statusCode ?? 502,
          headers: kept,
          body: Buffer.concat(chunks).toString(),
        });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const rowsOf = (body: string): string[] =>
  body.match(/<((?:\w+:)?response)[\s>].*?<\/\1>/gs)?.map((row) => row) ?? [];

function withFailedRows(body: string, failing: NonNullable<Faults['rows']>): string {
  let changed = body;
  for (const row of rowsOf(body)) {
    const [href = ''] = /<(?:\w+:)?href>[^<]*/.exec(row) ?? [];
    const found = failing.find(([part]) => href.includes(part));
    if (!found) continue;
    const status = `<x:response xmlns:x="DAV:">${href}</${href.slice(1, href.indexOf('>'))}><x:status>HTTP/1.1 ${found[1]} Failed</x:status></x:response>`;
    changed = changed.replace(row, found[1] === null ? '' : status);
  }
  return changed;
}
