import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { settleMs } from '../server/src/calls/converse.ts';
import { decodeG711, encodeG711, silence } from '../server/src/calls/media/g711.ts';
import { parsePacket, serializePacket } from '../server/src/calls/media/rtp.ts';
import { buildResponse } from '../server/src/calls/sip/dialog.ts';
import {
  findHeader,
  parseMessage,
  serializeMessage,
  type SipRequest,
} from '../server/src/calls/sip/message.ts';
import { buildSdpAnswer, chooseMedia } from '../server/src/calls/sip/sdp.ts';
import { openSpeaker } from '../server/src/calls/speech/public.ts';
import { computeLevel } from './level.ts';

/**
 * The other end of many calls at once, in a process of its own: takes them, speaks, and measures what arrives and when. Times are
 * those at which this process got a packet, so that its own delays count against us and never for us. How steady packets are is measured
 * on the wire.
 */
export interface Measurement {
  readonly calls: number;
  readonly maxAtOnce: number;
  /** Where audio of calls was sent to. */
  readonly ports: readonly number[];
  /** From the end of what was said here to the first sound of the answer, without the silence that must follow a yes. */
  readonly turnsMs: readonly number[];
  /** From the first sound of an interruption to the last of whom it interrupts. */
  readonly bargeInsMs: readonly number[];
}

export interface Order {
  /** Turns count from this number of open calls on. */
  readonly busyFrom: number;
  /** Every so many calls the first sentence is interrupted. */
  readonly interruptEvery: number;
}

const frame = 160;
const frameMs = 20;
/** A speaker who is silent for longer has finished. */
const pauseMs = 1500;
const interruptAfterMs = 4000;
const silentDb = -50;

interface OpenCall {
  readonly socket: Socket;
  stop(): void;
}

async function serve({ busyFrom, interruptEvery }: Order): Promise<void> {
  const speaker = openSpeaker();
  const replies = await Promise.all(
    ['the second one', 'yes please'].map((text) => speaker.render(text, 'rms')),
  );
  const measured = { calls: 0, maxAtOnce: 0 };
  const ports: number[] = [];
  const turnsMs: number[] = [];
  const bargeInsMs: number[] = [];
  const open = new Map<string, OpenCall>();
  const answers = new Map<string, string>();
  const signalling = createSocket('udp4');

  signalling.on('message', (data, from) => {
    const message = parseMessage(data.toString());
    if (message?.kind !== 'request' || message.method === 'ACK') return;
    const callId = findHeader(message, 'Call-ID') ?? '';
    const key = `${callId} ${findHeader(message, 'CSeq')}`;
    const known = answers.get(key);
    if (known !== undefined) return void signalling.send(known, from.port, from.address);
    if (message.method === 'INVITE') return void take(message, callId, key, from);
    open.get(callId)?.stop();
    open.delete(callId);
    reply(key, serializeMessage(buildResponse(message, 200, 'OK')), from);
  });

  const reply = (key: string, text: string, from: RemoteInfo): void => {
    if (text === '') return;
    answers.set(key, text);
    signalling.send(text, from.port, from.address);
  };

  async function take(request: SipRequest, callId: string, key: string, from: RemoteInfo): Promise<void> {
    answers.set(key, '');
    const media = chooseMedia(request.body);
    if (!media) return;
    measured.calls += 1;
    const isInterrupting = measured.calls % interruptEvery === 0;
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => {
      socket.bind(0, '127.0.0.1', resolve);
    });
    const call = talk(socket, media.port, isInterrupting);
    open.set(callId, { socket, stop: call });
    measured.maxAtOnce = Math.max(measured.maxAtOnce, open.size);
    const { port } = socket.address();
    ports.push(port);
    const body = buildSdpAnswer(
      { address: '127.0.0.1', port, sessionId: measured.calls, version: 1 },
      media,
      request.body,
    );
    const contact = { name: 'Contact', value: `<sip:peer@127.0.0.1:${signalling.address().port}>` };
    reply(key, serializeMessage(buildResponse(request, 200, 'OK', { headers: [contact], body })), from);
  }

  /** One call: what is heard decides when to speak. */
  function talk(socket: Socket, toPort: number, isInterrupting: boolean): () => void {
    let [heardFromMs, heardAtMs] = [0, 0];
    let [sequence, timestamp] = [0, 0];
    let next = 0;
    let speaking: { samples: Int16Array; offset: number; lastSoundMs: number } | undefined;
    let waitingSinceMs: number | undefined;
    let interruptedAtMs: number | undefined;

    socket.on('message', (data) => {
      const nowMs = performance.now();
      const packet = parsePacket(data);
      if (packet && computeLevel(decodeG711(packet.payload, 'PCMU')) > silentDb) hear(nowMs);
    });

    function hear(nowMs: number): void {
      if (heardFromMs === 0) heardFromMs = nowMs;
      heardAtMs = nowMs;
      if (speaking || waitingSinceMs === undefined) return;
      // Nothing is to follow a yes for a while.
      const byDesignMs = next === replies.length ? settleMs : 0;
      if (open.size >= busyFrom) turnsMs.push(nowMs - waitingSinceMs - byDesignMs);
      waitingSinceMs = undefined;
    }

    /** Of the socket's own clock: a frame every 20 ms, whatever the timer does. */
    const startMs = performance.now();
    const timer = setInterval(() => {
      for (const nowMs = performance.now(); startMs + timestamp / 8 <= nowMs;) sendFrame(nowMs);
    }, frameMs / 2);

    function sendFrame(nowMs: number): void {
      decide(nowMs);
      const samples = new Int16Array(frame);
      if (speaking) {
        samples.set(speaking.samples.subarray(speaking.offset, speaking.offset + frame));
        speaking.offset += frame;
        if (computeLevel(samples) > silentDb) speaking.lastSoundMs = nowMs;
        if (interruptedAtMs === 0 && computeLevel(samples) > silentDb) interruptedAtMs = nowMs;
      }
      const payload = speaking ? encodeG711(samples, 'PCMU') : new Uint8Array(frame).fill(silence.PCMU);
      const packet = { payloadType: 0, marker: false, sequence, timestamp, ssrc: 1, payload };
      socket.send(serializePacket(packet), toPort, '127.0.0.1');
      sequence = (sequence + 1) & 0xffff;
      timestamp += frame;
      if (speaking && speaking.offset >= speaking.samples.length) finish();
    }

    function decide(nowMs: number): void {
      const samples = replies[next];
      if (speaking || waitingSinceMs !== undefined || !samples || heardFromMs === 0) return;
      const interrupts = isInterrupting && next === 0 && nowMs - heardFromMs > interruptAfterMs;
      if (!interrupts && nowMs - heardAtMs < pauseMs) return;
      if (interrupts) interruptedAtMs = 0;
      speaking = { samples, offset: 0, lastSoundMs: nowMs };
      next += 1;
    }

    function finish(): void {
      waitingSinceMs = speaking?.lastSoundMs;
      speaking = undefined;
      heardFromMs = 0;
      if (interruptedAtMs) bargeInsMs.push(Math.max(0, heardAtMs - interruptedAtMs));
      interruptedAtMs = undefined;
    }

    return () => {
      clearInterval(timer);
      socket.close();
    };
  }

  await new Promise<void>((resolve) => {
    signalling.bind(0, '127.0.0.1', resolve);
  });
  process.on('message', () => {
    const result: Measurement = { ...measured, ports, turnsMs, bargeInsMs };
    process.send?.(result);
  });
  process.send?.({ port: signalling.address().port });
}

if (import.meta.filename === process.argv[1]) await serve(JSON.parse(process.argv[2] ?? '') as Order);
