import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Command } from './command.ts';
import { Refusal } from './failures.ts';
import { operatorCommands } from './operator-commands.gen.ts';

/**
 * Commands for the people who run the server. They work on its database and not through the API, so the server's own program has
 * them, and the help for each; this one finds it.
 */

/** Where the server's programs are beside this one: in a checkout, built when they must be; in a release, as they are. */
const places = {
  operator: ['../../tools/daybook.mjs', '../../server/dist/operator.mjs'],
  server: ['../../tools/start.mjs', '../../server/dist/main.mjs'],
};

export const serverCommands: readonly Command[] = [
  ...Object.entries(operatorCommands).map(([name, does]) => commandOf(name, does, places.operator)),
  commandOf(
    'serve',
    'Start the server, as npm start does, with an empty workspace instead of the demo company',
    places.server,
  ),
];

function commandOf(name: string, does: string, candidates: readonly string[]): Command {
  return {
    name,
    group: 'Run a server',
    does,
    args: [],
    flags: () => [],
    examples: () => [`daybook ${name} --help`],
    run: () => become(name, candidates),
  };
}

/** Runs it in this process, with the arguments as they are. Its exit code is ours. */
async function become(name: string, candidates: readonly string[]): Promise<number> {
  const program = candidates
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path));
  if (!program) {
    throw new Refusal(`Run daybook ${name} on the server, in the folder where Daybook is installed.`);
  }
  if (name === 'serve') process.env['SEED'] ??= 'empty';
  // It stops in its own way.
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal);
  await import(pathToFileURL(program).href);
  return Number(process.exitCode ?? 0);
}
