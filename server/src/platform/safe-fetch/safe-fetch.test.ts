import { createServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { isRange, createConnectionFilter } from './addresses.ts';
import { createOutbound, type Outbound } from './safe-fetch.ts';
import { hostileNames, listHostileUrls, startDns, type TestDns } from './test-hostile.ts';

let dns: TestDns;
const open: (Outbound | Server)[] = [];

beforeAll(async () => {
  dns = await startDns();
});

afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

afterAll(() => dns.close());

function outbound(outboundAllow: string[] = []): Outbound {
  const made = createOutbound({ outboundAllow, outboundDns: [dns.address] });
  open.push(made);
  return made;
}

interface Listener {
  port: number;
  connections: number;
  sockets: Socket[];
  /** Where each connection went. */
  addresses: string[];
}

/** Listens on every address of this machine, and counts who comes. */
async function listener(onConnection: (socket: Socket) => void = () => {}): Promise<Listener> {
  const found: Listener = { port: 0, connections: 0, sockets: [], addresses: [] };
  const server = createServer((socket) => {
    found.connections += 1;
    found.sockets.push(socket);
    found.addresses.push(socket.localAddress ?? '');
    socket.on('error', () => {});
    onConnection(socket);
  });
  open.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '::', resolve);
  });
  found.port = (server.address() as { port: number }).port;
  return found;
}

const request = { method: 'POST', headers: {}, body: '{}' };
const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const answering = (text: string) => (socket: Socket) => void socket.once('data', () => socket.write(text));

describe('what must not be reached', () => {
  test('at least 150 hostile addresses and names: refused, and nobody connects', async () => {
    const found = await listener();
    const { port } = found;
    const urls = [
      ...listHostileUrls(port),
      ...Object.keys(hostileNames).map((name) => `http://${name}:${port}/`),
    ];
    expect(new Set(urls).size).toBeGreaterThanOrEqual(150);
    const safe = outbound();
    for (const url of urls) {
      if (!URL.canParse(url)) continue;
      const { statusCode, failure } = await safe.request(url, { ...request, timeoutMs: 5_000 });
      expect(statusCode, url).toBeNull();
      expect(['refused', 'unresolved'], url).toContain(failure);
    }
    expect(found.connections).toBe(0);
  });

  test('the control: with everything allowed, the same listener is reached by many of them', async () => {
    const found = await listener(answering(ok));
    const all = outbound(['0.0.0.0/0', '::/0']);
    const urls = listHostileUrls(found.port).filter(
      (url) => URL.canParse(url) && /127\.0\.0\.1|::1\]/.test(new URL(url).host),
    );
    expect(urls.length).toBeGreaterThan(20);
    const outcomes = await Promise.all(urls.map((url) => all.request(url, { ...request, timeoutMs: 3_000 })));
    expect(outcomes.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(20);
    expect(found.connections).toBeGreaterThan(0);
  });

  test('a name that flips between a good and a bad address is connected to at the good one only', async () => {
    const found = await listener(answering(ok.replace('\r\n', '\r\nConnection: close\r\n')));
    let asked = 0;
    const known = dns.answer;
    dns.answer = (name, family) => {
      if (name !== 'flip.test') return known(name, family);
      if (family === 6) return [];
      asked += 1;
      return [asked % 2 === 0 ? '127.0.0.1' : '127.0.0.3'];
    };
    const safe = outbound(['127.0.0.3']);
    const failures: unknown[] = [];
    for (let n = 0; n < 20; n += 1) {
      failures.push((await safe.request(`http://flip.test:${found.port}/`, request)).failure);
    }
    dns.answer = known;
    expect(asked).toBeGreaterThan(10);
    expect(failures.filter((failure) => failure === 'refused').length).toBeGreaterThan(5);
    expect(failures.filter((failure) => failure === null).length).toBeGreaterThan(5);
    expect(new Set(found.addresses)).toEqual(new Set(['::ffff:127.0.0.3']));
  });

  test('a name with a good and a bad address goes to the good one only', async () => {
    const found = await listener(answering(ok));
    const known = dns.answer;
    dns.answer = () => ['10.0.0.1', '127.0.0.2', '127.0.0.1'];
    const { statusCode } = await outbound(['127.0.0.1']).request(`http://mixed.test:${found.port}/`, request);
    dns.answer = known;
    expect(statusCode).toBe(200);
    expect(found.addresses).toEqual(['::ffff:127.0.0.1']);
  });

  test('OUTBOUND_ALLOW opens what it names and nothing beside', () => {
    const may = createConnectionFilter(['10.1.0.0/16', 'fd00:1::/32', '192.168.1.5']);
    expect(
      ['10.1.2.3', 'fd00:1::5', '192.168.1.5', '8.8.8.8', '2606:4700::1111'].filter((one) => !may(one)),
    ).toEqual([]);
    const refused = [
      '10.2.0.1',
      'fd00:2::5',
      '192.168.1.6',
      '127.0.0.1',
      '::1',
      'fe80::1%eth0',
      'nonsense',
      '',
    ];
    expect(refused.filter(may)).toEqual([]);
  });

  test.each([
    ['10.0.0.0/8', true],
    ['10.0.0.1', true],
    ['::1/128', true],
    ['10.0.0.0/33', false],
    ['10.0.0/8', false],
    ['::/129', false],
    ['10.0.0.0/8/8', false],
    ['10.0.0.0/x', false],
    ['host', false],
  ])('%s is a range: %s', (text, expected) => {
    expect(isRange(text)).toBe(expected);
  });
});

describe('an answer', () => {
  const local = () => outbound(['127.0.0.0/8']);
  const timed = async (onConnection: (socket: Socket) => void, timeoutMs = 1_000) => {
    const { port, sockets } = await listener(onConnection);
    const startedMs = performance.now();
    const outcome = await local().request(`http://127.0.0.1:${port}/`, { ...request, timeoutMs });
    return { ...outcome, tookMs: performance.now() - startedMs, sockets };
  };

  test('that is complete keeps the connection for the next', async () => {
    const found = await listener((socket) => void socket.on('data', () => socket.write(ok)));
    const safe = local();
    for (let n = 0; n < 3; n += 1) {
      const outcome = await safe.request(`http://127.0.0.1:${found.port}/`, request);
      expect(outcome).toMatchObject({ statusCode: 200, body: 'ok', error: null, failure: null });
    }
    expect(found.connections).toBeLessThan(3);
  });

  test('that redirects is not followed', async () => {
    const target = await listener(answering(ok));
    const outcome = await timed(
      answering(`HTTP/1.1 307 Go\r\nLocation: http://127.0.0.1:${target.port}/\r\nContent-Length: 0\r\n\r\n`),
    );
    expect(outcome.statusCode).toBe(307);
    expect(target.connections).toBe(0);
  });

  test('that never comes ends in time', async () => {
    const outcome = await timed(() => {}, 300);
    expect(outcome).toMatchObject({ failure: 'timeout', error: 'No answer within 0.3 s.' });
    expect(outcome.tookMs).toBeLessThan(800);
  });

  test('whose headers drip ends in time', async () => {
    const outcome = await timed((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('X: y\r\n'), 50);
      socket.on('close', () => clearInterval(timer));
    }, 500);
    expect(outcome.failure).toBe('timeout');
    expect(outcome.tookMs).toBeLessThan(1_200);
  });

  test('whose body drips is over within the same limit; the status counts', async () => {
    const outcome = await timed((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      const timer = setInterval(() => socket.write('1\r\nx\r\n'), 50);
      socket.on('close', () => clearInterval(timer));
    }, 600);
    expect(outcome.statusCode).toBe(200);
    expect(outcome.tookMs).toBeLessThan(1_200);
    expect(outcome.body.length).toBeLessThan(50);
  });

  test('without end is read to 16 kB', async () => {
    let sentBytes = 0;
    const outcome = await timed((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      const chunk = `1000\r\n${'x'.repeat(4096)}\r\n`;
      const pump = (): void => {
        while (!socket.destroyed && socket.write(chunk)) sentBytes += 4096;
      };
      socket.on('drain', pump);
      pump();
    });
    expect(outcome.body).toHaveLength(16 * 1024);
    expect(outcome.tookMs).toBeLessThan(1_000);
    expect(sentBytes).toBeLessThan(20 * 1024 * 1024);
    await vi.waitUntil(() => outcome.sockets.every(({ destroyed }) => destroyed), { timeout: 5_000 });
  });

  test('that is a gzip bomb is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
    const outcome = await timed((socket) => {
      socket.once('data', () => {
        const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`;
        socket.write(Buffer.concat([Buffer.from(head), bomb]));
      });
    });
    expect(outcome.statusCode).toBe(200);
    expect(outcome.body.length).toBeLessThanOrEqual(16 * 1024);
  });

  test('with huge headers is refused', async () => {
    const outcome = await timed(answering(`HTTP/1.1 200 OK\r\nX: ${'y'.repeat(64 * 1024)}\r\n\r\n`));
    expect(outcome).toMatchObject({ statusCode: null, failure: 'broken' });
  });

  test.each([
    'HTTP/1.1 101 Switching\r\n\r\n',
    'nonsense\r\n\r\n',
    '',
    'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n',
  ])('that is no HTTP is an answer, too: %j', async (text) => {
    const outcome = await timed((socket) => void socket.once('data', () => socket.end(text)));
    expect(outcome).toMatchObject({ statusCode: null, failure: 'broken' });
  });

  test('of a port where nobody listens: no connection', async () => {
    const outcome = await local().request('http://127.0.0.1:1/', request);
    expect(outcome).toMatchObject({ failure: 'unconnected', connectMs: null });
    const unknown = await local().request('http://unknown.test/', request);
    expect(unknown).toMatchObject({ failure: 'unresolved' });
  });
});

test('an address inside is known by its text, but for names where something inside is allowed', () => {
  const inside = [
    'http://127.0.0.1/',
    'http://0x7f.1/',
    'http://localhost:4000/',
    'https://[fd00::1]/',
    'http://a.internal',
  ];
  const closed = outbound();
  expect(inside.filter((url) => closed.findProblem(url) === undefined)).toEqual([]);
  expect(
    ['https://a.example/', 'http://1.1.1.1/', 'https://internal.example/'].map(closed.findProblem),
  ).toEqual([...[undefined, undefined, undefined]]);
  const some = outbound(['127.0.0.0/8']);
  expect(inside.map((url) => some.findProblem(url) === undefined)).toEqual([true, true, true, false, true]);
});
