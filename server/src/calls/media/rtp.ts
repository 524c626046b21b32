/** Packets of RTP (RFC 3550) with audio or digits (RFC 4733). */

export interface RtpPacket {
  readonly payloadType: number;
  readonly marker: boolean;
  readonly sequence: number;
  readonly timestamp: number;
  readonly ssrc: number;
  readonly payload: Uint8Array;
}

const headerBytes = 12;

/** Undefined for what is no RTP: a keep-alive, or a stranger. */
export function parsePacket(data: Buffer): RtpPacket | undefined {
  if (data.length < headerBytes || data[0]! >> 6 !== 2) return undefined;
  const hasPadding = (data[0]! & 0x20) !== 0;
  const hasExtension = (data[0]! & 0x10) !== 0;
  let start = headerBytes + 4 * (data[0]! & 0x0f);
  if (hasExtension) {
    if (data.length < start + 4) return undefined;
    start += 4 + 4 * data.readUInt16BE(start + 2);
  }
  const end = data.length - (hasPadding ? data[data.length - 1]! : 0);
  if (start > end) return undefined;
  return {
    payloadType: data[1]! & 0x7f,
    marker: (data[1]! & 0x80) !== 0,
    sequence: data.readUInt16BE(2),
    timestamp: data.readUInt32BE(4),
    ssrc: data.readUInt32BE(8),
    payload: data.subarray(start, end),
  };
}

export function serializePacket({
  payloadType,
  marker,
  sequence,
  timestamp,
  ssrc,
  payload,
}: RtpPacket): Buffer {
  const data = Buffer.alloc(headerBytes + payload.length);
  data[0] = 0x80;
  data[1] = (marker ? 0x80 : 0) | payloadType;
  data.writeUInt16BE(sequence & 0xffff, 2);
  data.writeUInt32BE(timestamp >>> 0, 4);
  data.writeUInt32BE(ssrc >>> 0, 8);
  data.set(payload, headerBytes);
  return data;
}

const digitNames = '0123456789*#ABCD';

/** The digit of an event, when the packet is the end of one that was not heard before; packets of an end come three times. */
export function createDigitReader(): (packet: RtpPacket) => string | undefined {
  let lastTimestamp: number | undefined;
  return ({ payload, timestamp }) => {
    const [event = 255, flags = 0] = payload;
    const isEnd = payload.length >= 4 && (flags & 0x80) !== 0;
    if (!isEnd || timestamp === lastTimestamp) return undefined;
    lastTimestamp = timestamp;
    return digitNames[event];
  };
}

/** The payload of an event (RFC 4733), at a usual volume. */
export function serializeDigit(event: number, durationSamples: number, isEnd: boolean): Uint8Array {
  return Uint8Array.of(event, (isEnd ? 0x80 : 0) | 10, durationSamples >> 8, durationSamples & 0xff);
}
