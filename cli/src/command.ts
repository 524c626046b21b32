import type { Flag, ParsedArguments } from './arguments.ts';
import type { Io } from './io.ts';

/** Something that the program can do. Those for operations of the API are made from the contract. */
export interface Command {
  /** As it is typed: `events list`. */
  readonly name: string;
  /** Under which heading the help lists it. */
  readonly group: string;
  /** One sentence, without its full stop. */
  readonly does: string;
  readonly more?: string | undefined;
  /** What is typed after the name; one in square brackets may be left out. */
  readonly args: readonly string[];
  /** Without those that every command has. */
  readonly flags: () => readonly Flag[];
  readonly examples: () => readonly string[];
  /** The flag or argument that sets a field of the request. */
  readonly flagOf?: (field: string) => string;
  /** Returns the exit code. */
  readonly run: (given: ParsedArguments, io: Io) => Promise<number>;
}

/** Flags of every command that calls a server. */
export const serverFlags: readonly Flag[] = [
  { name: 'profile', value: 'NAME', meaning: 'Login to use, stored with daybook login' },
  { name: 'server', value: 'URL', meaning: 'Where Daybook is, instead of DAYBOOK_URL' },
];

export const jsonFlag: Flag = { name: 'json', meaning: 'Print JSON for other programs' };
