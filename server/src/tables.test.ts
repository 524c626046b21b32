import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serverDir } from './platform/paths.ts';
import { tables } from './tables.ts';

const migrations = join(serverDir, 'migrations');
const baseline = join(migrations, '0400_baseline');

const listCreated = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/^create table (\w+)/gm)].map(([, name = '']) => name);

test.each(readdirSync(baseline))('%s creates tables of its slice alone', (file) => {
  const slice = file.replaceAll(/^\d+_|\.sql$/g, '').replaceAll('_', '-');
  const expected = slice === 'workspace' ? 'identity' : slice;
  const owners = listCreated(join(baseline, file)).map((name) => tables[name]?.owner.split('/')[0]);
  expect(owners).toEqual(owners.map(() => expected));
});

test('every table is created by a migration, except for the list of migrations', () => {
  const files = readdirSync(migrations, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.sql'),
  );
  const created = new Set(files.flatMap((path) => listCreated(join(migrations, path))));
  expect(Object.keys(tables).filter((name) => !created.has(name))).toEqual(['migration']);
});
