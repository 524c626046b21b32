import { runProgram } from './program.ts';
import type { Command } from './command.ts';

/** The program in this process, with streams that a test reads. */

export interface Screen {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Terminal {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Columns of a terminal; without it, input and outputs are files. */
  readonly columns?: number;
  /** What is typed at each question, or what standard input holds. */
  readonly typed?: readonly string[];
  readonly signal?: AbortSignal;
  readonly commands?: Command[];
}

export async function runInTerminal(words: readonly string[], terminal: Terminal = {}): Promise<Screen> {
  const { env = {}, columns, typed = [], signal = new AbortController().signal, commands } = terminal;
  const written = { out: '', err: '' };
  const outputOf = (name: 'out' | 'err') => ({
    write: (text: string | Uint8Array) =>
      void (written[name] += typeof text === 'string' ? text : Buffer.from(text).toString()),
    isTerminal: columns !== undefined,
    columns: columns ?? Infinity,
  });
  const left = [...typed];
  const input = {
    isTerminal: columns !== undefined,
    read: () => Promise.resolve(left.join('\n')),
    ask(question: string) {
      written.err += question;
      return Promise.resolve(left.shift() ?? '');
    },
  };
  const io = { env: { NO_COLOR: '1', ...env }, out: outputOf('out'), err: outputOf('err'), input, signal };
  const code = await runProgram(words, io, ...(commands ? [commands] : []));
  return { code, ...written };
}
