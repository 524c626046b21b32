import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { ownerToken } from '../../../test/runtime.ts';

const app = useApp();

describe('compression', () => {
  const authorization = `Bearer ${ownerToken}`;
  const get = (url: string, encoding: string) =>
    app.app.inject({ url, headers: { 'accept-encoding': encoding, authorization } });

  test.each([
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ] as const)('%s: a large answer is sent as %s', async (accepted, encoding, decompress) => {
    const plain = await get('/openapi.json', 'identity');
    const { headers, rawPayload } = await get('/openapi.json', accepted);
    expect([headers['content-encoding'], headers['vary']]).toEqual([encoding, 'accept-encoding']);
    expect(decompress(rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
    expect(plain.headers['content-encoding']).toBeUndefined();
  });

  test('a small answer is sent as it is, a streamed one is compressed as it is made', async () => {
    expect((await get('/v2/whoami', 'gzip')).headers['content-encoding']).toBeUndefined();
    const plain = await get('/v2/crm/people/export', 'identity');
    const { headers, rawPayload } = await get('/v2/crm/people/export', 'gzip');
    expect(headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(rawPayload).toString()).toBe(plain.body);
  });
});
