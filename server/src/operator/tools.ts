import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { email, uuid } from '@daybook/contract/fields';
import { formatIssue } from '@daybook/contract/messages';
import type { z } from 'zod';
import type { Config } from '../platform/config.ts';
import type { Runtime } from '../platform/context.ts';
import { closePools, type Connection } from '../platform/db/connect.ts';
import { inspectDatabase } from '../platform/db/migrate.ts';
import { attachEmbedded } from '../platform/embedded/attach.ts';
import { StartError } from '../platform/start-error.ts';
import { openRuntime } from '../runtime.ts';

/** What the operator's commands are made of. */

/** Said on standard error, with exit code 2: the command was not understood, and nothing was done. */
export class UsageError extends Error {}

export type Values = Record<string, string | undefined>;

export interface Command {
  /** As it is written, such as `workspace create`; a part in angle brackets is an argument. */
  readonly name: string;
  readonly does: string;
  /** Each option with the word that stands for its value in the help, and what it means. */
  readonly options: Record<string, readonly [value: string, meaning: string]>;
  /** Options without a value; `true` in the values where one is given. */
  readonly flags?: Record<string, string>;
  /** What follows the name, such as PATH, or FILE... where several may, in brackets where none need. */
  readonly arguments?: string;
  /** Returns the exit code. */
  readonly run: (config: Config, values: Values, args: readonly string[]) => Promise<number>;
}

export const workspaceOption = [
  'UUID|EMAIL',
  'Workspace, by its id or an owner’s email address; required if several match',
] as const;

export function parseWorkspace(
  text: string | undefined,
): { id: string } | { email: string; ownersOnly: true } | undefined {
  if (text === undefined) return undefined;
  if (uuid.safeParse(text).success) return { id: text };
  if (email.safeParse(text).success) return { email: text, ownersOnly: true };
  throw new UsageError('--workspace: Must be a UUID or an owner’s email address.');
}

/** Checks options by the contract's own fields, so that a command refuses what the API would. */
export function checkOptions<S extends z.ZodType>(schema: S, values: unknown): z.output<S> {
  const parsed = schema.safeParse(values, { error: formatIssue });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const message =
    issue?.message === 'This field is required.' ? 'This option is required; try --help.' : issue?.message;
  throw new UsageError(`--${String(issue?.path[0])}: ${message}`);
}

export async function runOnDatabase<T>(
  config: Config,
  work: (connection: Connection) => Promise<T>,
  how: { readonly create?: boolean } = {},
): Promise<T> {
  if (config.databaseUrl) return work(config.databaseUrl);
  const attached = await attachEmbedded(config.dataDir, how);
  try {
    return await work(attached.connection);
  } finally {
    await attached.detach();
  }
}

/** What a use case needs. It does not migrate: a server of another version may be running on this database. */
export function withRuntime<T>(
  config: Config,
  work: (runtime: Runtime, connection: Connection) => Promise<T>,
): Promise<T> {
  return runOnDatabase(config, async (connection) => {
    const { pending, restrictRole } = await inspectDatabase(connection);
    if (pending.length > 0)
      throw new StartError('The database schema is out of date; start the server once to update it.');
    const runtime = await openRuntime({ ...config, databasePool: 2 }, connection, restrictRole);
    try {
      return await work(runtime, connection);
    } finally {
      await closePools(Object.values(runtime.pools));
    }
  });
}

/** Columns side by side, with numbers to the right. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  const isNumber = widths.map((_, index) =>
    rows.slice(1).every((row) => /^[\d.]+%?$|^-$/.test(row[index] ?? '')),
  );
  return rows
    .map((row) =>
      row
        .map((text, index) =>
          isNumber[index] ? text.padStart(widths[index] ?? 0) : text.padEnd(widths[index] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const progressEveryMs = 100;
const barWidth = 30;

export interface ProgressLine {
  /** How many are done, and of how many if that is known: then as a bar. */
  show(what: string, count: number, total?: number): void;
  /** Something to know while it lasts, in place of the line. */
  note(sentence: string): void;
  end(): void;
}

/** One line on a terminal that says how far long work is; nothing elsewhere. */
export function createProgressLine(): ProgressLine {
  const { stderr } = process;
  if (!stderr.isTTY) return { show() {}, note() {}, end() {} };
  let shownAt = 0;
  const write = (text: string): void => void stderr.write(`\r\u001B[K${text}`);
  return {
    show(what, count, total) {
      if (Date.now() - shownAt < progressEveryMs) return;
      shownAt = Date.now();
      write(total ? `${formatBar(count / total)}  ${what}  ${count} of ${total}` : `${what}  ${count}`);
    },
    note: write,
    end: () => write(''),
  };
}

export function formatBar(share: number): string {
  const done = Math.round(Math.min(share, 1) * barWidth);
  const percent = `${Math.floor(Math.min(share, 1) * 100)}%`.padStart(4);
  return `[${'#'.repeat(done)}${'.'.repeat(barWidth - done)}] ${percent}`;
}

/** Asks for a secret on a terminal, without showing it. */
export async function readSecret(prompt: string, orElse: string): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) throw new UsageError(orElse);
  stderr.write(prompt);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: silent, terminal: true });
  try {
    const secret = (await lines.question('')).trim();
    if (secret === '') throw new UsageError(orElse);
    return secret;
  } finally {
    lines.close();
    stderr.write('\n');
  }
}
