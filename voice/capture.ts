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
  /** The packets of audio to these ports, in order. */
  audioTo(ports: ReadonlySet<number>): Promise<AudioPacket[]>;
  close(): Promise<void>;
}

export interface AudioPacket {
  readonly atMs: number;
  /** The call it belongs to. */
  readonly stream: string;
  readonly sequence: number;
  /** In samples. */
  readonly timestamp: number;
}

export const tshark = {
  commands: ['tshark', 'dumpcap'],
  packages: ['tshark'],
  purpose: 'packets',
};

const run = promisify(execFile);
/** Its last packets are written by then. */
const flushMs = 1500;

export async function startCapture(): Promise<Capture> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-capture-'));
  const file = join(folder, 'packets.pcapng');
  const child = spawn('tshark', ['-i', 'lo', '-f', 'udp', '-w', file, '-q'], {
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
  const rowsOf = async (filter: string, fields: string, options: readonly string[]): Promise<string[]> => {
    await sleep(flushMs);
    await stop();
    const names = fields.split(' ').flatMap((field) => ['-e', field]);
    const { stdout } = await run(
      'tshark',
      ['-r', file, '-Y', filter, '-T', 'fields', '-E', 'occurrence=f', ...options, ...names],
      { maxBuffer: 2 ** 28 },
    );
    return stdout.split('\n').filter(Boolean);
  };
  return {
    async read(ports) {
      const fields =
        'frame.time_epoch udp.srcport sip.Call-ID sip.Method sip.Status-Code sip.CSeq.seq sip.CSeq.method sip.Via.branch';
      const lines = await rowsOf(
        'sip',
        fields,
        ports.flatMap((port) => ['-d', `udp.port==${port},sip`]),
      );
      return lines.map((line) => packetOf(line, ports));
    },
    async audioTo(ports) {
      const lines = await rowsOf('rtp', 'frame.time_epoch udp.dstport rtp.ssrc rtp.seq rtp.timestamp', [
        '--enable-heuristic',
        'rtp_udp',
      ]);
      return lines
        .map((line) => line.split('\t'))
        .filter(([, port]) => ports.has(Number(port)))
        .map(audioPacketOf);
    },
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function audioPacketOf([time, port, source, sequence, timestamp]: string[]): AudioPacket {
  return {
    atMs: Number(time) * 1000,
    stream: `${port} ${source}`,
    sequence: Number(sequence),
    timestamp: Number(timestamp),
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
