import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { runCommand } from './commands.ts';

afterEach(() => vi.restoreAllMocks());

test('the command line knows every command', async () => {
  const print = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  await runCommand(['--help']);
  const names = [...String(print.mock.calls[0]?.[0]).matchAll(/^ {2}([a-z -]+?)(?: <.*?>)? {2}/gm)];
  const list = new URL('../../../cli/src/operator-commands.gen.ts', import.meta.url);
  const known = [...readFileSync(list, 'utf8').matchAll(/^ {2}"(.+?)": /gm)];
  expect(names.map(([, name]) => name).sort()).toEqual(known.map(([, name]) => name).sort());
});

test.each([
  [['invite', '--email', 'x', '--role', 'user'], 2, '--email: Must be a valid email address.'],
  [['invite', '--email', 'a@b.example', '--role', 'king'], 2, '--role: Must be one of: owner, admin, user.'],
  [['session', 'end'], 2, '--email: This option is required; try --help.'],
  [['token', 'destroy'], 2, 'Unknown command token destroy; try --help.'],
  [['token', 'create', '--nope'], 2, "Unknown option '--nope'; try --help."],
  [['token', 'create', '--user'], 2, "Option '--user <value>' argument missing; try --help."],
  [['token', 'create'], 2, '--user: This option is required; try --help.'],
  [
    ['token', 'create', '--user', 'a@b.example', '--scopes', 'bookings'],
    2,
    /^--scopes: Must be one of: admin:full, .*\.$/,
  ],
  [
    ['token', 'create', '--user', 'a@b.example', '--scopes', 'all', '--expires', 'soon'],
    2,
    /^--expires: Must be an ISO 8601 time/,
  ],
  [['workspace', 'create', '--owner', 'nobody'], 2, '--owner: Must be a valid email address.'],
  [['plan', 'set', 'maybe'], 2, 'Must be active or inactive.'],
  [['plan', 'set', 'active', 'now'], 2, 'Unexpected argument now; try --help.'],
  [['platform', 'allow', '--app', 'x'], 2, '--app: Must be a UUID.'],
  [['platform', 'end'], 2, '--app: This option is required; try --help.'],
  [['workspace', 'freeze', 'x'], 1, 'Set DIRECTORY_URL and CELL: only workspaces of cells can be frozen.'],
  [['cells', 'drain'], 2, 'Missing argument CELL; try --help.'],
  [['cells', 'nowhere'], 2, 'Unexpected argument nowhere; try --help.'],
  [['rebalance', '--plan', '--run'], 2, 'Give either --plan or --run.'],
  [['cells'], 1, 'Set DIRECTORY_URL: only it knows the cells.'],
  [['backup'], 2, '--to: This option is required; try --help.'],
  [['restore', '--replace'], 2, 'Missing argument PATH; try --help.'],
  [['import', 'ics', '--host', 'mara', 'a.ics'], 2, '--host: Must be a valid email address.'],
])('%j is refused in one sentence', async (args, code, said) => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(await runCommand(args)).toBe(code);
  expect(print.mock.calls).toEqual([[said instanceof RegExp ? expect.stringMatching(said) : said]]);
});
