import { createHash, createHmac } from 'node:crypto';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Bucket } from '../platform/config-files.ts';

/** Objects of a bucket, by the protocol of S3 with signatures of version 4. The operator chose the address, so any may be asked. */

interface Content {
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly pieces: AsyncIterable<Buffer>;
}

export async function putObject(bucket: Bucket, key: string, now: Date, content: Content): Promise<void> {
  await drain(await send(bucket, { method: 'PUT', key, now, content }), [200]);
}

/** From a byte on to the end. */
export async function* getObject(
  bucket: Bucket,
  key: string,
  now: Date,
  from: number,
): AsyncGenerator<Buffer> {
  const response = await send(bucket, { method: 'GET', key, now, from });
  if (response.statusCode !== (from > 0 ? 206 : 200)) await drain(response, []);
  yield* response as AsyncIterable<Buffer>;
}

/** One that is gone already is as good as deleted. */
export async function deleteObject(bucket: Bucket, key: string, now: Date): Promise<void> {
  await drain(await send(bucket, { method: 'DELETE', key, now }), [200, 204, 404]);
}

interface Sent {
  readonly method: 'PUT' | 'GET' | 'DELETE';
  readonly key: string;
  readonly now: Date;
  readonly from?: number;
  readonly content?: Content;
}

const idleMs = 30_000;

function send(bucket: Bucket, { method, key, now, from = 0, content }: Sent): Promise<IncomingMessage> {
  const url = new URL(`${bucket.url}/${key}`);
  const range = from > 0 ? `bytes=${from}-` : undefined;
  const headers = {
    ...signRequest(bucket, { method, url, now, range, payloadHash: content?.sha256 ?? emptyHash }),
    ...(content && { 'content-length': String(content.sizeBytes) }),
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, { method, headers });
    request.setTimeout(idleMs, () => request.destroy(new Error('The file storage doesn’t respond.')));
    request.on('response', resolve).on('error', reject);
    if (!content) request.end();
    else pipeline(Readable.from(content.pieces), request).catch(reject);
  });
}

/** Reads the answer to its end, so that its connection is free again, and throws unless its status is one of these. */
async function drain(response: IncomingMessage, expected: readonly number[]): Promise<void> {
  for await (const _ of response);
  const { statusCode = 0 } = response;
  if (!expected.includes(statusCode)) throw new Error(`The file storage responded with ${statusCode}.`);
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const emptyHash = sha256('');

interface SignatureInput {
  readonly method: string;
  readonly url: URL;
  readonly now: Date;
  readonly range?: string | undefined;
  readonly payloadHash: string;
}

/** The headers of AWS Signature Version 4. Keys are ids, so that the path needs no further encoding. */
export function signRequest(
  { region, accessKey, secretKey }: Bucket,
  { method, url, now, range, payloadHash }: SignatureInput,
): Record<string, string> {
  const time = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
  // In the order of their names, as they are signed.
  const headers = {
    host: url.host,
    ...(range && { range }),
    'x-amz-content-sha256': payloadHash,
    'x-amz-date': time,
  };
  const names = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}`);
  const canonical = [method, url.pathname, '', ...lines, '', names, payloadHash].join('\n');
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const signingKey = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secretKey}`);
  const signature = hmac(
    signingKey,
    ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n'),
  ).toString('hex');
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}
