import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import {
  closeSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { voiceActivity } from './media/public.ts';
import { serializeWav } from './speech/wav.ts';

/** A telephone in a process of its own, which takes calls and answers whenever the other side has finished speaking. */
export interface Callee {
  readonly port: number;
  /** What it says in its next calls, sentence by sentence. */
  prepare(replies: readonly Int16Array[]): void;
  stop(): Promise<void>;
}

export const baresip = {
  command: '/usr/bin/baresip',
  packages: ['baresip-core', 'baresip'],
  purpose: 'calls',
};

/** The file that is played ends the call, so it does not end. */
const tailSeconds = 90;

export async function startCallee(number: string): Promise<Callee> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-callee-'));
  const [port, control, rtp] = [await freePort('udp'), await freePort('tcp'), await freePort('udp')];
  const calls = join(folder, 'calls');
  mkdirSync(calls);
  const write = (name: string, samples: Int16Array): string => {
    const all = new Int16Array(samples.length + tailSeconds * 8000);
    all.set(samples);
    const file = join(folder, name);
    writeFileSync(file, serializeWav({ rate: 8000, samples: all }));
    return file;
  };
  const silent = write('silence.wav', new Int16Array(0));
  const modules = ['account', 'aufile', 'g711', 'sndfile', 'menu', 'ctrl_tcp'];
  const lines = [
    `sip_listen 127.0.0.1:${port}`,
    'module_path /usr/lib/baresip/modules',
    ...modules.map(
      (name) =>
        `module${name === 'menu' || name === 'ctrl_tcp' || name === 'account' ? '_app' : ''} ${name}.so`,
    ),
    `ctrl_tcp_listen 127.0.0.1:${control}`,
    `audio_source aufile,${silent}`,
    'audio_player aufile,/dev/null',
    'ausrc_srate 8000',
    'auplay_srate 8000',
    'ausrc_channels 1',
    'auplay_channels 1',
    `snd_path ${calls}`,
    `rtp_ports ${rtp}-${rtp + 20}`,
    'rtp_timeout 0',
    'net_interface 127.0.0.1',
  ];
  writeFileSync(join(folder, 'config'), `${lines.join('\n')}\n`);
  writeFileSync(
    join(folder, 'accounts'),
    `<sip:${number}@127.0.0.1>;regint=0;answermode=auto;audio_codecs=pcmu/8000/1,pcma/8000/1\n`,
  );
  writeFileSync(join(folder, 'contacts'), '');
  const child = spawn(baresip.command, ['-f', folder], { stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  child.stdout.on('data', (data) => (log += String(data)));
  child.stderr.on('data', (data) => (log += String(data)));
  const socket = await connectTo(control, () => log);
  const command = (name: string, params: string): void => {
    const message = JSON.stringify({ command: name, params });
    socket.write(`${Buffer.byteLength(message)}:${message},`);
  };
  socket.on('data', () => undefined);

  let replies: string[] = [];
  let isStopped = false;
  const working = (async () => {
    const seen = new Set<string>();
    while (!isStopped) {
      const file = readdirSync(calls).find((name) => name.endsWith('dec.wav') && !seen.has(name));
      if (file) {
        seen.add(file);
        await answer(join(calls, file));
      }
      await sleep(20);
    }
  })();

  /** Follows what was heard while it is being written, and answers after each sentence. */
  async function answer(path: string): Promise<void> {
    const file = openSync(path, 'r');
    const activity = voiceActivity({ startFrames: 4, endFrames: 90 });
    const left = [...replies];
    let at = 44;
    let idle = 0;
    while (!isStopped && left.length > 0 && idle < 500) {
      const size = fstatSync(file).size;
      idle = size === at ? idle + 1 : 0;
      for (; size - at >= 320; at += 320) {
        const frame = Buffer.alloc(320);
        readSync(file, frame, 0, 320, at);
        const samples = Int16Array.from({ length: 160 }, (_, index) => frame.readInt16LE(2 * index));
        if (activity.push(samples) === 'end') command('ausrc', `aufile,${left.shift()}`);
      }
      await sleep(20);
    }
    closeSync(file);
  }

  return {
    port,
    prepare: (said) => void (replies = said.map((samples, index) => write(`reply-${index}.wav`, samples))),
    async stop() {
      isStopped = true;
      await working;
      socket.destroy();
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function connectTo(port: number, log: () => string): Promise<Socket> {
  for (let tries = 0; tries < 200; tries += 1) {
    const socket = await new Promise<Socket | undefined>((resolve) => {
      const attempt = connect(port, '127.0.0.1');
      attempt.once('connect', () => resolve(attempt));
      attempt.once('error', () => resolve(undefined));
    });
    if (socket) return socket;
    await sleep(100);
  }
  throw new Error(`baresip did not start: ${log().slice(-2000)}`);
}

function freePort(kind: 'udp' | 'tcp'): Promise<number> {
  return new Promise((resolve, reject) => {
    if (kind === 'udp') {
      const socket = createSocket('udp4');
      socket.once('error', reject);
      socket.bind(0, '127.0.0.1', () => {
        const { port } = socket.address();
        socket.close(() => resolve(port));
      });
      return;
    }
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
