import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isRedirect, resolveNextHop } from './redirects.ts';
import { createOutbound, maxRequestBytes, type Outbound } from './safe-fetch.ts';
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

function outbound(outboundAllow = ['127.0.0.1']): Outbound {
  const made = createOutbound({ outboundAllow, outboundDns: [dns.address] });
  open.push(made);
  return made;
}

interface SeenRequest extends Pick<IncomingMessage, 'method' | 'url' | 'headers'> {
  readonly body: string;
}

/** A server on one address of this machine, and the requests it got. */
async function serverOn(host: string, answer: (request: SeenRequest, response: ServerResponse) => void) {
  const seen: SeenRequest[] = [];
  const listen: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      const got = { method, url, headers, body: Buffer.concat(chunks).toString() };
      seen.push(got);
      answer(got, response);
    });
  };
  const server = createServer(listen);
  open.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, host, resolve);
  });
  const { port } = server.address() as { port: number };
  const connections: Socket[] = [];
  server.on('connection', (socket) => connections.push(socket));
  return { seen, port, connections, url: `http://${host}:${port}/` };
}

const ok = (_: SeenRequest, response: ServerResponse) => void response.end('ok');
const to =
  (location: string, status = 302) =>
  (_: SeenRequest, response: ServerResponse) =>
    void response.writeHead(status, { location }).end();

describe('a connection that is kept', () => {
  test('is used for the next request, of whatever method', async () => {
    const { seen, connections, url } = await serverOn('127.0.0.1', ok);
    const { request } = outbound();
    for (const method of ['GET', 'PROPFIND', 'REPORT', 'REPORT', 'PUT', 'GET']) {
      const body = method === 'GET' ? {} : { body: '<xml/>' };
      expect(await request(url, { method, keepsConnection: true, ...body })).toMatchObject({
        statusCode: 200,
      });
    }
    expect([seen.length, connections.length]).toEqual([6, 1]);
  });

  test.each([
    ['REPORT', 200, 3],
    ['PUT', null, 2],
  ])('that was closed in this moment: %s', async (method, statusCode, sent) => {
    let requests = 0;
    const { seen, url } = await serverOn('127.0.0.1', (_, response) => {
      requests += 1;
      if (requests === 2) response.socket?.destroy();
      else response.end('ok');
    });
    const { request } = outbound();
    await request(url, { keepsConnection: true });
    const outcome = await request(url, { method, body: '<xml/>', keepsConnection: true });
    expect([outcome.statusCode, seen.length]).toEqual([statusCode, sent]);
  });
});

describe('a request', () => {
  test.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'REPORT'])(
    '%s goes out with its headers, Authorization among them',
    async (method) => {
      const { seen, url } = await serverOn('127.0.0.1', ok);
      const body = ['GET', 'HEAD', 'OPTIONS'].includes(method) ? {} : { body: '<xml/>' };
      const headers = { Authorization: 'Bearer secret', Depth: '1' };
      const outcome = await outbound().request(`${url}path?q=1`, { method, headers, ...body });
      expect(outcome).toMatchObject({ statusCode: 200, failure: null, isTruncated: false });
      expect(outcome.body).toBe(method === 'HEAD' ? '' : 'ok');
      expect(seen).toMatchObject([
        {
          method,
          url: '/path?q=1',
          body: body.body ?? '',
          headers: { authorization: 'Bearer secret', depth: '1', 'accept-encoding': 'identity' },
        },
      ]);
    },
  );

  test('is a GET unless it says otherwise, and the answer has its headers', async () => {
    const { seen, url } = await serverOn('127.0.0.1', (_, response) => {
      response.writeHead(200, { ETag: '"7"', 'Set-Cookie': ['a=1', 'b=2'] }).end('ok');
    });
    const { headers } = await outbound().request(url);
    expect(seen[0]?.method).toBe('GET');
    expect(headers).toMatchObject({ etag: '"7"', 'set-cookie': 'a=1, b=2' });
  });

  test('has a body of at most the stated size; beyond it nobody is asked', async () => {
    const { seen, url } = await serverOn('127.0.0.1', ok);
    const largest = Buffer.alloc(maxRequestBytes, 'x');
    const sent = await outbound().request(url, { method: 'PUT', body: largest });
    expect(sent.statusCode).toBe(200);
    const body = `${'x'.repeat(maxRequestBytes - 1)}é`;
    const refused = await outbound().request(url, { method: 'PUT', body });
    expect(refused).toMatchObject({ statusCode: null, failure: 'oversized' });
    expect(seen.map((request) => request.body.length)).toEqual([maxRequestBytes]);
  });

  test.each(['', 'nonsense', 'ftp://example.com/', 'file:///etc/passwd', 'javascript:alert(1)'])(
    'to %j is an answer, not an error',
    async (url) => {
      expect(await outbound().request(url)).toMatchObject({ statusCode: null, failure: 'unresolved' });
    },
  );

  test.each([
    ['a method with a line break', { method: 'GET\r\nX: y' }],
    ['a header with a line break', { headers: { 'x-note': 'a\r\nb: c' } }],
    ['CONNECT', { method: 'CONNECT' }],
  ])('with %s sends nothing of it', async (_case, request) => {
    const { seen, url } = await serverOn('127.0.0.1', ok);
    const outcome = await outbound().request(url, { ...request, timeoutMs: 500 });
    expect(outcome.statusCode).toBeNull();
    expect(seen).toEqual([]);
  });
});

describe('the body of an answer', () => {
  const sized = (bytes: number) => (_: SeenRequest, response: ServerResponse) =>
    void response.end(Buffer.alloc(bytes, 'x'));

  test('is read to 16 kB, or as far as the caller says; whether all of it was is told', async () => {
    const { url } = await serverOn('127.0.0.1', sized(100_000));
    const safe = outbound();
    const usual = await safe.request(url);
    expect([usual.body.length, usual.isTruncated, usual.statusCode]).toEqual([16 * 1024, true, 200]);
    const exact = await safe.request(url, { maxResponseBytes: 100_000 });
    expect([exact.body.length, exact.isTruncated]).toEqual([100_000, false]);
    const cut = await safe.request(url, { maxResponseBytes: 99_999 });
    expect([cut.body.length, cut.isTruncated]).toEqual([99_999, true]);
  });

  test('is waited for as long as the whole may take, or shorter if the caller says so', async () => {
    const { url } = await serverOn('127.0.0.1', (_, response) => {
      response.write('first ');
      setTimeout(() => response.end('last'), 400);
    });
    const safe = outbound();
    expect(await safe.request(url)).toMatchObject({ body: 'first last', isTruncated: false });
    const impatient = await safe.request(url, { bodyTimeoutMs: 50 });
    expect(impatient).toMatchObject({ statusCode: 200, body: 'first ', isTruncated: true, failure: null });
  });

  test('that breaks off is told from one that ends', async () => {
    const { url } = await serverOn('127.0.0.1', (_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      setTimeout(() => response.destroy(), 50);
    });
    expect(await outbound().request(url)).toMatchObject({ statusCode: 200, body: 'half', isTruncated: true });
  });
});

describe('a redirect', () => {
  test('is the answer, unless the caller lets it be followed', async () => {
    const target = await serverOn('127.0.0.1', ok);
    const { url } = await serverOn('127.0.0.1', to(target.url));
    const safe = outbound();
    expect(await safe.request(url)).toMatchObject({ statusCode: 302, failure: null, url });
    expect(target.seen).toEqual([]);
    expect(await safe.request(url, { maxRedirects: 1 })).toMatchObject({ statusCode: 200, url: target.url });
  });

  test('to at least 150 hostile addresses and names: each hop is checked again, and nobody connects', async () => {
    const target = await serverOn('::', ok);
    const places = [
      ...listHostileUrls(target.port),
      ...Object.keys(hostileNames).map((name) => `http://${name}:${target.port}/`),
    ].filter((place) => URL.canParse(place));
    expect(places.length).toBeGreaterThan(150);
    const { url } = await serverOn('127.0.0.3', (request, response) => {
      // A header takes no letters beyond Latin: those that have some are written as browsers would.
      response.writeHead(307, { location: new URL(places[Number(request.url?.slice(1))] ?? '').href }).end();
    });
    const safe = outbound(['127.0.0.3']);
    for (const [index, place] of places.entries()) {
      const outcome = await safe.request(`${url}${index}`, { maxRedirects: 3, timeoutMs: 5_000 });
      expect(outcome.statusCode, place).toBeNull();
      expect(['refused', 'unresolved'], place).toContain(outcome.failure);
    }
    expect(target.seen).toEqual([]);
  });

  test('the control: where the target is allowed, the same redirect arrives', async () => {
    const target = await serverOn('127.0.0.2', ok);
    const { url } = await serverOn('127.0.0.1', to(target.url));
    const refused = await outbound(['127.0.0.1']).request(url, { maxRedirects: 3 });
    expect(refused).toMatchObject({ failure: 'refused', statusCode: null, url: target.url });
    const allowed = await outbound(['127.0.0.0/8']).request(url, { maxRedirects: 3 });
    expect(allowed).toMatchObject({ statusCode: 200, body: 'ok' });
    expect(target.seen).toHaveLength(1);
  });

  test('through a chain of good addresses to a bad one stops before the bad one', async () => {
    const bad = await serverOn('127.0.0.2', ok);
    const third = await serverOn('127.0.0.1', to(`http://loop2.test:${bad.port}/`, 308));
    const second = await serverOn('127.0.0.1', to(third.url, 301));
    const { url } = await serverOn('127.0.0.1', to(second.url, 303));
    const known = dns.answer;
    dns.answer = (name, family) => (name === 'loop2.test' && family === 4 ? ['127.0.0.2'] : []);
    const outcome = await outbound().request(url, { maxRedirects: 5 });
    dns.answer = known;
    expect(outcome).toMatchObject({ failure: 'refused', statusCode: null });
    expect(third.seen).toHaveLength(1);
    expect(bad.seen).toEqual([]);
  });

  test('to the same name that resolves elsewhere by now is checked by its new address', async () => {
    const bad = await serverOn('127.0.0.2', ok);
    let asked = 0;
    const known = dns.answer;
    dns.answer = (_, family) => {
      if (family === 6) return [];
      asked += 1;
      return [asked === 1 ? '127.0.0.1' : '127.0.0.2'];
    };
    const { port } = await serverOn('127.0.0.1', (_, response) => {
      response.writeHead(302, { location: `http://rebind.test:${bad.port}/` }).end();
    });
    const outcome = await outbound().request(`http://rebind.test:${port}/`, { maxRedirects: 2 });
    dns.answer = known;
    expect(asked).toBeGreaterThan(1);
    expect(outcome.failure).toBe('refused');
    expect(bad.seen).toEqual([]);
  });

  test('without end stops at the stated number', async () => {
    const { seen, url } = await serverOn('127.0.0.1', (_, response) => {
      response.writeHead(302, { location: '/again' }).end();
    });
    const outcome = await outbound().request(url, { maxRedirects: 4 });
    expect(outcome).toMatchObject({ statusCode: 302, failure: 'redirect', error: 'More than 4 redirects.' });
    expect(seen).toHaveLength(5);
  });

  test('counts against the one limit of time', async () => {
    const { url } = await serverOn('127.0.0.1', (_, response) => {
      setTimeout(() => response.writeHead(302, { location: '/again' }).end(), 200);
    });
    const startedMs = performance.now();
    const outcome = await outbound().request(url, { maxRedirects: 50, timeoutMs: 700 });
    expect(outcome.failure).toBe('timeout');
    expect(performance.now() - startedMs).toBeLessThan(1_500);
  });

  test('whose own body never ends is followed at once', async () => {
    const target = await serverOn('127.0.0.1', ok);
    const { url } = await serverOn('127.0.0.1', (_, response) => {
      response.writeHead(302, { location: target.url }).write('and more');
    });
    const outcome = await outbound().request(url, { maxRedirects: 1, timeoutMs: 5_000 });
    expect(outcome).toMatchObject({ statusCode: 200, body: 'ok' });
    expect(outcome.totalMs).toBeLessThan(2_000);
  });

  test('to another origin goes without Authorization and other secrets; within one they stay', async () => {
    const other = await serverOn('127.0.0.1', ok);
    const { seen, url } = await serverOn('127.0.0.1', (request, response) => {
      response.writeHead(307, { location: request.url === '/' ? '/near' : other.url }).end();
    });
    const headers = {
      Authorization: 'Bearer secret',
      Cookie: 'a=b',
      'X-Api-Key': 'secret',
      Token: 'secret',
      Accept: 'text/calendar',
      'Content-Type': 'text/plain',
    };
    const outcome = await outbound().request(url, { method: 'PUT', headers, body: 'text', maxRedirects: 2 });
    expect(outcome.statusCode).toBe(200);
    expect(seen[1]?.headers).toMatchObject({ authorization: 'Bearer secret', 'x-api-key': 'secret' });
    expect(other.seen[0]).toMatchObject({ method: 'PUT', body: 'text' });
    expect(other.seen[0]?.headers).toMatchObject({ accept: 'text/calendar', 'content-type': 'text/plain' });
    expect(JSON.stringify(other.seen[0]?.headers)).not.toMatch(/secret|a=b/);
  });

  test.each([
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [302, 'PROPFIND', 'PROPFIND', 'body'],
    [307, 'POST', 'POST', 'body'],
    [308, 'POST', 'POST', 'body'],
  ])('%i of a %s becomes a %s, with the body %j', async (status, method, then, body) => {
    const { seen, url } = await serverOn('127.0.0.1', (request, response) => {
      if (request.url === '/') response.writeHead(status, { location: '/next' });
      response.end();
    });
    const headers = { 'content-type': 'text/plain' };
    await outbound().request(url, { method, headers, body: 'body', maxRedirects: 1 });
    expect(seen[1]).toMatchObject({ method: then, body, url: '/next' });
    expect(seen[1]?.headers['content-type']).toBe(body === '' ? undefined : 'text/plain');
  });

  test.each([
    ['https://good.example/', 'http://good.example/', 'The redirect leads from HTTPS to HTTP.'],
    ['http://good.example/', 'ftp://good.example/', 'The redirect doesn’t lead to an http or https URL.'],
    ['http://good.example/', 'file:///etc/passwd', 'The redirect doesn’t lead to an http or https URL.'],
    ['http://good.example/', 'javascript:alert(1)', 'The redirect doesn’t lead to an http or https URL.'],
    ['http://good.example/', 'data:text/plain,x', 'The redirect doesn’t lead to an http or https URL.'],
    ['http://good.example/', 'http://[::', 'The redirect has no Location header.'],
    ['http://good.example/', undefined, 'The redirect has no Location header.'],
  ])('from %s to %s is not followed', (from, location, why) => {
    const hop = { url: new URL(from), method: 'GET', headers: {}, body: undefined };
    expect(resolveNextHop(hop, 302, location)).toBe(why);
  });

  test('is one of five statuses', () => {
    const found = Array.from({ length: 500 }, (_, index) => index + 100).filter(isRedirect);
    expect(found).toEqual([301, 302, 303, 307, 308]);
  });
});
