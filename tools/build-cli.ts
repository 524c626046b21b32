import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildCli } from './build.mjs';

/** The command line as it is published: one file, and nothing to install beside it. `npm publish cli/dist/package` */

const root = fileURLToPath(new URL('..', import.meta.url));

export async function buildCliPackage(outdir = join(root, 'cli/dist/package')): Promise<void> {
  rmSync(outdir, { recursive: true, force: true });
  await buildCli(join(outdir, 'daybook.mjs'));
  for (const file of ['cli/README.md', 'LICENSE']) {
    cpSync(join(root, file), join(outdir, file.replace('cli/', '')));
  }
  const text = readFileSync(join(root, 'cli/package.json'), 'utf8');
  const { name, version, description, license } = JSON.parse(text) as Record<string, string>;
  const manifest = {
    name,
    version,
    description,
    license,
    type: 'module',
    bin: { daybook: 'daybook.mjs' },
    files: ['daybook.mjs'],
    engines: { node: '>=20.19' },
  };
  writeFileSync(join(outdir, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

if (import.meta.filename === process.argv[1]) await buildCliPackage();
