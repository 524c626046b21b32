import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runSmoke } from '../tools/run-smoke.ts';

/** Every file of this folder is a command; what they share is in `parts`. */
const commands = readdirSync(import.meta.dirname).filter((name) => /^[\w-]+\.ts$/.test(name));

test('there are commands', () => {
  expect(commands.length).toBeGreaterThan(10);
});

test.for(commands)('npx tsx bench/%s --smoke works', { timeout: 300_000 }, async (name, context) => {
  await runSmoke([`bench/${name}`], context);
});
