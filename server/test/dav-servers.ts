import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { locateFile, provideProgram, type DebianProgram } from './debian.ts';

/** Real calendar servers, each in a process of its own with a folder of its own. */
export interface DavServer {
  readonly name: string;
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** Where the server keeps its files. */
  readonly folder: string;
  /** The address of ann's calendar. */
  readonly calendar: string;
  put(name: string, ics: string): Promise<void>;
  remove(name: string): Promise<void>;
  read(name: string): Promise<string | undefined>;
  list(): Promise<string[]>;
  /** Deletes the calendar, and makes an empty one at its address. */
  makeAnew(): Promise<void>;
  kill(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const ann = { username: 'ann', password: 'apricot' };

export interface Program extends Omit<DebianProgram, 'purpose'> {
  readonly name: string;
  /** Prepares the folder, and says how it is started. */
  args(folder: string, port: number): string[] | Promise<string[]>;
  readonly calendarPath: string;
  /** Once it runs for the first time. */
  setUp?(call: Call, folder: string): Promise<void>;
}

type Call = (path: string, init?: RequestInit) => Promise<Response>;

export const radicale: Program = {
  name: 'Radicale',
  commands: ['radicale'],
  packages: ['radicale'],
  calendarPath: '/ann/work/',
  setUp: (call) => makeCalendar(call, '/ann/work/'),
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
  commands: ['xandikos'],
  packages: ['xandikos'],
  calendarPath: '/ann/calendars/calendar/',
  args(folder, port) {
    mkdirSync(join(folder, 'data'), { recursive: true });
    const principal = ['--current-user-principal', '/ann', '--defaults'];
    return ['-d', join(folder, 'data'), '-l', '127.0.0.1', '-p', String(port), ...principal];
  },
};

export const cyrus: Program = {
  name: 'Cyrus',
  commands: ['cyrmaster', 'saslpasswd2'],
  isForOthers: true,
  packages: ['cyrus-imapd', 'cyrus-caldav', 'sasl2-bin', 'libsasl2-modules-db'],
  calendarPath: '/dav/calendars/user/ann/Default/',
  async args(folder, port) {
    const config = join(folder, 'imapd.conf');
    const services = join(folder, 'cyrus.conf');
    const programs = locateFile('/usr/lib/cyrus/bin');
    // It does not run as root.
    const user = userInfo().uid === 0 ? 'nobody' : userInfo().username;
    const imapPort = await freePort();
    for (const name of ['conf', 'spool', 'run', 'sasl']) mkdirSync(join(folder, name));
    writeFileSync(
      config,
      `configdirectory: ${folder}/conf\ndefaultpartition: default\npartition-default: ${folder}/spool\n` +
        `proc_path: ${folder}/run/proc\nmboxname_lockpath: ${folder}/run/lock\nlmtpsocket: ${folder}/run/lmtp\n` +
        `idlesocket: ${folder}/run/idle\nnotifysocket: ${folder}/run/notify\nadmins: cyrus\nallowplaintext: yes\n` +
        `sasl_pwcheck_method: auxprop\nsasl_auxprop_plugin: sasldb\nsasl_sasldb_path: ${folder}/sasl/db\nsasl_mech_list: PLAIN\n` +
        `cyrus_user: ${user}\nhttpmodules: caldav\ncaldav_allowscheduling: off\nunixhierarchysep: yes\naltnamespace: no\nservername: localhost\n`,
    );
    writeFileSync(
      services,
      `START {\n recover cmd="${programs}/ctl_cyrusdb -C ${config} -r"\n}\nSERVICES {\n` +
        ` imap cmd="${programs}/imapd -C ${config} -U 1" listen="127.0.0.1:${imapPort}" prefork=0 maxchild=5\n` +
        ` http cmd="${programs}/httpd -C ${config} -U 30" listen="127.0.0.1:${port}" prefork=1 maxchild=20\n}\nEVENTS {\n}\n`,
    );
    writeFileSync(join(folder, 'imap-port'), String(imapPort));
    for (const login of ['cyrus', ann.username]) {
      const child = spawn('saslpasswd2', [
        '-p',
        '-c',
        '-f',
        join(folder, 'sasl/db'),
        '-u',
        'localhost',
        login,
      ]);
      child.stdin.end(`${ann.password}\n`);
      await new Promise((resolve) => child.once('exit', resolve));
    }
    if (userInfo().uid === 0) spawnSync('chown', ['-R', user, folder]);
    return ['-C', config, '-M', services, '-p', join(folder, 'run/pid'), '-D'];
  },
  setUp: (_, folder) =>
    imap(Number(readFileSync(join(folder, 'imap-port'), 'utf8')), [
      `a login cyrus ${ann.password}`,
      `b create user/${ann.username}`,
      'c logout',
    ]),
};

/** Each command once the one before was answered. */
function imap(port: number, commands: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const left = [...commands];
    const socket = connect(port, '127.0.0.1');
    socket.on('data', () => {
      const next = left.shift();
      if (next === undefined) return void socket.end();
      socket.write(`${next}\r\n`);
    });
    socket.once('error', reject);
    socket.once('close', () => resolve());
  });
}

export async function startDav(program: Program): Promise<DavServer> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-dav-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const args = await program.args(folder, port);
  const authorization = `Basic ${Buffer.from(`${ann.username}:${ann.password}`).toString('base64')}`;
  const call = (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, url), { ...init, headers: { authorization, ...init.headers } });
  let child: ChildProcess;
  const start = async (): Promise<void> => {
    // A group of its own, so that its children end with it.
    child = spawn(program.commands[0] ?? '', args, { stdio: 'ignore', detached: true });
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
    if (child.pid) process.kill(-child.pid, 'SIGKILL');
    await ended;
  };
  await start();
  const calendar = new URL(program.calendarPath, url).href;
  await program.setUp?.(call, folder);
  const headers = { 'content-type': 'text/calendar; charset=utf-8' };
  return {
    name: program.name,
    url,
    ...ann,
    folder,
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
    async makeAnew() {
      await call(program.calendarPath, { method: 'DELETE' });
      await makeCalendar(call, program.calendarPath);
    },
    kill,
    restart: start,
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function makeCalendar(call: Call, path: string): Promise<void> {
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

/** Undefined, or what is not tested without it, and why. */
export const provideServer = (program: Program): Promise<string | undefined> =>
  provideProgram({ ...program, purpose: `${program.name} as a calendar server` });
