import { suggestWord, parseArguments, type Flag, type Values } from './arguments.ts';
import type { Command } from './command.ts';
import { completeCommand, completionCommand } from './completion.ts';
import { exitCodes, reportFailure, UsageError, WrongFields } from './failures.ts';
import { renderCommandHelp, renderNounHelp, renderOverview } from './help.ts';
import { print, type Io } from './io.ts';
import { listenCommand } from './listen.ts';
import { loginCommands } from './login.ts';
import { nouns, buildOperationCommands } from './operations.ts';
import { openCommand } from './open.ts';
import { version } from './operator-commands.gen.ts';
import { serverCommands } from './operator.ts';
import { triggerCommand } from './trigger.ts';

export const handWrittenCommands: readonly Command[] = [
  ...loginCommands,
  openCommand,
  completionCommand,
  listenCommand,
  triggerCommand,
  ...serverCommands,
];

/** The whole program. Returns the exit code. */
export async function runProgram(
  words: readonly string[],
  io: Io,
  fromContract = buildOperationCommands(),
): Promise<number> {
  const taken = new Set(handWrittenCommands.map(({ name }) => name));
  const commands = [...handWrittenCommands, ...fromContract.filter(({ name }) => !taken.has(name))];
  if (words[0] === '__complete') {
    print(io, completeCommand(words.slice(1), commands).join('\n'));
    return exitCodes.done;
  }
  if (words[0] === '--version') {
    print(io, version);
    return exitCodes.done;
  }
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => words[index] === word));
  const help = `daybook ${command ? `${command.name} ` : ''}--help`;
  try {
    return command ? await runCommand(command, words, io) : showHelp(words, commands, io);
  } catch (error) {
    return reportFailure(error, io, command?.flagOf ?? ((field) => field), help);
  }
}

const helpFlag: Flag = { name: 'help' };

async function runCommand(command: Command, words: readonly string[], io: Io): Promise<number> {
  const rest = words.slice(command.name.split(' ').length);
  // The server's own programs read their arguments themselves.
  if (serverCommands.includes(command)) return command.run({ args: rest, values: new Map() }, io);
  if (rest.includes('--help') || rest.includes('-h')) {
    print(io, renderCommandHelp(command, io));
    return exitCodes.done;
  }
  const given = parseArguments(rest, [...command.flags(), helpFlag]);
  if (handWrittenCommands.includes(command)) requireChoices(command.flags(), given.values);
  return command.run(given, io);
}

/** The contract does this for operations. */
function requireChoices(flags: readonly Flag[], values: Values): void {
  const wrong = flags.filter(
    ({ name, choices }) => choices && values.get(name)?.some((value) => !choices.includes(value)),
  );
  if (wrong.length > 0)
    throw new WrongFields(
      Object.fromEntries(
        wrong.map(({ name, choices }) => [`--${name}`, [`Must be one of: ${choices?.join(', ')}.`]]),
      ),
    );
}

function showHelp(words: readonly string[], commands: readonly Command[], io: Io): number {
  const [noun, verb] = words.filter((word) => !word.startsWith('-') && word !== 'help');
  const wantsHelp = words.some((word) => ['--help', '-h', 'help'].includes(word));
  if (noun === undefined) {
    if (words.length > 0 && !wantsHelp) throw new UsageError(`Unknown flag ${words[0]} before the command.`);
    print(io, renderOverview(handWrittenCommands, usedNouns(commands), io));
    return wantsHelp ? exitCodes.done : exitCodes.usage;
  }
  const ofNoun = commands.filter(({ name }) => name.startsWith(`${noun} `));
  if (ofNoun.length === 0) {
    const known = new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''));
    throw new UsageError(
      `Unknown command ${noun}.${suggestWord(noun, [...known])} Run daybook --help for a list.`,
    );
  }
  if (verb !== undefined) {
    const verbs = ofNoun.map(({ name }) => name.slice(noun.length + 1));
    throw new UsageError(
      `Unknown command ${noun} ${verb}.${suggestWord(verb, verbs, `${noun} `)} Run daybook ${noun} for a list.`,
    );
  }
  print(io, renderNounHelp(noun, nouns.get(noun) ?? '', inOrder(ofNoun), io));
  return wantsHelp ? exitCodes.done : exitCodes.usage;
}

/** A group of the reference whose operations all have names of their own, such as `whoami`, is no noun. */
function usedNouns(commands: readonly Command[]): Map<string, string> {
  const used = new Set(commands.map(({ name }) => name.split(' ')[0]));
  return new Map([...nouns].filter(([noun]) => used.has(noun)));
}

const usual = ['list', 'get', 'create', 'update', 'delete'];

/** What is used most comes first, the rest by its name. */
function inOrder(commands: readonly Command[]): Command[] {
  const rank = ({ name }: Command): number => usual.indexOf(name.split(' ')[1] ?? '') + 1 || usual.length + 1;
  return commands.toSorted((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
}
