import type { ParsedArguments } from './arguments.ts';
import type { Command } from './command.ts';
import { exitCodes, UsageError } from './failures.ts';
import { print, type Io } from './io.ts';

/** The shells ask the program itself, so what they offer is never out of date. */
const scripts: Readonly<Record<string, string>> = {
  bash: `_daybook() {
  local IFS=$'\\n'
  COMPREPLY=($(daybook __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _daybook daybook`,
  zsh: `#compdef daybook
_daybook() {
  local -a found
  found=("\${(@f)$(daybook __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -a found; else _files; fi
}
compdef _daybook daybook`,
  fish: `complete -c daybook -f -a '(daybook __complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'`,
};

export const completionCommand: Command = {
  name: 'completion',
  group: 'Start',
  does: 'Print a shell completion script',
  args: ['<bash|zsh|fish>'],
  flags: () => [],
  examples: () => [
    'daybook completion bash > ~/.local/share/bash-completion/completions/daybook',
    'daybook completion zsh > "${fpath[1]}/_daybook"',
    'daybook completion fish > ~/.config/fish/completions/daybook.fish',
  ],
  async run({ args: [shell = ''] }: ParsedArguments, io: Io): Promise<number> {
    const script = scripts[shell];
    if (script === undefined) throw new UsageError(`Must be ${Object.keys(scripts).join(' or ')}.`);
    print(io, script);
    return exitCodes.done;
  },
};

/** What may stand where the last word is. */
export function completeCommand(words: readonly string[], commands: readonly Command[]): string[] {
  const last = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => before[index] === word));
  const offered = command ? flagsAndChoices(command, before, last) : nextWords(before, commands);
  return [...new Set(offered)].filter((word) => word.startsWith(last)).sort();
}

function nextWords(before: readonly string[], commands: readonly Command[]): string[] {
  return commands
    .map(({ name }) => name.split(' '))
    .filter((words) => words.length > before.length && before.every((word, index) => words[index] === word))
    .map((words) => words[before.length] ?? '');
}

function flagsAndChoices(command: Command, before: readonly string[], last: string): string[] {
  const flags = command.flags();
  const open = flags.find(({ name, value }) => value !== undefined && before.at(-1) === `--${name}`);
  if (open) return [...(open.choices ?? [])];
  return last.startsWith('-') ? [...flags.map(({ name }) => `--${name}`), '--help'] : [];
}
