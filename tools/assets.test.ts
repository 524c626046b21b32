import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { watchAssets } from './assets.mjs';

const folder = mkdtempSync(join(tmpdir(), 'daybook-assets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('watching builds at once and again when a source changes, also after one that can’t be built', async () => {
  const source = join(folder, 'page.ts');
  const out = join(folder, 'out');
  const built = (): string => {
    const files = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')) as Record<string, string[]>;
    return readFileSync(join(out, files['page.js']?.[0] ?? ''), 'utf8');
  };
  writeFileSync(source, 'document.title = "first";');
  const stop = await watchAssets({ 'page.js': source }, out, 'silent');
  try {
    expect(built()).toContain('first');
    writeFileSync(source, 'document.title = ;');
    await new Promise((resolve) => setTimeout(resolve, 300));
    writeFileSync(source, 'document.title = "second";');
    await vi.waitFor(() => expect(built()).toContain('second'), { timeout: 15_000, interval: 50 });
  } finally {
    await stop();
  }
});
