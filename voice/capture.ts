import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Packet } from './packets.ts';

/** What goes over loopback, recorded and read by tshark. */
export interface Capture {
  /** The SIP messages from and to these ports. */
  read(ports: readonly number[]): Promise<Packet[]>;
  close(): Promise<void>;
}

export const tshark = {
  command: '/usr/bin/tshark',
  packages: ['tshark'],
  purpose: 'packets',
  needsRoot: true,
};

const run = promisify(execFile);
/** Its last packets are written by then. */
const flushMs = 1500;

export async function startCapture(): Promise<Capture> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-capture-'));
  const file = join(folder, 'packets.pcapng');
  const child = spawn(tshark.command, ['-i', 'lo', '-f', 'udp', '-w', file, '-q'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    let text = '';
    child.stderr.on('data', (data) => {
      text += String(data);
      if (text.includes('Capturing on')) resolve();
    });
    child.once('exit', () => reject(new Error(`tshark has ended: ${text}`)));
  });
  // It says so a moment before it does.
  await sleep(flushMs);
  const stop = async (): Promise<void> => {
    child.kill('SIGINT');
    await ended;
  };
  return {
    async read(ports) {
      await sleep(flushMs);
      await stop();
      const fields =
        'frame.time_epoch udp.srcport sip.Call-ID sip.Method sip.Status-Code sip.CSeq.seq sip.CSeq.method sip.Via.branch';
      const { stdout } = await run(
        tshark.command,
        [
          ...['-r', file, '-Y', 'sip', '-T', 'fields', '-E', 'occurrence=f'],
          ...ports.flatMap((port) => ['-d', `udp.port==${port},sip`]),
          ...fields.split(' ').flatMap((field) => ['-e', field]),
        ],
        { maxBuffer: 2 ** 28 },
      );
      return stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => packetOf(line, ports));
    },
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function packetOf(line: string, ports: readonly number[]): Packet {
  const [time, port, callId = '', method, status, sequence, sequenceMethod = '', branch = ''] =
    line.split('\t');
  return {
    atMs: Number(time) * 1000,
    fromUs: !ports.includes(Number(port)),
    callId,
    method: method === '' ? undefined : method,
    status: status === '' ? undefined : Number(status),
    sequence: Number(sequence),
    sequenceMethod,
    branch,
  };
}
