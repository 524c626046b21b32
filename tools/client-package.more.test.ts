import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useApp } from '../server/test/harness.ts';
import { ownerToken } from '../server/test/runtime.ts';
import { buildClient } from './build-client.ts';

/** The client as somebody else installs it: packed, in an empty folder, without the rest of the repository. */

const app = useApp();
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'daybook-client-'));
let url: string;

beforeAll(async () => {
  url = await app.app.listen({ port: 0, host: '127.0.0.1' });
  await buildClient(join(folder, 'dist'));
  execFileSync('npm', ['pack', '--silent', './dist'], { cwd: folder });
  const packed = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--silent', `./${packed}`], {
    cwd: folder,
  });
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const installed = (name: string): string =>
  readFileSync(join(folder, 'node_modules/@daybook/client', name), 'utf8');

test('the package has one module and its types, and needs no other package', () => {
  expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    '@daybook',
  ]);
  expect(JSON.parse(installed('package.json'))).not.toHaveProperty('dependencies');
  expect(installed('client.js')).not.toMatch(/^import |\brequire\(|node:|\bprocess\b|\bBuffer\b/m);
  expect(installed('derived.d.ts')).not.toMatch(/\bzod\b|@daybook\/contract/);
});

test('all of it weighs at most 6.5 kB in a browser', async () => {
  const minified = await build({
    stdin: { contents: installed('client.js') },
    minify: true,
    format: 'esm',
    write: false,
  });
  expect(gzipSync(minified.outputFiles[0]?.contents ?? '', { level: 9 }).length).toBeLessThanOrEqual(
    6.5 * 1024,
  );
});

test('it runs in Node', async () => {
  writeFileSync(
    join(folder, 'use.js'),
    `import { createClient } from '@daybook/client';
     const api = createClient({ url: '${url}', token: '${ownerToken}' });
     console.log((await api.whoami()).email);`,
  );
  // Not synchronously: this process is the server.
  const { execFile } = await import('node:child_process');
  const printed = await new Promise((resolve, reject) => {
    execFile(process.execPath, ['use.js'], { cwd: folder }, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    );
  });
  expect(printed).toBe('mara@juniper.example\n');
});

test('it runs where there is nothing but what the web has', async () => {
  const script = await build({
    stdin: { contents: installed('client.js') },
    format: 'iife',
    globalName: 'daybook',
    write: false,
  });
  const { AbortSignal, ReadableStream, Headers, URLSearchParams, TextEncoder, TextDecoder } = globalThis;
  const web = { AbortSignal, ReadableStream, Headers, URLSearchParams, TextEncoder, TextDecoder };
  const context = createContext({ ...web, fetch, crypto, atob, setTimeout, clearTimeout });
  runInContext(script.outputFiles[0]?.text ?? '', context);
  const call = `daybook.createClient({ url: '${url}', token: '${ownerToken}' }).createTeam({ body: { title: 'Edge' } })`;
  expect(await runInContext(call, context)).toMatchObject({ title: 'Edge', slug: 'edge' });
});

const fixture = (
  code: string,
): string => `import { createClient, verifyWebhook, type Input } from '@daybook/client';
const api = createClient({ url: 'https://daybook.example', token: 'dbk_...' });
${code}
`;

/** What tsc says about each of these, with the types of the installed package alone. */
function compile(sources: Readonly<Record<string, string>>, lib = 'es2023,dom'): string {
  for (const [name, code] of Object.entries(sources))
    writeFileSync(join(folder, `${name}.ts`), fixture(code));
  const options = `--noEmit --strict --exactOptionalPropertyTypes --module nodenext --target es2022 --lib ${lib} --ignoreConfig`;
  const files = Object.keys(sources).map((name) => `${name}.ts`);
  const args = [
    join(root, 'node_modules/typescript/bin/tsc'),
    ...options.split(' '),
    '--pretty',
    'false',
    ...files,
  ];
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }).stdout;
}

test('right parameters compile, and answers have their types', () => {
  const output = compile({
    right: `
      const { items, next } = await api.listUsers({ query: { search: 'mara', per_page: 5 } });
      const emails: string[] = items.map((user) => user.email);
      for await (const event of api.each('listScheduledEvents', { query: { status: 'confirmed' } })) {
        const title: string = event.title;
      }
      const team = await api.createTeam({ body: { title: 'Sales' }, signal: AbortSignal.timeout(100) });
      await api.readTeam({ params: { teamId: team.uuid } });
      const { created, value } = await api.upsertPerson({ body: { emails: ['a@b.example'] } });
      const signedIn = await api.signIn({ body: { email: 'a@b.example', password: 'x' } });
      if ('next' in signedIn) signedIn.next;
      const csv: Response = await api.exportPeople();
      const payload = await verifyWebhook('', new Headers(), ['whsec_a', 'whsec_b']);
      if (payload.event === 'invitee.scheduled') payload.inviteeEmail satisfies string;
      const input: Input<'book'> = { body: { date: '2027-03-02', start: '10:00', timeZone: 'UTC', name: 'I', email: 'i@b.example' } };`,
  });
  expect(output).toBe('');
});

const withoutDom = `
      const { items } = await api.listUsers({ query: { per_page: 5 } });
      const emails: string[] = items.map((user) => user.email);
      const { resource, signingSecret } = await api.createWebhook({
        body: { callbackUrl: 'https://hooks.example', events: ['invitee.scheduled'], scope: 'user' },
      });
      const uuid: string = resource.uuid;
      const secret: string = signingSecret;
      const csv = await api.exportPeople();
      const text: string = await csv.text();
      const payload = await verifyWebhook('', { 'webhook-id': 'x' }, 'whsec_a');
      if (payload.event === 'invitee.scheduled') payload.inviteeEmail satisfies string;`;

test('it compiles without the DOM library, alone and beside the types of Node', () => {
  expect(compile({ alone: withoutDom }, 'es2023')).toBe('');
  const types = `es2023 --types node --typeRoots ${join(root, 'node_modules/@types')}`;
  expect(compile({ node: `${withoutDom}\nconst answer: Response = csv;` }, types)).toBe('');
});

test('wrong ones do not, each at its line', () => {
  const wrong = {
    operation: 'api.listUsres();',
    missing: 'api.readTeam();',
    parameter: "api.readTeam({ params: { team: 'x' } });",
    field: "api.createTeam({ body: { slug: 'x' } });",
    type: 'api.createTeam({ body: { title: 7 } });',
    filter: "api.listUsers({ query: { colour: 'red' } });",
    choice: "api.listScheduledEvents({ query: { status: 'confirmd' } });",
    list: "api.each('readTeam');",
    answer: 'const total: string = (await api.listUsers()).total;',
  };
  const output = compile(wrong);
  for (const name of Object.keys(wrong)) expect(output, name).toMatch(new RegExp(`^${name}\\.ts\\(3,`, 'm'));
  expect(output.match(/^\w+\.ts\(\d+/gm)?.length).toBe(Object.keys(wrong).length);
});
