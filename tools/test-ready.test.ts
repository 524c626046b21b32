import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const clone = mkdtempSync(join(tmpdir(), 'daybook-clone-'));
afterAll(() => rmSync(clone, { recursive: true, force: true }));
cpSync(import.meta.dirname, join(clone, 'tools'), { recursive: true });

function ready(variables: Record<string, string> = {}) {
  const { status, stderr } = spawnSync(process.execPath, ['tools/test-ready.mjs'], {
    cwd: clone,
    env: variables,
    encoding: 'utf8',
  });
  return [status, stderr];
}

test('in a fresh clone, npm test says what to do first, in one line', () => {
  expect(ready()).toEqual([1, 'Daybook isn’t installed yet; run npm ci first.\n']);
});

test('without a Chromium it ends and says so, and never skips what needs one', () => {
  mkdirSync(join(clone, 'node_modules/vitest'), { recursive: true });
  expect(ready({ CHROMIUM: join(clone, 'none') })).toEqual([
    1,
    'Tests need Chromium: run npm run test:setup as root, or set CHROMIUM to its path.\n',
  ]);
  expect(ready({ CHROMIUM: process.execPath })).toEqual([0, '']);
});
