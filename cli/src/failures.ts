import { ApiError } from '@daybook/client';
import { printNote, applyStyle, type Io } from './io.ts';

/** How a command ends. Scripts rely on these numbers: docs/guide/cli.md lists them. */
export const exitCodes = {
  done: 0,
  refused: 1,
  usage: 2,
  notAllowed: 3,
  notFound: 4,
  conflict: 5,
  notNow: 6,
  interrupted: 130,
} as const;

/** The command was not understood; nothing was sent. */
export class UsageError extends Error {}

/** The command was understood and can't be done, for a reason that is one sentence. */
export class Refusal extends Error {}

/** Every wrong field, by the flag that sets it. */
export class WrongFields extends UsageError {
  readonly fields: Fields;

  constructor(fields: Fields) {
    super('Invalid values:');
    this.fields = fields;
  }
}

/** Says what went wrong, and returns the exit code. `flagOf` names the flag of a field. */
export function reportFailure(
  error: unknown,
  io: Io,
  flagOf: (field: string) => string,
  help: string,
): number {
  const say = (text: string) => printNote(io, applyStyle(io, io.err, 'red', text));
  if (io.signal.aborted) return exitCodes.interrupted;
  if (error instanceof WrongFields) {
    say(error.message);
    sayFields(error.fields, io, (flag) => flag);
    printNote(io, `\nSee ${help}.`);
    return exitCodes.usage;
  }
  if (error instanceof UsageError) {
    say(error.message);
    return exitCodes.usage;
  }
  if (error instanceof ApiError) {
    say(error.message);
    sayFields(error.fields, io, flagOf);
    for (const line of advice(error)) printNote(io, line);
    return codeOf(error.status);
  }
  if (isUnreachable(error)) {
    say(`The server can’t be reached: ${reasonOf(error)}.`);
    printNote(io, 'Check DAYBOOK_URL, --server or the login.');
    return exitCodes.notNow;
  }
  if (error instanceof Refusal) {
    say(error.message);
    return exitCodes.refused;
  }
  // An answer that is no JSON, such as the page of another program.
  if (error instanceof SyntaxError) {
    say('The server at this address isn’t Daybook; check DAYBOOK_URL, --server or the login.');
    return exitCodes.refused;
  }
  // Nobody outside can fix it, so it shows where it is.
  say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return exitCodes.refused;
}

type Fields = Readonly<Record<string, readonly string[]>>;

function sayFields(fields: Fields, io: Io, flagOf: (field: string) => string): void {
  const lines = Object.entries(fields).map(
    ([field, sentences]) => [flagOf(field), sentences.join(' ')] as const,
  );
  const width = Math.max(0, ...lines.map(([flag]) => flag.length));
  for (const [flag, text] of lines) printNote(io, `  ${flag.padEnd(width)}  ${text}`);
}

function* advice({ status, errorId, missingScopes, retryAfterSeconds }: ApiError): Generator<string> {
  if (status === 401) yield 'Sign in with daybook login, or set DAYBOOK_TOKEN.';
  if (missingScopes.length > 0) yield `The token needs one of these scopes: ${missingScopes.join(', ')}.`;
  if (retryAfterSeconds !== undefined) yield `Try again in ${retryAfterSeconds} seconds.`;
  if (errorId !== undefined && status >= 500) yield `See ${errorId} in the server log for details.`;
}

function codeOf(status: number): number {
  if (status === 401 || status === 403) return exitCodes.notAllowed;
  if (status === 404) return exitCodes.notFound;
  if (status === 409) return exitCodes.conflict;
  // A proxy in between says 502 or 504 when nothing answers it.
  return [429, 502, 503, 504].includes(status) ? exitCodes.notNow : exitCodes.refused;
}

/** `fetch` throws a TypeError with a cause for whatever the network does, and a TimeoutError by the client's limit. */
export function isUnreachable(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return error.name === 'TimeoutError' || (error instanceof TypeError && error.cause !== undefined);
}

function reasonOf(error: Error): string {
  const cause = (error.cause ?? error) as Cause;
  // A name with several addresses fails with an error for each.
  const { code = '', message, address, port } = cause.errors?.[0] ?? cause;
  const where = address === undefined ? 'its address' : `${address}:${port}`;
  if (code === 'ECONNREFUSED') return `nothing listens at ${where}`;
  return reasons[code] ?? (message || code || error.message);
}

interface Cause {
  readonly code?: string;
  readonly message: string;
  readonly address?: string;
  readonly port?: number;
  readonly errors?: readonly Cause[];
}

const reasons: Readonly<Record<string, string>> = {
  ECONNRESET: 'the connection was closed',
  ENOTFOUND: 'unknown host name',
  EAI_AGAIN: 'the host name can’t be resolved at the moment',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it doesn’t use https; try http',
};
