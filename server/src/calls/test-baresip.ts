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
import { locateFile } from '../../test/debian.ts';
import { createVoiceActivity } from './media/public.ts';
import { serializeWav } from './speech/wav.ts';

/** A telephone in a process of its own, which takes calls and answers whenever the other side has finished speaking. */
export interface Callee {
  readonly port: number;
  /** What it says in its next calls. */
  prepare(script: Script): void;
  /** Both sides of the calls so far, as the telephone heard and sent them. */
  recordings(): readonly { readonly heard: string; readonly sent: string }[];
  stop(): Promise<void>;
}

export interface Script {
  /** One for each time that the other side has finished speaking. */
  readonly replies: readonly Reply[];
  /** The first reply comes while the other side is speaking: so long after it began. */
  readonly interruptAfterMs?: number;
  /** How the other side says that it did not understand. A callee who hears that says the same again, and then presses a digit. */
  readonly notUnderstood?: Int16Array;
}

export interface Reply {
  readonly speech?: Int16Array;
  /** Without speech it is pressed at once. */
  readonly digit?: string;
}

export const baresip = {
  commands: ['baresip'],
  packages: ['baresip-core', 'baresip'],
  purpose: 'calls',
};

/** The file that is played ends the call, so it does not end. */
const tailSeconds = 90;

/** With one number: the commands of baresip reach calls of one account only. */
export async function startCallee(number: string): Promise<Callee> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-callee-'));
  const [port, control, rtp] = [await sipPort(), await freePort('tcp'), await freePort('udp')];
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
    `module_path ${locateFile('/usr/lib/baresip/modules')}`,
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
  const settings = 'regint=0;answermode=auto;audio_codecs=pcmu/8000/1,pcma/8000/1';
  writeFileSync(join(folder, 'accounts'), `<sip:${number}@127.0.0.1>;${settings}\n`);
  writeFileSync(join(folder, 'contacts'), '');
  const child = spawn('baresip', ['-f', folder], { stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  child.stdout.on('data', (data) => (log += String(data)));
  child.stderr.on('data', (data) => (log += String(data)));
  const socket = await connectTo(control, () => log);
  const command = (name: string, params: string): void => {
    const message = JSON.stringify({ command: name, params });
    socket.write(`${Buffer.byteLength(message)}:${message},`);
  };
  socket.on('data', () => undefined);

  let script: Script = { replies: [] };
  let isStopped = false;
  const working = (async () => {
    const seen = new Set<string>();
    while (!isStopped) {
      const file = readdirSync(calls).find((name) => name.endsWith('dec.wav') && !seen.has(name));
      if (file) {
        seen.add(file);
        await answer(join(calls, file), script);
      }
      await sleep(20);
    }
  })();

  /** Follows what is heard while it is being written, and answers. */
  async function answer(path: string, { replies, interruptAfterMs, notUnderstood }: Script): Promise<void> {
    const file = openSync(path, 'r');
    let ear = followSpeech();
    let next = 0;
    let repeated = 0;
    let deafUntil = 0;
    let at = 44;
    let known = 0;
    let idle = 0;
    const reply = (isAgain: boolean): void => {
      repeated = isAgain ? repeated + 1 : 0;
      if (!isAgain) next += 1;
      const { speech, digit } = replies[next - 1] ?? {};
      if (digit !== undefined && (!speech || repeated > 1)) command('sndcode', digit);
      else if (speech) command('ausrc', `aufile,${write(`reply-${next}-${repeated}.wav`, speech)}`);
      // Nobody listens to others while speaking.
      deafUntil = at + 2 * (speech?.length ?? 0);
      ear = followSpeech();
    };
    while (!isStopped && idle < 150) {
      const size = fstatSync(file).size;
      idle = size === known ? idle + 1 : 0;
      known = size;
      for (; size - at >= 320; at += 320) {
        if (at < deafUntil) continue;
        const frame = Buffer.alloc(320);
        readSync(file, frame, 0, 320, at);
        const change = ear.push(Int16Array.from({ length: 160 }, (_, index) => frame.readInt16LE(2 * index)));
        const isInterrupted =
          next === 0 && interruptAfterMs !== undefined && ear.spokenMs() >= interruptAfterMs;
        if (change !== 'end' && !isInterrupted) continue;
        const isAgain =
          next > 0 && notUnderstood !== undefined && isSameSound(ear.beginning(), notUnderstood);
        if (isAgain || next < replies.length) reply(isAgain);
        else ear = followSpeech();
      }
      await sleep(20);
    }
    closeSync(file);
  }

  return {
    port,
    prepare: (next) => void (script = next),
    recordings: () =>
      readdirSync(calls)
        .filter((name) => name.endsWith('dec.wav'))
        .toSorted()
        .map((name) => ({
          heard: join(calls, name),
          sent: join(calls, name.replace(/dec\.wav$/, 'enc.wav')),
        })),
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

/** Finds where the other side speaks. Its pauses between sentences are shorter than the one after which it listens. */
function followSpeech() {
  const activity = createVoiceActivity({ startFrames: 4, endFrames: 75 });
  let lead: Int16Array[] = [];
  let spoken = 0;
  return {
    push(frame: Int16Array) {
      const change = activity.push(frame);
      if (activity.isSpeaking) spoken += 1;
      if (!activity.isSpeaking && change !== 'end') lead = [...lead.slice(-9), frame];
      else if (lead.length < 80) lead.push(frame);
      return change;
    },
    spokenMs: () => spoken * 20,
    /** Its first second and a half. */
    beginning: () => Int16Array.from(lead.flatMap((frame) => [...frame])),
  };
}

const compared = 6400;
const maxLag = 400;

/** Whether two recordings begin with the same sounds: 800 ms of them, by their correlation at the best offset. */
export function isSameSound(heard: Int16Array, known: Int16Array): boolean {
  const beginOf = (samples: Int16Array): number => samples.findIndex((sample) => Math.abs(sample) > 800);
  const from = beginOf(known);
  const to = beginOf(heard);
  let best = 0;
  for (let lag = -maxLag; lag <= maxLag; lag += 1) {
    let [product, ofKnown, ofHeard] = [0, 0, 0];
    for (let index = 0; index < compared; index += 1) {
      const a = known[from + index] ?? 0;
      const b = heard[to + lag + index] ?? 0;
      product += a * b;
      ofKnown += a * a;
      ofHeard += b * b;
    }
    best = Math.max(best, product / Math.sqrt(ofKnown * ofHeard + 1));
  }
  return best > 0.6;
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

/** It listens by TCP as well, and by TLS at the port after it. */
async function sipPort(): Promise<number> {
  for (;;) {
    const port = await freePort('udp');
    const isFree = await Promise.all([port, port + 1].map((each) => freePort('tcp', each).catch(() => 0)));
    if (!isFree.includes(0)) return port;
  }
}

function freePort(kind: 'udp' | 'tcp', wanted = 0): Promise<number> {
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
    server.listen(wanted, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
