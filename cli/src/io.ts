/** What a command may touch: its environment, its three streams, and the signal that ends it. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: Output;
  readonly err: Output;
  readonly input: Input;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

export interface Output {
  readonly write: (text: string | Uint8Array) => void;
  readonly isTerminal: boolean;
  /** Of the terminal; Infinity elsewhere. */
  readonly columns: number;
}

export interface Input {
  readonly isTerminal: boolean;
  /** Everything up to its end. */
  readonly read: () => Promise<string>;
  /** One line that somebody types; a secret is not shown. */
  readonly ask: (question: string, options?: { readonly isSecret?: boolean }) => Promise<string>;
}

export function print({ out }: Io, text: string): void {
  out.write(`${text}\n`);
}

/** What is not part of the answer: notes, progress and errors. */
export function printNote({ err }: Io, text: string): void {
  err.write(`${text}\n`);
}

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow';
const codes: Record<Style, number> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 };

/** Colours where a person looks, unless they said no (https://no-color.org). */
export function applyStyle({ env }: Io, { isTerminal }: Output, style: Style, text: string): string {
  if (!isTerminal || env['NO_COLOR'] || env['TERM'] === 'dumb') return text;
  return `\u001B[${codes[style]}m${text}\u001B[0m`;
}
