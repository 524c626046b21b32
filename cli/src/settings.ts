import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { createClient, type Client, type ClientOptions } from '@daybook/client';
import type { Values } from './arguments.ts';
import { Refusal, UsageError } from './failures.ts';
import type { Io } from './io.ts';

/** Where Daybook is and who calls: the environment, or a login that is stored for its owner alone. */

export interface Login {
  readonly url: string;
  readonly token: string;
}

interface Settings {
  /** The profile that is used unless another is named. */
  readonly current?: string;
  readonly profiles: Readonly<Record<string, Login>>;
}

export const defaultUrl = 'http://localhost:4000';

export function getSettingsPath({ env }: Io): string {
  const folder = env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config');
  return join(folder, 'daybook', 'config.json');
}

export function readSettings(io: Io): Settings {
  const path = getSettingsPath(io);
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Settings;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { profiles: {} };
    throw new Refusal(`${path} can’t be read; fix it, or delete it and log in again.`, {
      cause: error,
    });
  }
}

/** Readable by its owner only, since it holds tokens. */
export function writeSettings(io: Io, settings: Settings): void {
  const path = getSettingsPath(io);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 });
  chmodSync(temporary, 0o600);
  renameSync(temporary, path);
}

export function getProfileName(io: Io, values: Values): string {
  return values.get('profile')?.[0] ?? io.env['DAYBOOK_PROFILE'] ?? readSettings(io).current ?? 'default';
}

/** `--server`, then DAYBOOK_URL, then the login. A stored token is sent to the server for which it was stored, and no other. */
export function resolveLogin(
  io: Io,
  values: Values,
): { readonly url: string; readonly token: string | undefined } {
  const named = values.get('profile')?.[0];
  const name = getProfileName(io, values);
  const stored = readSettings(io).profiles[name];
  if (named !== undefined && !stored) {
    throw new Refusal(`Unknown login ${named}; create it with daybook login --profile ${named}.`);
  }
  const given = values.get('server')?.[0] ?? (named === undefined ? getUrlFromEnvironment(io) : undefined);
  const url = parseOrigin(given ?? stored?.url ?? defaultUrl);
  const own = stored && originOf(stored.url) === url ? stored.token : undefined;
  return { url, token: named === undefined ? io.env['DAYBOOK_TOKEN'] || own : own };
}

export interface Connection {
  readonly url: string;
  readonly api: Client;
}

export function connectToServer(
  io: Io,
  values: Values,
  options: Pick<ClientOptions, 'retries'> = {},
): Connection {
  const { url, token } = resolveLogin(io, values);
  return { url, api: createClient({ ...options, url, token }) };
}

/** An empty variable is how shells and compose files spell "not set". */
export const getUrlFromEnvironment = ({ env }: Io): string | undefined => env['DAYBOOK_URL'] || undefined;

/** The origin of what was given, which may be the address of the API; refuses what `fetch` could not call. */
export function parseOrigin(url: string): string {
  if (!/^https?:\/\/[^\s/]+/.test(url))
    throw new UsageError(`${url} isn’t a URL such as https://daybook.example.`);
  return originOf(url);
}

function originOf(url: string): string {
  return url.replace(/\/+$/, '').replace(/\/v2$/, '');
}
