import { spawn } from 'node:child_process';
import type { ParsedArguments } from './arguments.ts';
import { serverFlags, type Command } from './command.ts';
import { exitCodes, UsageError } from './failures.ts';
import { print, type Io } from './io.ts';
import { resolveLogin } from './settings.ts';

const places: Readonly<Record<string, string>> = {
  dashboard: '/app',
  docs: '/docs',
  developers: '/app/developers',
};

export const openCommand: Command = {
  name: 'open',
  group: 'Start',
  does: 'Open the dashboard or the docs in the browser',
  more: `Prints the URL, and opens it when run in a terminal. Places: ${Object.keys(places).join(', ')}.`,
  args: ['[place]'],
  flags: () => serverFlags,
  examples: () => ['daybook open', 'daybook open docs'],
  run: open,
};

async function open(
  { args: [place = 'dashboard', extra], values }: ParsedArguments,
  io: Io,
): Promise<number> {
  const path = places[place];
  if (path === undefined || extra !== undefined)
    throw new UsageError(`Must be one of: ${Object.keys(places).join(', ')}.`);
  const url = `${resolveLogin(io, values).url}${path}`;
  print(io, url);
  if (io.out.isTerminal) launch(url);
  return exitCodes.done;
}

/** Where there is no browser, the address has been printed. */
function launch(url: string): void {
  const program = { darwin: 'open', win32: 'explorer' }[process.platform as string] ?? 'xdg-open';
  const child = spawn(program, [url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
