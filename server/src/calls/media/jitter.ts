import type { RtpPacket } from './rtp.ts';

/** Puts received audio in order: waits a little for what is late, and fills what is lost with silence. */
export interface JitterBuffer {
  /** What can be played now. A packet without audio only keeps the order. */
  push(packet: RtpPacket): Uint8Array[];
  /** What still waits for a packet that is late: the peer sends no more. */
  flush(): Uint8Array[];
  /** So much silence was played since: it is not filled in again when the peer goes on. */
  skip(samples: number): void;
}

/** How many packets may overtake another. At 20 ms each it is the longest wait for one that is late. */
const depth = 3;
/** A peer that is silent for longer, or begins its clock anew, costs no memory. */
const maxGapSamples = 8000;

export function createJitterBuffer(silence: number): JitterBuffer {
  const waiting = new Map<number, RtpPacket>();
  let next: number | undefined;
  let nextTimestamp = 0;
  let ssrc: number | undefined;

  function take(packet: RtpPacket): Uint8Array[] {
    waiting.delete(packet.sequence);
    next = (packet.sequence + 1) & 0xffff;
    if (packet.payload.length === 0) return [];
    const gap = (packet.timestamp - nextTimestamp) | 0;
    nextTimestamp = (packet.timestamp + packet.payload.length) >>> 0;
    const missing = gap > 0 && gap <= maxGapSamples ? [new Uint8Array(gap).fill(silence)] : [];
    return [...missing, packet.payload];
  }

  function push(packet: RtpPacket): Uint8Array[] {
    // Without audio it does not begin a stream.
    if (packet.payload.length === 0 && (next === undefined || packet.ssrc !== ssrc)) return [];
    if (next === undefined || packet.ssrc !== ssrc) {
      waiting.clear();
      ssrc = packet.ssrc;
      nextTimestamp = packet.timestamp;
      return take(packet);
    }
    const ahead = distance(packet.sequence, next);
    // It is late, or came twice.
    if (ahead < 0 && ahead > -1000) return [];
    // The peer counts anew.
    if (Math.abs(ahead) >= 1000) waiting.clear();
    waiting.set(packet.sequence, packet);
    const ready: Uint8Array[] = [];
    for (;;) {
      const inOrder = waiting.get(next);
      const earliest =
        inOrder ?? (waiting.size > depth || Math.abs(ahead) >= 1000 ? earliestOf(waiting) : undefined);
      if (!earliest) return ready;
      ready.push(...take(earliest));
    }
  }

  return {
    push,
    flush() {
      const ready: Uint8Array[] = [];
      for (let first = earliestOf(waiting); first; first = earliestOf(waiting)) ready.push(...take(first));
      return ready;
    },
    skip(samples) {
      nextTimestamp = (nextTimestamp + samples) >>> 0;
    },
  };

  function earliestOf(packets: ReadonlyMap<number, RtpPacket>): RtpPacket | undefined {
    const from = next ?? 0;
    return [...packets.values()].sort((a, b) => distance(a.sequence, from) - distance(b.sequence, from))[0];
  }
}

/** From `to` to `from` on a circle of 65,536: negative when `from` lies behind. */
function distance(from: number, to: number): number {
  return (((from - to + 0x8000) & 0xffff) - 0x8000) | 0;
}
