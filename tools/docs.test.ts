import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { variableHelp } from '../server/src/configuration.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('docs/run/configuration.md', () => {
  const documented = [...read('docs/run/configuration.md').matchAll(/^\| `([A-Z0-9_]+)`/gm)].map(
    (match) => match[1],
  );

  test('lists the variables that exist, and no other, in the order of --help', () => {
    expect(documented).toEqual(variableHelp.map(([name]) => name));
  });

  test('every variable has its sentence in --help', () => {
    for (const [name, meaning] of variableHelp) expect(meaning, name).not.toBe('');
  });
});

describe('prose', () => {
  const pages = [...markdownIn('.'), ...markdownIn('docs'), ...slices().flatMap(markdownIn)];

  test.each(pages)('%s points to files that exist', (page) => {
    const targets = [...read(page).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map((match) => match[1] ?? '');
    const missing = targets
      // What the server makes from the contract is no file; a test of its slice follows those links.
      .filter((target) => !/^(?:[a-z]+:|\/docs\/)/.test(target))
      .filter((target) => !existsSync(join(root, dirname(page), target)));
    expect(missing).toEqual([]);
  });

  test('every slice has a README of at most 40 lines', () => {
    const readmes = slices().map((slice) => `${slice}/README.md`);
    const missing = readmes.filter((path) => !existsSync(join(root, path)));
    expect(missing, 'Say there: nouns, states, tables owned, events published, invariants.').toEqual([]);
    for (const path of readmes) expect(read(path).split('\n').length, path).toBeLessThanOrEqual(40);
  });

  test('decision records have a number each and their four sections', () => {
    const records = decisionRecords();
    const numbers = records.map((name) => Number(name.slice(0, 4)));
    // Numbers are given out before records are written, so there may be gaps.
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    expect(numbers[0]).toBe(1);
    for (const record of records) {
      const headings = [...read(`docs/decisions/${record}`).matchAll(/^## (.+)$/gm)].map((match) => match[1]);
      expect(headings, record).toEqual([
        'Context',
        'Decision',
        'What we gave up',
        'How we would know it was wrong',
      ]);
    }
  });

  test('docs/decisions/README.md lists every record once, by number, title and status', () => {
    const index = read('docs/decisions/README.md');
    const rows = [...index.matchAll(/^\| (\d{4}) \| \[(.+)\]\(([^)]+)\) \| (.+) \|$/gm)];
    const listed = rows.map(([, number = '', title = '', file = '']) => ({
      file,
      heading: `# ${number} ${title}`,
    }));
    const byFile = (a: { file: string }, b: { file: string }) => (a.file < b.file ? -1 : 1);
    const expected = decisionRecords().map((file) => ({
      file,
      heading: read(`docs/decisions/${file}`).split('\n', 1)[0] ?? '',
    }));
    expect(listed.toSorted(byFile)).toEqual(expected);
    for (const [, number, , , status = ''] of rows)
      expect(status, number).toMatch(
        /^(?:accepted|(?:amended|superseded) by \[\d{4}\]\([^)]+\)(?:, \[\d{4}\]\([^)]+\))*)$/,
      );
  });

  test('CHANGELOG.md has a section for the version of each published package, below [Unreleased]', () => {
    const [unreleased, newest] = [...read('CHANGELOG.md').matchAll(/^## \[(.+?)\]/gm)].map(
      (match) => match[1],
    );
    expect(unreleased).toBe('Unreleased');
    for (const path of ['package.json', 'client/package.json', 'cli/package.json'])
      expect((JSON.parse(read(path)) as { version: string }).version, path).toBe(newest);
  });

  test('every npm script that CI or the release runs exists', () => {
    const files = [
      '.ci/run',
      ...readdirSync(join(root, '.github/workflows')).map((name) => `.github/workflows/${name}`),
    ];
    const scripts = files.flatMap((path) =>
      [...read(path).matchAll(/^[^#\n]*\bnpm run ([\w:]+)/gm)].map((match) => match[1] ?? ''),
    );
    expect(scripts.length).toBeGreaterThan(2);
    const known = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);
    expect(scripts.filter((script) => !known.includes(script))).toEqual([]);
  });

  test('every dependency is named with its reason', () => {
    const page = read('docs/decisions/0002-dependencies.md');
    const named = new Set(
      [...page.matchAll(/^\| (.+?) \|/gm)].flatMap((match) => match[1]?.split(', ') ?? []),
    );
    const used = workspaces().flatMap((folder) => dependenciesIn(join(folder, 'package.json')));
    expect(used.filter((name) => !/^@(types|daybook)\//.test(name) && !named.has(name))).toEqual([]);
  });

  test('every test that docs/gaps.md names exists', () => {
    const named = [...read('docs/gaps.md').matchAll(/`([\w./-]+\.test\.ts)`/g)].map(
      (match) => match[1] ?? '',
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

function decisionRecords(): string[] {
  return readdirSync(join(root, 'docs/decisions'))
    .filter((name) => name !== 'README.md')
    .sort();
}

function markdownIn(folder: string): string[] {
  const deep = folder !== '.';
  return readdirSync(join(root, folder), { recursive: deep, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
}

function workspaces(): string[] {
  const { workspaces: folders } = JSON.parse(read('package.json')) as { workspaces: string[] };
  return ['.', ...folders];
}

function dependenciesIn(path: string): string[] {
  const { dependencies, devDependencies } = JSON.parse(read(path)) as Record<string, Record<string, string>>;
  return Object.keys({ ...dependencies, ...devDependencies });
}

/** Folders of the server that are neither platform nor single files. */
/** All slices, and the nested ones of those that are divided. */
function slices(): string[] {
  const outer = foldersIn('server/src').filter((folder) => folder !== 'server/src/platform');
  return outer.flatMap((slice) => [slice, ...foldersIn(slice).filter(isSlice)]);
}

function foldersIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${folder}/${entry.name}`);
}

function isSlice(folder: string): boolean {
  return ['public.ts', 'routes.ts'].some((file) => existsSync(join(root, folder, file)));
}
