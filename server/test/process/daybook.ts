import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Connection } from '../../src/platform/db/connect.ts';
import { getProcessIdentity } from '../../src/platform/embedded/processes.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A program of this repository in a process of its own, as `npm start` and `npm run daybook` run it. */
export interface Program {
  readonly child: ChildProcess;
  /** All it has printed so far. */
  output(): string;
  /** Its exit code; null after a signal that it did not handle. */
  readonly exit: Promise<number | null>;
}

export interface Server extends Program {
  readonly url: string;
  /** Makes a request; the answer's body is text. */
  call(path: string, init?: RequestInit): Promise<{ status: number; body: string }>;
}

export type Variables = Record<string, string>;

interface LaunchOptions {
  readonly args?: readonly string[];
  /** The user to run as, when started by root. */
  readonly uid?: number;
  /** A command that runs the program, such as `unshare --mount`. */
  readonly wrapper?: readonly string[];
}

const running = new Set<Program>();

type Tool = 'start' | 'daybook' | 'npm start';

/** Of the environment it gets PATH only. */
export function launchProgram(
  tool: Tool,
  variables: Variables,
  { args = [], uid, wrapper = [] }: LaunchOptions = {},
): Program {
  const npm = tool === 'npm start';
  const script = [join(root, 'tools', `${tool}.mjs`), ...args];
  const [program = '', ...rest] = [...wrapper, ...(npm ? ['npm', 'start'] : [process.execPath, ...script])];
  const child = spawn(program, rest, {
    cwd: root,
    env: { PATH: process.env['PATH'], PORT: '0', RATE_LIMIT: 'off', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const exit = new Promise<number | null>((resolve) => {
    child.on('close', (code) => {
      running.delete(launched);
      resolve(code);
    });
  });
  const launched: Program = { child, output: () => text, exit };
  running.add(launched);
  return launched;
}

/** Starts a server and waits until it says that it is ready. */
export async function startServer(variables: Variables, how: LaunchOptions = {}): Promise<Server> {
  return waitUntilReady(launchProgram('start', variables, how));
}

/** Long, since a busy machine may have to build first. */
const readyLimitMs = 180_000;

export async function waitUntilReady(program: Program): Promise<Server> {
  const url = await pollUntil(
    () => /ready at (\S+)/.exec(program.output())?.[1] ?? (program.child.exitCode === null ? undefined : ''),
    readyLimitMs,
  );
  if (!url) throw new Error(`The server did not start: ${program.output()}`);
  return { ...program, url, call: (path, init) => call(url, path, init) };
}

async function call(
  url: string,
  path: string,
  init: RequestInit = {},
): Promise<{ status: number; body: string }> {
  const response = await fetch(`${url}${path}`, init);
  return { status: response.status, body: await response.text() };
}

/** Runs a program to its end; returns its output and exit code. */
export async function runProgram(
  tool: Tool,
  variables: Variables,
  how: LaunchOptions = {},
): Promise<{ code: number | null; output: string }> {
  const program = launchProgram(tool, variables, how);
  return { code: await program.exit, output: program.output() };
}

export function stopProgram(program: Program, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  program.child.kill(signal);
  return program.exit;
}

/** For what a failed test left running. */
export async function stopAll(): Promise<void> {
  await Promise.all([...running].map((program) => stopProgram(program)));
}

const folders: string[] = [];

export function createDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-process-'));
  folders.push(folder);
  return folder;
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** The process id of the PostgreSQL on a data folder. */
export function readPostgresPid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

export const isGone = (pid: number): boolean => getProcessIdentity(pid) === undefined;

/** Polls until there is an answer. */
export async function pollUntil<T>(
  ask: () => T | undefined | Promise<T | undefined>,
  limitMs = 10_000,
): Promise<T> {
  for (const deadline = Date.now() + limitMs; ;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(`It did not happen within ${limitMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** A connection as DATABASE_URL spells it. */
export function formatDatabaseUrl(connection: Connection): string {
  if (typeof connection === 'string') return connection;
  const { user, password, host, port, database } = connection;
  const query = new URLSearchParams({ host, port: String(port) });
  return `postgres://${user}:${encodeURIComponent(password)}@localhost/${database}?${query}`;
}

/** The secrets that a first start shows. */
export function parseKeys(output: string): { email: string; password: string; token: string } {
  const find = (label: string) => new RegExp(`${label} +(\\S+)`).exec(output)?.[1] ?? '';
  return { email: find('Email'), password: find('Password'), token: find('API token') };
}

export const buildBearerHeader = (token: string): Record<string, string> => ({
  authorization: `Bearer ${token}`,
});
