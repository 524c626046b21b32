import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach } from 'vitest';

/** Real calendar servers, each in a process of its own with a folder of its own. */
export interface DavServer {
  readonly name: string;
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** The address of ann's calendar. */
  readonly calendar: string;
  put(name: string, ics: string): Promise<void>;
  remove(name: string): Promise<void>;
  read(name: string): Promise<string | undefined>;
  list(): Promise<string[]>;
  kill(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const run = promisify(execFile);
const ann = { username: 'ann', password: 'apricot' };

interface Program {
  readonly name: string;
  readonly command: string;
  /** Prepares the folder, and says how it is started. */
  args(folder: string, port: number): string[];
  readonly calendarPath: string;
}

export const radicale: Program = {
  name: 'Radicale',
  command: 'radicale',
  calendarPath: '/ann/work/',
  args(folder, port) {
    writeFileSync(join(folder, 'users'), `${ann.username}:${ann.password}\n`);
    const config = join(folder, 'config');
    writeFileSync(
      config,
      `[server]\nhosts = 127.0.0.1:${port}\n[auth]\ntype = htpasswd\nhtpasswd_filename = ${folder}/users\n` +
        `htpasswd_encryption = plain\n[storage]\nfilesystem_folder = ${folder}/data\n`,
    );
    return ['--config', config];
  },
};

export const xandikos: Program = {
  name: 'Xandikos',
  command: 'xandikos',
  calendarPath: '/ann/calendars/calendar/',
  args(folder, port) {
    mkdirSync(join(folder, 'data'), { recursive: true });
    const principal = ['--current-user-principal', '/ann', '--defaults'];
    return ['-d', join(folder, 'data'), '-l', '127.0.0.1', '-p', String(port), ...principal];
  },
};

/** Declares a server for these tests. Where it is not installed and can not be, they are skipped, and say so. */
export function useDav(program: Program): DavServer {
  const holder = {} as { dav?: DavServer };
  let missing: string | undefined;
  beforeAll(async () => {
    missing = await install(program.command);
    if (!missing) holder.dav = await startDav(program);
  }, 300_000);
  beforeEach(({ skip }) => skip(missing !== undefined, missing));
  afterAll(() => holder.dav?.stop());
  return new Proxy({} as DavServer, { get: (_, name) => Reflect.get(holder.dav ?? {}, name) });
}

async function startDav(program: Program): Promise<DavServer> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-dav-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const args = program.args(folder, port);
  const authorization = `Basic ${Buffer.from(`${ann.username}:${ann.password}`).toString('base64')}`;
  const call = (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, url), { ...init, headers: { authorization, ...init.headers } });
  let child: ChildProcess;
  const start = async (): Promise<void> => {
    child = spawn(program.command, args, { stdio: 'ignore' });
    for (let tries = 0; tries < 200; tries += 1) {
      const isUp = await call('/').then(
        () => true,
        () => false,
      );
      if (isUp) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`${program.name} did not start.`);
  };
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  };
  await start();
  const calendar = new URL(program.calendarPath, url).href;
  if (program === radicale) await makeCalendar(call, program.calendarPath);
  const headers = { 'content-type': 'text/calendar; charset=utf-8' };
  return {
    name: program.name,
    url,
    ...ann,
    calendar,
    async put(name, body) {
      const { status } = await call(`${program.calendarPath}${name}.ics`, { method: 'PUT', body, headers });
      if (status >= 300) throw new Error(`${program.name} answered ${status} to PUT.`);
    },
    async remove(name) {
      await call(`${program.calendarPath}${name}.ics`, { method: 'DELETE' });
    },
    async read(name) {
      const answer = await call(`${program.calendarPath}${name}.ics`);
      return answer.status === 200 ? answer.text() : undefined;
    },
    async list() {
      const answer = await call(program.calendarPath, { method: 'PROPFIND', headers: { depth: '1' } });
      const names = [...(await answer.text()).matchAll(/>([^<>]*\.ics)</g)].map(([, href = '']) => href);
      return names.map((href) => href.split('/').at(-1) ?? '').toSorted();
    },
    kill,
    restart: start,
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function makeCalendar(
  call: (path: string, init?: RequestInit) => Promise<Response>,
  path: string,
): Promise<void> {
  const body = `<?xml version="1.0"?><c:mkcalendar xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:a="http://apple.com/ns/ical/">
    <d:set><d:prop><d:displayname>Work</d:displayname><a:calendar-color>#2563ebff</a:calendar-color>
    <c:supported-calendar-component-set><c:comp name="VEVENT"/></c:supported-calendar-component-set></d:prop></d:set></c:mkcalendar>`;
  const { status } = await call(path, { method: 'MKCALENDAR', body });
  if (status >= 300) throw new Error(`The server answered ${status} to MKCALENDAR.`);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

/** If it is missing and we are root, the system's package manager installs it. Undefined, or what is missing. */
async function install(command: string): Promise<string | undefined> {
  if (existsSync(`/usr/bin/${command}`)) return undefined;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    const wait = ['-o', 'DPkg::Lock::Timeout=300', '-qq'];
    await run('apt-get', [...wait, 'update']).catch(() => undefined);
    await run('apt-get', [...wait, 'install', '-y', '--no-install-recommends', command]).catch(
      () => undefined,
    );
  }
  if (existsSync(`/usr/bin/${command}`)) return undefined;
  const sentence = `Tests of calendars need ${command}: install it (apt-get install ${command}).`;
  if (isRoot) throw new Error(sentence);
  return sentence;
}
