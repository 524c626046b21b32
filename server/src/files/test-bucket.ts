import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import type { Bucket } from '../platform/config-files.ts';

const secretKey = 'of/no+use';

/** A bucket in memory that refuses whatever is not signed, or is not what was signed. */
export function useBucket() {
  const objects = new Map<string, Buffer>();
  const seen = { isAway: false, refused: 0, onPut: async () => {} };
  const server = createServer(async (request, response) => {
    const body = await readAll(request);
    const path = request.url ?? '';
    const status = seen.isAway ? 500 : isSigned(request, body) ? 200 : 403;
    if (status !== 200) {
      seen.refused += 1;
      response.writeHead(status).end();
    } else if (request.method === 'PUT') {
      objects.set(path, body);
      await seen.onPut();
      response.writeHead(200).end();
    } else if (request.method === 'DELETE') response.writeHead(objects.delete(path) ? 204 : 404).end();
    else {
      const object = objects.get(path);
      const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
      response.writeHead(object ? (from > 0 ? 206 : 200) : 404).end(object?.subarray(from));
    }
  });
  const given = { bucket: {} as Bucket };
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    given.bucket = {
      url: `http://127.0.0.1:${port}/files`,
      region: 'eu-test-1',
      accessKey: 'KEY',
      secretKey,
    };
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  return { objects, seen, given };
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** By what arrived: the method, the path, the headers that the signature names, and the body. */
function isSigned({ method = '', url = '', headers }: IncomingMessage, body: Buffer): boolean {
  const given =
    /Credential=KEY\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w+)$/;
  const [, date = '', region = '', names = '', signature] = given.exec(headers.authorization ?? '') ?? [];
  const digest = createHash('sha256').update(body).digest('hex');
  if (headers['x-amz-content-sha256'] !== digest || !names.includes('host')) return false;
  const lines = names.split(';').map((name) => `${name}:${String(headers[name])}\n`);
  const canonical = `${method}\n${url}\n\n${lines.join('')}\n${names}\n${digest}`;
  const scope = `${date}/${region}/s3/aws4_request`;
  const text = `AWS4-HMAC-SHA256\n${String(headers['x-amz-date'])}\n${scope}\n${createHash('sha256').update(canonical).digest('hex')}`;
  let key: Buffer = Buffer.from(`AWS4${secretKey}`);
  for (const part of [date, region, 's3', 'aws4_request', text])
    key = createHmac('sha256', key).update(part).digest();
  return region === 'eu-test-1' && key.toString('hex') === signature;
}
