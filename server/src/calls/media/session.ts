import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import type { Media } from '../sip/public.ts';
import { encodeG711, silence } from './g711.ts';
import { openPlayout, type Playout } from './playout.ts';
import { createDigitReader, parsePacket, serializeDigit, serializePacket } from './rtp.ts';
import { createSourceFilter } from './source.ts';

/** The audio of one call: a frame of 8 kHz every 20 ms in both directions, and digits. */
export interface MediaSession {
  readonly port: number;
  /** What the peer said of its side; said again, it replaces what was. */
  connect(media: Media): void;
  /** Resolves once all was sent, or playing was stopped. */
  play(samples: Int16Array): Promise<'played' | 'stopped'>;
  stopPlaying(): void;
  sendDigit(digit: string): void;
  /** How many packets came and went, and how late the latest was sent. */
  statistics(): Statistics;
  close(): void;
}

export interface Statistics {
  readonly sent: number;
  readonly received: number;
  readonly worstLatenessMs: number;
}

export interface MediaHandlers {
  /** Of 20 ms each, as long as the call lasts: what the peer does not send is silence. */
  readonly onFrame: (samples: Int16Array) => void;
  readonly onDigit: (digit: string) => void;
  /** Every 20 ms what we send, also while that is silence (undefined). */
  readonly onSent?: (samples: Int16Array | undefined) => void;
}

const frameMs = 20;
export const frameSamples = 160;

interface Playback {
  readonly samples: Int16Array;
  offset: number;
  readonly done: (how: 'played' | 'stopped') => void;
}

export async function openMedia(
  address: string,
  { onFrame, onDigit, onSent }: MediaHandlers,
): Promise<MediaSession> {
  const socket = await bind(address);
  const ssrc = randomInt(2 ** 32);
  let sequence = randomInt(2 ** 16);
  let timestamp = randomInt(2 ** 32);
  let peer: Media | undefined;
  let playout: Playout | undefined;
  let isFromPeer: ReturnType<typeof createSourceFilter> = () => false;
  let readDigit = createDigitReader();
  let playing: Playback | undefined;
  let digits: { readonly event: number; packets: number; readonly timestamp: number }[] = [];
  let sent = 0;
  let received = 0;
  let worstLatenessMs = 0;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  socket.on('message', (data, from) => {
    const packet = peer && playout ? parsePacket(data) : undefined;
    if (!packet || !peer || !playout || !isFromPeer(from, packet)) return;
    received += 1;
    if (packet.payloadType === peer.codec.payloadType) return playout.push(packet);
    // It is of the same count as the audio, which would wait for it.
    playout.push({ ...packet, payload: packet.payload.subarray(0, 0) });
    const digit = packet.payloadType === peer.digitsType ? readDigit(packet) : undefined;
    if (digit !== undefined) onDigit(digit);
  });

  function tick(dueMs: number): void {
    const lateness = performance.now() - dueMs;
    worstLatenessMs = Math.max(worstLatenessMs, lateness);
    sendFrame();
    playout?.fill();
    // The clock of the machine decides, so that delays do not add up. A long pause is not made up for by a burst.
    const nextMs = lateness > 200 ? performance.now() + frameMs : dueMs + frameMs;
    timer = setTimeout(() => tick(nextMs), Math.max(0, nextMs - performance.now()));
  }

  function sendFrame(): void {
    const now = timestamp;
    timestamp = (timestamp + frameSamples) >>> 0;
    if (!peer?.mayReceive) return onSent?.(undefined);
    const digit = digits[0];
    if (digit && peer.digitsType !== undefined) {
      onSent?.(undefined);
      digit.packets += 1;
      const payload = serializeDigit(digit.event, digit.packets * frameSamples, digit.packets > digitPackets);
      send(peer.digitsType, digit.packets === 1, digit.timestamp, payload);
      // The end is sent three times, since one packet may be lost.
      if (digit.packets >= digitPackets + 3) digits = digits.slice(1);
      return undefined;
    }
    const { name, payloadType } = peer.codec;
    const frame = nextFrame();
    onSent?.(frame);
    const payload = frame ? encodeG711(frame, name) : new Uint8Array(frameSamples).fill(silence[name]);
    send(payloadType, sent === 0, now, payload);
    return undefined;
  }

  /** Undefined: nothing is played. */
  function nextFrame(): Int16Array | undefined {
    if (!playing) return undefined;
    const frame = new Int16Array(frameSamples);
    frame.set(playing.samples.subarray(playing.offset, playing.offset + frameSamples));
    playing.offset += frameSamples;
    if (playing.offset >= playing.samples.length) endPlaying('played');
    return frame;
  }

  function send(payloadType: number, marker: boolean, at: number, payload: Uint8Array): void {
    if (!peer) return;
    const packet = serializePacket({ payloadType, marker, sequence, timestamp: at, ssrc, payload });
    sequence = (sequence + 1) & 0xffff;
    sent += 1;
    socket.send(packet, peer.port, peer.address);
  }

  function endPlaying(how: 'played' | 'stopped'): void {
    const done = playing?.done;
    playing = undefined;
    done?.(how);
  }

  return {
    port: socket.address().port,
    connect(media) {
      if (media.codec.name !== peer?.codec.name) playout = openPlayout(media.codec.name, onFrame);
      if (media.address !== peer?.address || media.port !== peer.port) isFromPeer = createSourceFilter(media);
      readDigit = createDigitReader();
      peer = media;
      if (!timer) tick(performance.now());
    },
    async play(samples) {
      endPlaying('stopped');
      if (isClosed) return 'stopped';
      return new Promise((resolve) => {
        playing = { samples, offset: 0, done: resolve };
      });
    },
    stopPlaying: () => endPlaying('stopped'),
    sendDigit(digit) {
      const event = '0123456789*#ABCD'.indexOf(digit);
      if (event >= 0) digits.push({ event, packets: 0, timestamp });
    },
    statistics: () => ({ sent, received, worstLatenessMs }),
    close() {
      isClosed = true;
      clearTimeout(timer);
      endPlaying('stopped');
      socket.close();
    },
  };
}

const digitPackets = 5;

function bind(address: string): Promise<Socket> {
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(0, address, () => {
      // A peer that has gone answers with ICMP; the call ends by its signalling.
      socket.removeAllListeners('error').on('error', () => undefined);
      resolve(socket);
    });
  });
}
