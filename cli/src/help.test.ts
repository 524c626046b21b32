import { readFileSync } from 'node:fs';
import { message } from '@daybook/contract/envelopes';
import { uuidParam } from '@daybook/contract/fields';
import { declareRoute } from '@daybook/contract/route';
import { routes } from '@daybook/contract/routes';
import { requireScopes } from '@daybook/contract/scopes';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseArguments } from './arguments.ts';
import { buildOperationCommands } from './operations.ts';
import { formatProgressLine } from './progress.ts';
import { handWrittenCommands } from './program.ts';
import { runInTerminal } from './test-terminal.ts';

const commands = buildOperationCommands();

test('the help names every noun, and each noun its verbs', async () => {
  const { code, out } = await runInTerminal(['--help'], { columns: 100 });
  expect(code).toBe(0);
  const named = commands.filter(({ name }) => name.includes(' '));
  for (const noun of new Set(named.map(({ name }) => name.split(' ')[0] ?? ''))) {
    expect(out).toMatch(new RegExp(`^ {2}${noun} +\\S`, 'm'));
    const list = await runInTerminal([noun, '--help'], { columns: 100 });
    for (const { name } of named.filter((command) => command.name.startsWith(`${noun} `))) {
      expect(list.out, name).toMatch(new RegExp(`^ {2}${name.split(' ')[1]}\\b`, 'm'));
    }
  }
  for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  expect((await runInTerminal([])).code).toBe(2);
  expect(await runInTerminal(['--version'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  });
});

/** As a shell splits them; examples quote with single quotes only. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/(?:'[^']*'|\\'|[^\s'\\])+/g)].map(([word]) =>
    word
      .replaceAll(String.raw`'\''`, '\u0000')
      .replaceAll("'", '')
      .replaceAll('\u0000', "'"),
  );

test.each(commands.map((command) => [command.name, command] as const))(
  '%s: its examples are understood',
  (name, command) => {
    for (const example of command.examples()) {
      const words = wordsOf(example).slice(1 + name.split(' ').length);
      const { args } = parseArguments(words, command.flags());
      expect(args.length, example).toBe(command.args.length);
    }
  },
);

test('the commands of the guide are understood', () => {
  const guide = readFileSync(new URL('../../docs/guide/cli.md', import.meta.url), 'utf8');
  const blocks = [...guide.matchAll(/^```console\n([^]*?)^```$/gm)].map(([, text = '']) => text);
  const lines = blocks.flatMap((text) => text.split('\n')).filter((line) => line.startsWith('npx daybook '));
  expect(lines.length).toBeGreaterThan(5);
  for (const line of lines) {
    const words = wordsOf(line.replace(/ > .*$/, '')).slice(2);
    const command = [...handWrittenCommands, ...commands].find(({ name }) =>
      name.split(' ').every((word, index) => words[index] === word),
    );
    expect(command, line).toBeDefined();
    parseArguments(words.slice(command?.name.split(' ').length), command?.flags() ?? []);
  }
});

test('commands by hand and those of the contract share no name but whoami', () => {
  const ofContract = new Set(commands.map(({ name }) => name));
  expect(handWrittenCommands.map(({ name }) => name).filter((name) => ofContract.has(name))).toEqual([
    'whoami',
  ]);
});

describe('a route that was only just declared', () => {
  const invented = declareRoute({
    method: 'POST',
    path: '/teams/{teamId}/lights',
    origin: 'ours',
    tag: 'Teams',
    summary: 'Switch the lights',
    access: requireScopes('admin:full'),
    params: { teamId: uuidParam('Team') },
    body: z.object({ isOn: z.boolean(), level: z.int().min(1).max(9) }),
    returns: message('The lights are on.'),
    examples: { body: { isOn: true, level: 3 } },
  });
  const withIt = buildOperationCommands(new Map([...routes, ['switchTeamLights', invented as never]]));

  test('is a command with help', async () => {
    const { out } = await runInTerminal(['teams', 'switch-lights', '--help'], { commands: withIt });
    expect(out).toContain('Usage: daybook teams switch-lights <team> --is-on --level NUMBER [flags]');
    expect(out).toContain(
      'daybook teams switch-lights 0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d --is-on --level 3',
    );
  });

  test('checks its flags, and is completed', async () => {
    const wrong = await runInTerminal(['teams', 'switch-lights', 'x', '--level', '12'], { commands: withIt });
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('--level  Must be at most 9.') });
    const { out } = await runInTerminal(['__complete', 'teams', 'sw'], { commands: withIt });
    expect(out).toBe('switch-lights\n');
  });
});

test.each([
  [['ev'], ['event-types', 'events']],
  [
    ['events', 'li'],
    ['list', 'list-booking-requests', 'list-open-bookings', 'list-waitlist'],
  ],
  [['events', 'list', '--st'], ['--status']],
  [
    ['events', 'list', '--status', ''],
    ['cancelled', 'confirmed'],
  ],
  [
    ['workspace', ''],
    ['create', 'freeze', 'move', 'unfreeze'],
  ],
])('completion of %j', async (words, offered) => {
  expect((await runInTerminal(['__complete', ...words])).out.trimEnd().split('\n')).toEqual(offered);
});

test('the script for each shell', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    expect((await runInTerminal(['completion', shell])).out).toContain('daybook __complete');
  }
  expect((await runInTerminal(['completion', 'ksh'])).code).toBe(2);
});

test('a bar says how far work is', () => {
  expect(formatProgressLine(0, 200, 'rows')).toBe('[                        ] 0 of 200 rows');
  expect(formatProgressLine(100, 200, 'rows')).toBe('[============            ] 100 of 200 rows');
  expect(formatProgressLine(200, 200, 'rows')).toBe(`[${'='.repeat(24)}] 200 of 200 rows`);
  expect(formatProgressLine(7, undefined, 'bytes')).toBe('7 bytes');
});
