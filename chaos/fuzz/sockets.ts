import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * What no HTTP library would send. Each must be answered or closed in time, and never with a fault of ours. A list is sent
 * piece by piece, with a pause after each.
 */
export interface RawRequest {
  readonly name: string;
  readonly bytes: string | readonly string[];
  /** How the sender leaves: `end` half-closes after sending, `reset` drops the connection, `wait` leaves it open. */
  readonly leaves: 'end' | 'reset' | 'wait';
}

export function buildRawRequests(token: string): readonly [RawRequest, ...RawRequest[]] {
  const head = (method: string, path: string, ...lines: string[]): string =>
    [
      `${method} ${path} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${token}`,
      ...lines,
      '',
      '',
    ].join('\r\n');
  const json = 'Content-Type: application/json';
  const post = (...lines: string[]): string => head('POST', '/v2/teams', json, ...lines);
  const wait = (name: string, bytes: RawRequest['bytes']): RawRequest => ({ name, bytes, leaves: 'wait' });
  return [
    wait('noise', '\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc'),
    wait('no version', 'GET /v2/whoami\r\n\r\n'),
    wait('HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    wait('no host', 'GET /v2/whoami HTTP/1.1\r\n\r\n'),
    wait('another method', head('BREW', '/v2/whoami')),
    wait('a header without a colon', head('GET', '/v2/whoami', 'nonsense')),
    wait('a folded header', head('GET', '/v2/whoami', 'X-A: b', ' c')),
    wait('a NUL in a header', head('GET', '/v2/whoami', 'X-A: b\0c')),
    wait('bare line feeds', head('GET', '/v2/whoami').replaceAll('\r', '')),
    wait('headers of 40 kB', head('GET', '/v2/whoami', `X-A: ${'b'.repeat(40_000)}`)),
    wait('2000 headers', head('GET', '/v2/whoami', ...Array.from({ length: 2000 }, (_, n) => `X-${n}: y`))),
    wait('an address of 20 kB', head('GET', `/v2/${'a'.repeat(20_000)}`)),
    wait('a badly encoded address', head('GET', '/v2/teams/%ZZ%')),
    wait('an address with NUL', head('GET', '/v2/teams/%00')),
    wait('dots in the address', head('GET', '/v2/../v2/./whoami')),
    wait('an absolute address', head('GET', 'http://elsewhere.example/v2/whoami')),
    wait('an asterisk', head('OPTIONS', '*')),
    wait('CONNECT', head('CONNECT', 'elsewhere.example:443')),
    wait(
      'an upgrade',
      head('GET', '/v2/whoami', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: x'),
    ),
    wait(
      'an HTTP/2 upgrade',
      head('GET', '/v2/whoami', 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: x'),
    ),
    wait('an unknown expectation', `${post('Expect: nonsense', 'Content-Length: 2')}{}`),
    wait('a negative length', post('Content-Length: -1')),
    wait('a length that is no number', post('Content-Length: two')),
    wait('two lengths', `${post('Content-Length: 2', 'Content-Length: 3')}{}`),
    wait('length and chunks', `${post('Content-Length: 2', 'Transfer-Encoding: chunked')}0\r\n\r\n`),
    wait('an unknown transfer encoding', `${post('Transfer-Encoding: x')}{}`),
    wait('a bad chunk', `${post('Transfer-Encoding: chunked')}ZZ\r\n{}\r\n0\r\n\r\n`),
    wait(
      'a long chunk extension',
      `${post('Transfer-Encoding: chunked')}2;${'x'.repeat(30_000)}\r\n{}\r\n0\r\n\r\n`,
    ),
    wait('trailers', `${post('Transfer-Encoding: chunked')}2\r\n{}\r\n0\r\nX-A: b\r\n\r\n`),
    wait('ten at once', head('GET', '/v2/whoami').repeat(9) + head('GET', '/v2/whoami', 'Connection: close')),
    wait(
      'a request within a body',
      `${post('Content-Length: 60')}${head('GET', '/v2/teams').padEnd(60).slice(0, 60)}`,
    ),
    wait('slow headers', [...(head('GET', '/v2/whoami', 'Connection: close').match(/[\s\S]{1,16}/g) ?? [])]),
    wait('a slow body', [
      post('Content-Length: 17', 'Connection: close'),
      ...('{"title": "Slow"}'.match(/../g) ?? []),
      '}',
    ]),
    { name: 'half a body, then the end', bytes: `${post('Content-Length: 50')}{"title"`, leaves: 'end' },
    { name: 'half a body, then gone', bytes: `${post('Content-Length: 50')}{"title"`, leaves: 'reset' },
    { name: 'half of the headers, then gone', bytes: 'GET /v2/whoami HTTP/1.1\r\nHost:', leaves: 'reset' },
    { name: 'gone before the answer', bytes: head('GET', '/v2/crm/people'), leaves: 'reset' },
  ];
}

/** Node closes a connection that is kept and not used after five seconds; one that was not understood, at once. */
const limitMs = 20_000;

/** The status of the first answer, or how the connection ended. */
export async function sendRaw(
  url: string,
  { bytes, leaves }: RawRequest,
): Promise<number | 'closed' | 'hung'> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.on('error', () => {});
  const ended = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (/^HTTP\/1\.1 [2-5]/.test(text)) resolve();
    });
  });
  for (const piece of [bytes].flat()) {
    socket.write(piece, 'latin1');
    if (typeof bytes !== 'string') await pause(40);
  }
  if (leaves === 'end') socket.end();
  if (leaves === 'reset') await pause(5).then(() => socket.resetAndDestroy());
  const timer = new AbortController();
  const outcome = await Promise.race([
    ended.then(() => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]) || ('closed' as const)),
    pause(limitMs, 'hung' as const, { signal: timer.signal }).catch(() => 'hung' as const),
  ]);
  timer.abort();
  socket.destroy();
  return outcome;
}
