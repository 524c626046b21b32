import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pollUntil } from '../../server/test/process/daybook.ts';
import { createQuery, listProcessTree, signalProcesses, type Database } from '../database.ts';
import { findFreePort } from '../pooler.ts';
import { formatHaproxy, formatPatroni, listEtcdOptions, passwords, ports } from './configuration.ts';
import { openNetwork, userId, type Host } from './network.ts';
import { findPrograms, type Programs } from './programs.ts';

/** Three machines with PostgreSQL, Patroni and etcd each, and HAProxy before them. */
export interface PatroniDatabase extends Database {
  readonly version: string;
  readonly nodes: readonly Node[];
  /** The node that Patroni calls the leader. */
  findPrimary(): Promise<Node>;
  /** Repairs that are under way; the faults have their effect until then. */
  readonly repairs: Promise<unknown>[];
  /** Waits until all is repaired, and the other nodes follow the primary. */
  waitUntilWhole(): Promise<void>;
}

export interface Node extends Host {
  readonly connection: Database['connection'];
  /** Processes of Patroni and PostgreSQL. */
  pids(): number[];
  listPostgres(): number[];
  /** The process of PostgreSQL that receives the log of the primary. */
  findReceiver(): number | undefined;
  readonly etcd: Part;
  readonly patroni: Part;
}

/** A program of a node. */
export interface Part {
  readonly pid: () => number;
  start(): void;
  /** Ends it and all it started by kill -9. */
  kill(): Promise<void>;
}

const patienceMs = 180_000;

export async function openPatroni(folderOfPatroni: string, isSynchronous: boolean): Promise<PatroniDatabase> {
  const programs = await findPrograms(folderOfPatroni);
  const network = openNetwork(3);
  const folder = mkdtempSync(join(tmpdir(), 'daybook-patroni-'));
  chownSync(folder, userId, userId);
  const nodes = network.hosts.map((host) => createNode(host, network.hosts, folder, programs, isSynchronous));
  const port = await findFreePort();
  const proxy = startHaproxy(network.hosts, folder, port);
  const connection = { ...(nodes[0] as Node).connection, host: '127.0.0.1', port };
  const close = async () => {
    proxy.kill('SIGKILL');
    await Promise.all(nodes.flatMap(({ etcd, patroni }) => [etcd.kill(), patroni.kill()]));
    network.close();
    rmSync(folder, { recursive: true, force: true });
  };
  const database: PatroniDatabase = {
    version: programs.version,
    nodes,
    connection,
    target: () => ({ host: '127.0.0.1', port }),
    query: createQuery(() => connection),
    pids: () => nodes.flatMap((node) => node.pids()),
    findPrimary: () => pollUntil(() => findPrimary(nodes), patienceMs),
    repairs: [],
    async waitUntilWhole() {
      await Promise.all(database.repairs.splice(0));
      await waitUntilWhole(nodes, isSynchronous);
    },
    kill: () => Promise.reject(new Error('A cluster has several nodes: kill one of them.')),
    close,
  };
  try {
    for (const { etcd } of nodes) etcd.start();
    for (const { patroni } of nodes) patroni.start();
    await database.waitUntilWhole();
    await createQuery(() => ({ ...connection, database: 'postgres' }))('create database daybook');
    return database;
  } catch (error) {
    await close();
    throw error;
  }
}

function createNode(
  host: Host,
  hosts: readonly Host[],
  parent: string,
  { patroni, postgresFolder, environment }: Programs,
  isSynchronous: boolean,
): Node {
  const folder = join(parent, host.name);
  mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, userId, userId);
  const configuration = join(folder, 'patroni.yml');
  writeFileSync(configuration, formatPatroni(host, hosts, folder, { isSynchronous, postgresFolder }));
  chownSync(configuration, userId, userId);
  const runs = (name: string, command: readonly string[]) =>
    createPart([...host.prefix, ...command], join(folder, `${name}.log`), { ...environment, HOME: folder });
  const part = runs('patroni', [...patroni, configuration]);
  const listPostgres = () => listProcessTree(readPid(folder)).filter((pid) => pid > 0);
  const pids = () => [...listProcessTree(part.pid()), ...listPostgres()];
  return {
    ...host,
    connection: {
      host: host.address,
      port: ports.postgres,
      user: 'postgres',
      password: passwords.superuser,
      database: 'daybook',
    },
    pids,
    listPostgres,
    findReceiver: () => listPostgres().find((pid) => readTitle(pid).includes('walreceiver')),
    etcd: runs('etcd', ['etcd', ...listEtcdOptions(host, hosts, folder)]),
    // Patroni starts PostgreSQL as a daemon, which outlives it.
    patroni: {
      ...part,
      async kill() {
        signalProcesses(pids(), 'SIGKILL');
        await part.kill();
      },
    },
  };
}

function createPart(
  [program = '', ...args]: readonly string[],
  log: string,
  env: Record<string, string>,
): Part {
  let child: ChildProcess | undefined;
  return {
    pid: () => child?.pid ?? 0,
    start() {
      const output = openSync(log, 'a');
      child = spawn(program, args, { env, stdio: ['ignore', output, output] });
      closeSync(output);
    },
    async kill() {
      if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      signalProcesses(listProcessTree(child.pid), 'SIGKILL');
      await ended;
    },
  };
}

/** Of the postmaster; 0 if there is none, of which nothing is listed. */
function readPid(folder: string): number {
  try {
    const pid = Number.parseInt(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8'), 10);
    // Left behind by a killed one, the number may be another program's by now.
    return readTitle(pid).includes('postgres') ? pid : 0;
  } catch {
    return 0;
  }
}

function readTitle(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function startHaproxy(hosts: readonly Host[], folder: string, port: number): ChildProcess {
  const configuration = join(folder, 'haproxy.cfg');
  writeFileSync(configuration, formatHaproxy(hosts, port));
  return spawn('haproxy', ['-db', '-f', configuration], { stdio: 'ignore' });
}

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

/** As one of the nodes sees it; those that are cut off or paused answer nothing. */
async function listMembers(nodes: readonly Node[]): Promise<readonly Member[]> {
  const asked = nodes.map(async ({ address }) => {
    const response = await fetch(`http://${address}:${ports.rest}/cluster`, {
      signal: AbortSignal.timeout(2_000),
    });
    return ((await response.json()) as { members: Member[] }).members;
  });
  return Promise.any(asked).catch(() => []);
}

async function findPrimary(nodes: readonly Node[]): Promise<Node | undefined> {
  const leader = (await listMembers(nodes)).find(({ role }) => role === 'leader');
  return nodes.find(({ name }) => name === leader?.name);
}

async function waitUntilWhole(nodes: readonly Node[], isSynchronous: boolean): Promise<void> {
  await pollUntil(async () => {
    const members = await listMembers(nodes);
    const isUp = ({ state }: Member) => state === 'running' || state === 'streaming';
    const standby = isSynchronous ? 'sync_standby' : 'replica';
    return members.length === nodes.length &&
      members.every(isUp) &&
      members.some(({ role }) => role === 'leader') &&
      members.some(({ role }) => role === standby)
      ? true
      : undefined;
  }, patienceMs);
}
