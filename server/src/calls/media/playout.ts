import { decodeG711, silence, type G711Codec } from './g711.ts';
import { createJitterBuffer } from './jitter.ts';
import type { RtpPacket } from './rtp.ts';

/**
 * What the peer says as frames of 20 ms, by the clock. Many telephones send nothing while nobody speaks: what does not come is silence, or
 * the end of an utterance would never come.
 */
export interface Playout {
  /** A packet without audio, such as comfort noise, only keeps the order. */
  push(packet: RtpPacket): void;
  /** Fills in the silence since the last packet; to be called every 20 ms. */
  fill(): void;
}

const frameMs = 20;
const frameSamples = 160;
/** A packet that is later than this has been replaced by silence. */
const lateMs = 80;

export function openPlayout(
  law: G711Codec,
  onFrame: (samples: Int16Array) => void,
  now: () => number = () => performance.now(),
): Playout {
  const buffer = createJitterBuffer(silence[law]);
  const silent = new Uint8Array(frameSamples).fill(silence[law]);
  const toFrames = framer(law, onFrame);
  /** Until when audio was heard, or is known to be silent. */
  let untilMs = now();
  return {
    push(packet) {
      for (const payload of buffer.push(packet)) toFrames(payload);
      if (packet.payload.length > 0) untilMs = now();
    },
    fill() {
      if (now() - untilMs < lateMs) return;
      for (const payload of buffer.flush()) toFrames(payload);
      for (; now() - untilMs >= lateMs; untilMs += frameMs) {
        buffer.skip(frameSamples);
        toFrames(silent);
      }
    },
  };
}

/** Packets have as much audio as the peer likes, and a gap is filled in one piece. */
function framer(law: G711Codec, onFrame: (samples: Int16Array) => void): (payload: Uint8Array) => void {
  let rest = new Uint8Array(0);
  return (payload) => {
    const bytes = rest.length === 0 ? payload : Uint8Array.from([...rest, ...payload]);
    let at = 0;
    for (; at + frameSamples <= bytes.length; at += frameSamples)
      onFrame(decodeG711(bytes.subarray(at, at + frameSamples), law));
    rest = bytes.slice(at);
  };
}
