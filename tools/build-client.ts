import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { deriveTypes } from '../contract/src/client-types.ts';
import { routes } from '../contract/src/routes.ts';
import { webhookPayloads } from '../contract/src/webhook-payloads.ts';

/** The client as it is published: one module, its types, and nothing to install beside it. `npm publish client/dist` */

const root = fileURLToPath(new URL('..', import.meta.url));

export async function buildClient(outdir = join(root, 'client/dist')): Promise<void> {
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: ['client/src/client.ts'],
    outfile: join(outdir, 'client.js'),
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
  });
  writeTypes(outdir);
  for (const file of ['client/README.md', 'LICENSE'])
    cpSync(join(root, file), join(outdir, file.replace('client/', '')));
  writeFileSync(join(outdir, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
}

function manifest(): object {
  const text = readFileSync(join(root, 'client/package.json'), 'utf8');
  const { name, version, description, license } = JSON.parse(text) as Record<string, string>;
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    sideEffects: false,
    exports: { '.': { types: './client.d.ts', default: './client.js' } },
    // For tools that do not read exports.
    main: './client.js',
    types: './client.d.ts',
    files: ['*.js', '*.d.ts'],
  };
}

/** Instead of globals, which only the DOM library declares all of. */
const webTypes = "import type { AbortSignal, BodyInit, Headers, RequestInit, Response } from './web.js';\n";

/** Those of the source, but for what is derived from the contract, which is spelled out. */
function writeTypes(outdir: string): void {
  const emitted = mkdtempSync(join(tmpdir(), 'daybook-types-'));
  const options = '--declaration --emitDeclarationOnly --noCheck --ignoreConfig --allowImportingTsExtensions';
  const target = '--module nodenext --target es2023 --lib es2023,dom --rootDir .';
  execFileSync(
    process.execPath,
    [
      join(root, 'node_modules/typescript/bin/tsc'),
      ...`${options} ${target}`.split(' '),
      '--outDir',
      emitted,
      'client/src/client.ts',
    ],
    { cwd: root },
  );
  for (const name of ['client', 'core', 'error', 'retry', 'types', 'verify-webhook']) {
    const text = readFileSync(join(emitted, `client/src/${name}.d.ts`), 'utf8');
    writeFileSync(
      join(outdir, `${name}.d.ts`),
      `${webTypes}${text.replaceAll(/'\.\/([\w-]+)\.ts'/g, "'./$1.js'")}`,
    );
  }
  writeFileSync(join(outdir, 'derived.d.ts'), `${webTypes}${deriveTypes(routes, webhookPayloads)}`);
  cpSync(join(root, 'client/web.d.ts'), join(outdir, 'web.d.ts'));
  rmSync(emitted, { recursive: true });
}

if (import.meta.filename === process.argv[1]) await buildClient();
