import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../platform/start-error.ts';

/** An API of another product. */
export interface Api {
  /** The product, as it calls itself. */
  readonly name: string;
  /** Without a slash at the end. */
  readonly base: string;
  readonly token: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly wait: (ms: number) => Promise<void>;
  /** Says that it waits, and why. */
  readonly onWait: (sentence: string) => void;
}

export interface ApiQuestion {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Undefined instead of an error where the token may not read it, or it does not exist. */
  readonly isOptional?: boolean;
  /** `detail`: stays when lists are read anew, since `version` tells whether it is still right. */
  readonly kind?: 'list' | 'detail';
  readonly version?: string;
}

/** Answers of an API, kept in a folder: what was asked before is not asked again, so that a killed import goes on where it was. */
export interface ApiAnswers {
  get(question: ApiQuestion): Promise<unknown>;
  /** Past the folder. */
  getNow(question: ApiQuestion): Promise<unknown>;
  forget(question: ApiQuestion): void;
}

export function openAnswers(api: Api, folder: string): ApiAnswers {
  const fileOf = ({ kind = 'list', path, version = '' }: ApiQuestion): string => {
    const name = createHash('sha256').update(`${api.base} ${path} ${version}`).digest('hex').slice(0, 40);
    return join(folder, `${kind}s`, `${name}.json`);
  };
  // They hold addresses of customers, and are only for the person who imports them.
  for (const kind of ['lists', 'details']) mkdirSync(join(folder, kind), { recursive: true, mode: 0o700 });
  return {
    async get(question) {
      const file = fileOf(question);
      const kept = readKept(file);
      if (kept) return kept.answer;
      const answer = await ask(api, question);
      writeWhole(file, JSON.stringify({ path: question.path, answer }));
      return answer;
    },
    getNow: (question) => ask(api, question),
    forget: (question) => rmSync(fileOf(question), { force: true }),
  };
}

/** Lists are read anew next time; details that did not change are kept. */
export const deleteLists = (folder: string): void =>
  rmSync(join(folder, 'lists'), { recursive: true, force: true });

/** A file is whole or not there, since it gets its name last. One that a full disk has cut is asked for again. */
function readKept(file: string): { answer?: unknown } | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { answer?: unknown };
  } catch {
    return undefined;
  }
}

function writeWhole(file: string, text: string): void {
  writeFileSync(`${file}.part`, text, { mode: 0o600 });
  renameSync(`${file}.part`, file);
}

const maxAttempts = 8;
/** Being told to wait is no failure, but not for ever. */
const maxWaits = 60;
const maxWaitMs = 300_000;
const timeoutMs = 60_000;

/** Retries what may work later. */
async function ask(api: Api, question: ApiQuestion): Promise<unknown> {
  let [failures, waits] = [0, 0];
  for (;;) {
    const outcome = await askOnce(api, question);
    if ('answer' in outcome) return outcome.answer;
    if (outcome.isLimit) waits += 1;
    else failures += 1;
    if (failures >= maxAttempts || waits >= maxWaits)
      throw new StartError(
        `${api.name} can’t be read: ${outcome.why} Run the same command again later; it continues where it stopped.`,
      );
    const ms = Math.min(outcome.waitMs ?? 1000 * 2 ** Math.max(failures - 1, 0), maxWaitMs);
    api.onWait(`${outcome.why} Retrying in ${Math.ceil(ms / 1000)} s.`);
    await api.wait(ms);
  }
}

type Outcome =
  | { readonly answer: unknown }
  | { readonly why: string; readonly isLimit: boolean; readonly waitMs?: number | undefined };

async function askOnce(api: Api, { path, headers, isOptional }: ApiQuestion): Promise<Outcome> {
  let response: Response;
  let body: string;
  try {
    response = await api.fetch(`${api.base}${path}`, {
      headers: { ...headers, accept: 'application/json', authorization: `Bearer ${api.token}` },
      signal: AbortSignal.timeout(timeoutMs),
      // Another host must not get the token.
      redirect: 'error',
    });
    body = await response.text();
  } catch (error) {
    return { why: `${api.name} didn’t respond (${reasonOf(error)}).`, isLimit: false };
  }
  const { status } = response;
  if (status === 429)
    return { why: `${api.name} limits requests.`, isLimit: true, waitMs: waitIn(response.headers) };
  if (status === 408 || status >= 500)
    return { why: `${api.name} answered ${status}.`, isLimit: false, waitMs: waitIn(response.headers) };
  if (isOptional && [400, 403, 404].includes(status)) return { answer: undefined };
  if (status === 401) throw new StartError(`${api.name} rejected the token; create a new one.`);
  if (!response.ok)
    throw new StartError(`${api.name} answered ${status} to ${withoutQuery(path)}: ${body.slice(0, 200)}`);
  try {
    return { answer: JSON.parse(body) as unknown };
  } catch {
    return { why: `A response from ${api.name} was incomplete.`, isLimit: false };
  }
}

const withoutQuery = (path: string): string => path.replace(/\?.*/, '');

function reasonOf(error: unknown): string {
  const { cause, name, message } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? (name === 'TimeoutError' ? 'time-out' : message);
}

/**
 * `Retry-After` in seconds or as a date; else when a limit resets: in seconds, or as a time in seconds since 1970. Times are by the
 * clock of the server that answered.
 */
function waitIn(headers: Headers): number | undefined {
  const now = Date.parse(headers.get('date') ?? '');
  const after = headers.get('retry-after') ?? '';
  const reset = Number(
    [...headers].find(([name]) => name.startsWith('x-ratelimit-reset'))?.[1] ?? Number.NaN,
  );
  const ms = [
    after !== '' && Number.isFinite(Number(after)) ? Number(after) * 1000 : Number.NaN,
    Date.parse(after) - now,
    reset > 1e9 ? reset * 1000 - now : reset * 1000,
  ].find((each) => Number.isFinite(each));
  return ms === undefined ? undefined : Math.max(ms, 0);
}
