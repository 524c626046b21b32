import { isIPv4, isIPv6 } from 'node:net';

/** The part of SDP (RFC 4566, 3264) that a telephone call has: one audio stream, G.711, and digits as events. */

export interface Media {
  readonly address: string;
  readonly port: number;
  readonly codec: Codec;
  /** The payload type of digits (RFC 4733); undefined: the peer sends none. */
  readonly digitsType: number | undefined;
  /** The payload type of comfort noise (RFC 3389): the peer sends it, and then nothing, while nobody speaks. */
  readonly noiseType?: number | undefined;
  /** Whether the peer takes our audio: not while it has us on hold. */
  readonly mayReceive: boolean;
}

interface DescribedMedia extends Media {
  /** As the peer sees it. */
  readonly direction: Direction;
  /** Its place among the streams of the description. */
  readonly stream: number;
}

type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

/** What the other side of a stream does. */
const reverse: Readonly<Record<Direction, Direction>> = {
  sendrecv: 'sendrecv',
  sendonly: 'recvonly',
  recvonly: 'sendonly',
  inactive: 'inactive',
};

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
/** Static, too. */
const noiseType = 13;
const cn = 'CN/8000';

interface Local {
  readonly address: string;
  readonly port: number;
  readonly sessionId: number;
  /** Counts our descriptions of one session. */
  readonly version: number;
}

/**
 * To an offer of the peer (RFC 3264 section 6): as many streams as it has, in its order, of which we take the audio that `chooseMedia` found
 * and refuse the others with port 0. A peer that puts us on hold is told that we are.
 */
export function buildSdpAnswer(local: Local, media: DescribedMedia, offered: string): string {
  const { streams } = partsOf(offered);
  const taken = describeAudio(local, [media.codec], media, reverse[media.direction]);
  const lines = streams.flatMap((stream, index) => (index === media.stream ? taken : refusalOf(stream)));
  return written([...describeSession(local), ...lines]);
}

export function buildSdpOffer(local: Local): string {
  const audio = describeAudio(local, codecs, { digitsType, noiseType }, 'sendrecv');
  return written([...describeSession(local), ...audio]);
}

const written = (lines: readonly string[]): string => `${lines.join('\r\n')}\r\n`;

function describeSession({ address, sessionId, version }: Local): string[] {
  const family = isIPv6(address) ? 'IP6' : 'IP4';
  return [
    'v=0',
    `o=- ${sessionId} ${version} IN ${family} ${address}`,
    's=-',
    `c=IN ${family} ${address}`,
    't=0 0',
  ];
}

function describeAudio(
  { port }: Local,
  offered: readonly Codec[],
  { digitsType: digits, noiseType: noise }: Pick<Media, 'digitsType' | 'noiseType'>,
  direction: Direction,
): string[] {
  const mappings = [
    ...offered.map(({ name, payloadType }) => ({ type: payloadType, name })),
    ...(noise === undefined ? [] : [{ type: noise, name: 'CN' }]),
    ...(digits === undefined ? [] : [{ type: digits, name: 'telephone-event' }]),
  ];
  return [
    `m=audio ${port} RTP/AVP ${mappings.map(({ type }) => type).join(' ')}`,
    ...mappings.map(({ type, name }) => `a=rtpmap:${type} ${name}/8000`),
    ...(digits === undefined ? [] : [`a=fmtp:${digits} 0-16`]),
    'a=ptime:20',
    `a=${direction}`,
  ];
}

/** `m=video 5004 RTP/AVP 96` to `m=video 0 RTP/AVP 96`. */
function refusalOf([line = '']: readonly string[]): string[] {
  return [line.replace(/^(m=\S+) \d+(?:\/\d+)?/, '$1 0')];
}

/** What of the peer's description we use; undefined when there is no audio that we can send and understand. */
export function chooseMedia(sdp: string): DescribedMedia | undefined {
  const { session, streams } = partsOf(sdp);
  const found = streams.flatMap((lines, stream) => audioIn(session, lines, stream) ?? []);
  return found[0];
}

interface Parts {
  readonly session: readonly string[];
  /** Each from its line `m=` on. */
  readonly streams: readonly (readonly string[])[];
}

function partsOf(sdp: string): Parts {
  const lines = sdp.split(/\r?\n/).map((line) => line.trimEnd());
  const starts = lines.flatMap((line, index) => (line.startsWith('m=') ? [index] : []));
  return {
    session: lines.slice(0, starts[0]),
    streams: starts.map((start, index) => lines.slice(start, starts[index + 1])),
  };
}

function audioIn(
  session: readonly string[],
  audio: readonly string[],
  stream: number,
): DescribedMedia | undefined {
  const found = /^m=audio (\d+)(?:\/\d+)? RTP\/AVP((?: \d+)+)$/.exec(audio[0] ?? '');
  const address = connectionIn(audio) ?? connectionIn(session);
  const port = Number(found?.[1] ?? 0);
  if (!found || address === undefined || port < 1 || port > 65_535) return undefined;
  const types = (found[2] ?? '').trim().split(' ').map(Number);
  const codec = types.flatMap((type) => codecOf(type, audio) ?? [])[0];
  if (!codec) return undefined;
  const direction = directionIn([...session, ...audio]);
  return {
    address,
    port,
    codec,
    digitsType: types.find((type) => mappingOf(type, audio) === 'TELEPHONE-EVENT/8000'),
    noiseType: types.find((type) => (mappingOf(type, audio) ?? (type === noiseType && cn)) === cn),
    direction,
    stream,
    // An address of zeros is the older way to put on hold.
    mayReceive: address !== '0.0.0.0' && (direction === 'sendrecv' || direction === 'recvonly'),
  };
}

function connectionIn(lines: readonly string[]): string | undefined {
  const address = lines
    .map((line) => /^c=IN IP[46] ([^\s/]+)/.exec(line)?.[1])
    .find((each) => each !== undefined);
  return address !== undefined && (isIPv4(address) || isIPv6(address)) ? address : undefined;
}

function codecOf(type: number, lines: readonly string[]): Codec | undefined {
  const mapping = mappingOf(type, lines);
  const known = codecs.find(({ name, payloadType }) =>
    mapping === undefined ? payloadType === type : mapping === `${name}/8000`,
  );
  return known && { name: known.name, payloadType: type };
}

/** In upper case, since names are of any. */
function mappingOf(type: number, lines: readonly string[]): string | undefined {
  return lines
    .map((line) => /^a=rtpmap:(\d+) (\S+)/.exec(line))
    .find((found) => Number(found?.[1]) === type)?.[2]
    ?.toUpperCase()
    .replace(/\/1$/, '');
}

/** The last attribute counts: that of a stream comes after that of the session. */
function directionIn(lines: readonly string[]): Direction {
  const found = lines.flatMap(
    (line) => /^a=(sendrecv|sendonly|recvonly|inactive)$/.exec(line)?.[1] ?? [],
  ) as Direction[];
  return found.at(-1) ?? 'sendrecv';
}
