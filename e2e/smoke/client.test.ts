import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ownerToken } from '../../server/test/runtime.ts';
import { buildClient } from '../../tools/build-client.ts';
import { useSite } from '../site.ts';

const site = useSite();
const folder = mkdtempSync(join(tmpdir(), 'daybook-client-'));

/** Another site, which has the client beside its page. */
const other = createServer(({ url }, response) => {
  const isModule = url === '/client.js';
  response.setHeader('content-type', isModule ? 'text/javascript' : 'text/html');
  response.end(
    isModule ? readFileSync(join(folder, 'client.js')) : '<!doctype html><link rel="icon" href="data:,">',
  );
});
afterAll(() => {
  other.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the published client runs on a page of another origin, with a token', async () => {
  await buildClient(folder);
  await new Promise<void>((resolve) => {
    other.listen(0, '127.0.0.1', resolve);
  });
  const page = await site.open(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
  // As text, since vitest would rewrite the import.
  const team = await page.evaluate(`import('/client.js').then(({ createClient }) =>
    createClient({ url: '${site.url}', token: '${ownerToken}' }).createTeam({ body: { title: 'Browsers' } }))`);
  expect(team).toMatchObject({ title: 'Browsers', slug: 'browsers' });
});
