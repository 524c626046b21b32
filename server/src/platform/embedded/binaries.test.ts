import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyBinaries, findBinaries, repairBinaries } from './binaries.ts';

let root: string;
let native: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'daybook-binaries-'));
  native = join(root, 'native');
  for (const dir of ['bin', 'lib']) mkdirSync(join(native, dir), { recursive: true });
  for (const program of ['initdb', 'postgres'])
    writeFileSync(join(native, 'bin', program), '', { mode: 0o644 });
  writeFileSync(join(native, 'lib', 'libpq.so.5.18'), 'code');
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(links));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

test('the binaries of this platform are found, of PostgreSQL 18', () => {
  const found = findBinaries();
  expect(found.version).toMatch(/^18\./);
  expect(statSync(join(found.native, 'bin', 'postgres')).isFile()).toBe(true);
});

test('what a skipped install script left out is mended: links and modes', () => {
  expect(repairBinaries(native)).toBe(true);
  expect(readlinkSync(join(native, 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18');
  expect(statSync(join(native, 'bin', 'postgres')).mode & 0o777).toBe(0o755);
  expect(repairBinaries(native)).toBe(true);
});

test('a copy is whole and open to other users, whatever the modes of the original', async () => {
  for (const path of [native, join(native, 'lib')]) chmodSync(path, 0o700);
  const copy = await copyBinaries({ native, version: '18.0' }, root);
  expect(readFileSync(join(copy, 'lib', 'libpq.so.5'), 'utf8')).toBe('code');
  expect(statSync(join(copy, 'lib')).mode & 0o777).toBe(0o755);
  expect(statSync(join(copy, 'bin', 'initdb')).mode & 0o777).toBe(0o755);
  expect(await copyBinaries({ native, version: '18.0' }, root)).toBe(copy);
});
