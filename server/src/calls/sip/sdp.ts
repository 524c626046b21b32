import { isIPv4, isIPv6 } from 'node:net';

/** The part of SDP (RFC 4566, 3264) that a telephone call has: one audio stream, G.711, and digits as events. */

export interface Media {
  readonly address: string;
  readonly port: number;
  readonly codec: Codec;
  /** The payload type of digits (RFC 4733); undefined: the peer sends none. */
  readonly digitsType: number | undefined;
  /** Whether the peer takes our audio: not while it has us on hold. */
  readonly mayReceive: boolean;
}

export interface Codec {
  readonly name: 'PCMU' | 'PCMA';
  readonly payloadType: number;
}

/** Static payload types of RFC 3551. PCMU first: nearly every trunk prefers it outside of Europe, and all take both. */
const codecs: readonly Codec[] = [
  { name: 'PCMU', payloadType: 0 },
  { name: 'PCMA', payloadType: 8 },
];
const digitsType = 101;

interface Local {
  readonly address: string;
  readonly port: number;
  readonly sessionId: number;
  /** Counts our descriptions of one session. */
  readonly version: number;
}

export function offer(local: Local): string {
  return describe(local, codecs, digitsType);
}

/** To an offer of the peer, with the codec that `chooseMedia` found. */
export function answer(local: Local, { codec, digitsType: theirs }: Media): string {
  return describe(local, [codec], theirs);
}

function describe(
  { address, port, sessionId, version }: Local,
  offered: readonly Codec[],
  digits: number | undefined,
): string {
  const family = isIPv6(address) ? 'IP6' : 'IP4';
  const types = [...offered.map(({ payloadType }) => payloadType), ...(digits === undefined ? [] : [digits])];
  const lines = [
    'v=0',
    `o=- ${sessionId} ${version} IN ${family} ${address}`,
    's=-',
    `c=IN ${family} ${address}`,
    't=0 0',
    `m=audio ${port} RTP/AVP ${types.join(' ')}`,
    ...offered.map(({ name, payloadType }) => `a=rtpmap:${payloadType} ${name}/8000`),
    ...(digits === undefined ? [] : [`a=rtpmap:${digits} telephone-event/8000`, `a=fmtp:${digits} 0-16`]),
    'a=ptime:20',
    'a=sendrecv',
  ];
  return `${lines.join('\r\n')}\r\n`;
}

/** What of the peer's description we use; undefined when there is no audio that we can send and understand. */
export function chooseMedia(sdp: string): Media | undefined {
  const lines = sdp.split(/\r?\n/);
  const start = lines.findIndex((line) => line.startsWith('m=audio '));
  if (start < 0) return undefined;
  const next = lines.findIndex((line, index) => index > start && line.startsWith('m='));
  const audio = lines.slice(start, next < 0 ? undefined : next);
  const session = lines.slice(
    0,
    lines.findIndex((line) => line.startsWith('m=')),
  );
  const found = /^m=audio (\d+)(?:\/\d+)? RTP\/AVP((?: \d+)+)$/.exec(audio[0]?.trim() ?? '');
  const address = connectionIn(audio) ?? connectionIn(session);
  const port = Number(found?.[1] ?? 0);
  if (!found || address === undefined || port < 1 || port > 65_535) return undefined;
  const types = (found[2] ?? '').trim().split(' ').map(Number);
  const codec = types.flatMap((type) => codecOf(type, audio) ?? [])[0];
  if (!codec) return undefined;
  const digits = types.find((type) => mappingOf(type, audio) === 'telephone-event/8000');
  return {
    address,
    port,
    codec,
    digitsType: digits,
    mayReceive: mayReceive([...session, ...audio], address),
  };
}

function connectionIn(lines: readonly string[]): string | undefined {
  const address = lines
    .map((line) => /^c=IN IP[46] ([^\s/]+)/.exec(line)?.[1])
    .find((each) => each !== undefined);
  return address !== undefined && (isIPv4(address) || isIPv6(address)) ? address : undefined;
}

function codecOf(type: number, lines: readonly string[]): Codec | undefined {
  const mapping = mappingOf(type, lines)?.toUpperCase().replace(/\/1$/, '');
  const known = codecs.find(({ name, payloadType }) =>
    mapping === undefined ? payloadType === type : mapping === `${name}/8000`,
  );
  return known && { name: known.name, payloadType: type };
}

function mappingOf(type: number, lines: readonly string[]): string | undefined {
  return lines
    .map((line) => /^a=rtpmap:(\d+) (\S+)/.exec(line))
    .find((found) => Number(found?.[1]) === type)?.[2];
}

/** The last attribute of direction counts; an address of zeros is the older way to put on hold. */
function mayReceive(lines: readonly string[], address: string): boolean {
  const directions = lines.flatMap(
    (line) => /^a=(sendrecv|sendonly|recvonly|inactive)\s*$/.exec(line)?.[1] ?? [],
  );
  const direction = directions.at(-1) ?? 'sendrecv';
  return address !== '0.0.0.0' && (direction === 'sendrecv' || direction === 'recvonly');
}
