import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useApp } from '../server/test/harness.ts';
import { ownerToken } from '../server/test/runtime.ts';
import { buildCliPackage } from './build-cli.ts';

/** The command line as somebody else installs it: packed, in an empty folder, without the rest of the repository. */

const app = useApp();
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'daybook-cli-package-'));
let url: string;

beforeAll(async () => {
  url = await app.app.listen({ port: 0, host: '127.0.0.1' });
  await buildCliPackage(join(folder, 'package'));
  execFileSync('npm', ['pack', '--silent', './package'], { cwd: folder });
  const packed = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const options = ['--offline', '--no-audit', '--no-fund', '--silent'];
  execFileSync('npm', ['install', ...options, `./${packed}`], { cwd: folder });
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Not synchronously, since this process is the server. Bash reads its start-up files when its input is a socket, as it is here. */
function inShell(script: string): Promise<Ended> {
  const path = `${join(folder, 'node_modules/.bin')}:${process.env['PATH']}`;
  const env = { ...process.env, PATH: path, HOME: folder, DAYBOOK_URL: url, DAYBOOK_TOKEN: ownerToken };
  return new Promise((resolve) => {
    execFile('bash', ['--norc', '-euc', script], { cwd: folder, env }, (error, out, err) => {
      resolve({ code: Number(error?.code ?? 0), out, err });
    });
  });
}

test('it is one file and needs no other package', () => {
  expect(readdirSync(join(folder, 'node_modules/@daybook/cli')).sort()).toEqual([
    'LICENSE',
    'README.md',
    'daybook.mjs',
    'package.json',
  ]);
  expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    '@daybook',
  ]);
});

test('it calls the server, and ends quietly when its reader has seen enough', async () => {
  expect(await inShell('daybook whoami')).toEqual({
    code: 0,
    out: `mara@juniper.example at ${url}\n`,
    err: '',
  });
  expect(await inShell('daybook events list --scope all --json | head -1')).toEqual({
    code: 0,
    out: '[\n',
    err: '',
  });
  expect(await inShell('echo \'{ "title": "Piped" }\' | daybook teams create --data - --json')).toMatchObject(
    { code: 0 },
  );
});

test('1: what needs the server itself says where to run it', async () => {
  expect(await inShell('daybook doctor')).toEqual({
    code: 1,
    out: '',
    err: 'Run daybook doctor on the server, in the folder where Daybook is installed.\n',
  });
});

const quickStart = join(root, 'docs/guide/quick-start.md');

test('the commands of the quick start book a time from an empty folder', async () => {
  const blocks = [...readFileSync(quickStart, 'utf8').matchAll(/^```sh\n([^]*?)^```$/gm)].map(
    ([, text = '']) => text,
  );
  const script = blocks
    .filter((text) => text.includes('npx daybook'))
    .join('\n')
    .replaceAll('npx daybook', 'daybook');
  const { code, err } = await inShell(script);
  expect(err).toBe('');
  expect(code).toBe(0);
});
