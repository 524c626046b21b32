import type { Flag } from './arguments.ts';
import { pad, getWidth, wrap } from './cells.ts';
import type { Command } from './command.ts';
import { applyStyle, type Io } from './io.ts';

/** The help of the program, of a noun, and of a command. */

type Pair = readonly [left: string, right: string];

export function renderOverview(
  byHand: readonly Command[],
  nouns: ReadonlyMap<string, string>,
  io: Io,
): string {
  const groups = groupsOf(byHand);
  const sections = [...groups].map(([title, commands]) =>
    section(
      title,
      commands.map(({ name, does }): Pair => [name, does]),
      io,
    ),
  );
  const [start = '', ...others] = sections;
  return [
    'Usage: daybook <noun> <verb> [arguments] [flags]',
    start,
    section('Your workspace', [...nouns], io),
    ...others,
    'Run daybook <noun> for its verbs, and daybook <noun> <verb> --help for the flags of a command.\nDAYBOOK_URL and DAYBOOK_TOKEN override the stored login. daybook --version prints the version.',
  ].join('\n\n');
}

function groupsOf(commands: readonly Command[]): Map<string, Command[]> {
  const groups = new Map<string, Command[]>();
  for (const command of commands) groups.set(command.group, [...(groups.get(command.group) ?? []), command]);
  return groups;
}

export function renderNounHelp(noun: string, meaning: string, commands: readonly Command[], io: Io): string {
  const pairs = commands.map(({ name, args, does }): Pair => [
    [name, ...args].join(' ').slice(noun.length + 1),
    does,
  ]);
  return [
    `Usage: daybook ${noun} <verb> [arguments] [flags]`,
    ...(meaning ? [meaning] : []),
    section('Verbs', pairs, io),
  ].join('\n\n');
}

export function renderCommandHelp(command: Command, io: Io): string {
  const flags = command.flags();
  const required = flags.filter(({ isRequired }) => isRequired);
  const line = [
    'daybook',
    command.name,
    ...command.args,
    ...required.map((flag) => labelOf(flag)),
    ...(flags.length > required.length ? ['[flags]'] : []),
  ];
  const text = [`${command.does}.`, command.more ?? ''].join(' ').trim();
  return [
    `Usage: ${line.join(' ')}`,
    wrap(text, widthFor(io)).join('\n'),
    ...(flags.length > 0 ? [section('Flags', flags.map(pairOf), io)] : []),
    `${applyStyle(io, io.out, 'bold', 'Examples')}\n${command
      .examples()
      .map((example) => `  ${example}`)
      .join('\n')}`,
  ].join('\n\n');
}

function pairOf(flag: Flag): Pair {
  const notes = [flag.isRequired ? 'Required' : '', flag.isList ? 'Can be repeated' : ''].filter(Boolean);
  return [labelOf(flag), [flag.meaning?.replace(/\.$/, ''), ...notes].filter(Boolean).join('. ')];
}

/** A long list of choices would push everything aside; completion and errors name them all. */
function labelOf({ name, value }: Flag): string {
  return value === undefined ? `--${name}` : `--${name} ${value.length > 40 ? 'CHOICE' : value}`;
}

const longestWidth = 100;
const widthFor = ({ out }: Io): number => Math.min(out.columns, longestWidth);

function section(title: string, pairs: readonly Pair[], io: Io): string {
  const left = Math.min(36, Math.max(...pairs.map(([text]) => getWidth(text))));
  const room = Math.max(24, widthFor(io) - left - 4);
  const lines = pairs.flatMap(([name, meaning]) => {
    const [first = '', ...rest] = wrap(meaning, room);
    const indent = ' '.repeat(left + 4);
    const head =
      getWidth(name) > left ? [`  ${name}`, `${indent}${first}`] : [`  ${pad(name, left)}  ${first}`];
    return [...head, ...rest.map((line) => indent + line)];
  });
  return [applyStyle(io, io.out, 'bold', title), ...lines.map((line) => line.trimEnd())].join('\n');
}
