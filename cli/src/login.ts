import { createClient } from '@daybook/client';
import type { ParsedArguments } from './arguments.ts';
import { jsonFlag, serverFlags, type Command } from './command.ts';
import { exitCodes, Refusal } from './failures.ts';
import { print, type Io } from './io.ts';
import {
  parseOrigin,
  defaultUrl,
  resolveLogin,
  getProfileName,
  readSettings,
  getSettingsPath,
  getUrlFromEnvironment,
  writeSettings,
} from './settings.ts';

const group = 'Start';

export const loginCommands: readonly Command[] = [
  {
    name: 'login',
    group,
    does: 'Log in: store a server URL and an API token',
    more: 'Create a token in the dashboard under Developers, or with `daybook token create` on the server. Type it, or pass it on standard input; it is stored in a file that only you can read. Use --profile to keep several logins; commands use the last one unless you name another.',
    args: [],
    flags: () => serverFlags,
    examples: () => [
      'daybook login',
      'echo "$TOKEN" | daybook login --server https://daybook.example --profile work',
    ],
    run: login,
  },
  {
    name: 'logout',
    group,
    does: 'Remove a stored login',
    more: 'The token stays valid; revoke it with `daybook tokens revoke`.',
    args: [],
    flags: () => serverFlags.filter(({ name }) => name === 'profile'),
    examples: () => ['daybook logout', 'daybook logout --profile work'],
    run: logout,
  },
  {
    name: 'whoami',
    group,
    does: 'Show the current user, workspace and server',
    args: [],
    flags: () => [jsonFlag, ...serverFlags],
    examples: () => ['daybook whoami', 'daybook whoami --json'],
    run: whoami,
  },
];

async function login({ values }: ParsedArguments, io: Io): Promise<number> {
  const profile = values.get('profile')?.[0] ?? 'default';
  const url = await askUrl(values.get('server')?.[0] ?? getUrlFromEnvironment(io), io);
  const token = (
    io.input.isTerminal
      ? await io.input.ask(`API token (create one at ${url}/app/developers): `, { isSecret: true })
      : await io.input.read()
  ).trim();
  if (token === '') throw new Refusal('No token given; type it, or pass it on standard input.');
  const { email } = await createClient({ url, token }).whoami({ signal: io.signal });
  const { profiles } = readSettings(io);
  writeSettings(io, { current: profile, profiles: { ...profiles, [profile]: { url, token } } });
  print(io, `Logged in as ${email} at ${url}. Stored as login ${profile} in ${getSettingsPath(io)}.`);
  return exitCodes.done;
}

async function askUrl(given: string | undefined, { input }: Io): Promise<string> {
  const typed = given ?? (input.isTerminal ? await input.ask(`Where is Daybook? [${defaultUrl}] `) : '');
  return parseOrigin(typed.trim() || defaultUrl);
}

async function logout({ values }: ParsedArguments, io: Io): Promise<number> {
  const name = getProfileName(io, values);
  const { profiles, current } = readSettings(io);
  if (!(name in profiles)) throw new Refusal(`Unknown login ${name}.`);
  const { [name]: _removed, ...rest } = profiles;
  const [next] = Object.keys(rest);
  const after = current === name ? next : current;
  writeSettings(io, { ...(after !== undefined && { current: after }), profiles: rest });
  print(io, `Removed the login ${name}.${after === undefined ? '' : ` Now using ${after}.`}`);
  return exitCodes.done;
}

async function whoami({ values }: ParsedArguments, io: Io): Promise<number> {
  const { url, token } = resolveLogin(io, values);
  const { email } = await createClient({ url, token }).whoami({ signal: io.signal });
  print(io, values.has('json') ? JSON.stringify({ email, url }, null, 2) : `${email} at ${url}`);
  return exitCodes.done;
}
