import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readTree } from './boundaries.ts';
import { listUnitTests } from './unit-tests.ts';

const unit = (files: Record<string, string>): string[] => listUnitTests(new Map(Object.entries(files)));

test('a test that imports pure code alone is a unit test', () => {
  expect(unit({ 'engine/src/a.test.ts': "import { a } from './a.ts';\n" })).toEqual(['engine/src/a.test.ts']);
});

test.each([
  "import { useApp } from '../../test/harness.ts';",
  "import { run } from '../../test/process/daybook.ts';",
  "import { openSite } from '../../../e2e/site.ts';",
  "import { kill } from '../../../chaos/kill.ts';",
  "import { spawn } from 'node:child_process';",
  "import pg from 'pg';",
  "import { chromium } from 'playwright-core';",
])('a test that reaches the outside is none, directly or through another file: %s', (line) => {
  const direct = { 'server/src/notes/a.test.ts': `${line}\n` };
  const through = {
    'server/src/notes/a.test.ts': "import { a } from './test-notes.ts';\n",
    'server/src/notes/test-notes.ts': `${line}\n`,
  };
  expect([unit(direct), unit(through)]).toEqual([[], []]);
});

test('a type reaches nothing, since nothing of it is left at run time', () => {
  expect(unit({ 'server/src/notes/a.test.ts': "import type { Pool } from 'pg';\n" })).toHaveLength(1);
});

test('engine and contract are tested by unit tests alone, and so are the rules of every slice', () => {
  const files = readTree(fileURLToPath(new URL('..', import.meta.url)));
  const found = new Set(listUnitTests(files));
  const pure = [...files.keys()].filter((path) =>
    /^(engine|contract|booking)\/src\/.*\.test\.ts$|\/rules\.test\.ts$/.test(path),
  );
  expect(pure.length).toBeGreaterThan(20);
  expect(pure.filter((path) => !found.has(path))).toEqual([]);
});
