import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeG711, encodeG711 } from './media/g711.ts';
import { parsePacket, serializeDigit, serializePacket } from './media/rtp.ts';
import { buildResponse } from './sip/dialog.ts';
import {
  findHeader,
  parseMessage,
  serializeMessage,
  parseUri,
  type Header,
  type SipRequest,
  type SipResponse,
} from './sip/message.ts';
import { buildSdpAnswer, chooseMedia } from './sip/sdp.ts';

/**
 * A telephone that does what a script says, packet by packet. As many PBXs do, it sends nothing while it is silent. Asterisk, of which
 * that is known best, is not in Debian.
 */
export interface Phone {
  readonly port: number;
  /** How the next calls are taken, by number. */
  answer(number: string, script: Script): void;
  /** With this status, until it is undefined. */
  refuse(number: string, status: number | undefined): void;
  /** The numbers that were dialled, in order. */
  readonly dialled: readonly string[];
  close(): void;
}

/** It hangs up when the script has ended, if nobody has yet. */
export type Script = (call: PhoneCall) => Promise<void>;

export interface PhoneCall {
  say(samples: Int16Array): Promise<void>;
  press(digit: string, way?: 'audio' | 'INFO'): Promise<void>;
  /** Once the other side has spoken and then been silent for so long: longer than it pauses between sentences, also on a busy machine. */
  untilQuiet(ms?: number): Promise<void>;
  /** Once the other side has spoken for so long. */
  untilSpoken(ms: number): Promise<void>;
  /** Once the other side has hung up. */
  untilEnded(): Promise<void>;
}

const frame = 160;
const frameMs = 20;
const loud = 1000;

export async function startPhone(): Promise<Phone> {
  const signalling = createSocket('udp4');
  await bind(signalling);
  const scripts = new Map<string, Script>();
  const refusals = new Map<string, number>();
  const dialled: string[] = [];
  const replies = new Map<string, string>();
  const open = new Map<string, { end(): void; receive(response: SipResponse): void }>();

  signalling.on('message', (data, from) => {
    const message = parseMessage(data.toString());
    const callId = (message && findHeader(message, 'Call-ID')) ?? '';
    if (message?.kind === 'response') return open.get(callId)?.receive(message);
    if (!message || message.method === 'ACK') return;
    const key = `${callId} ${findHeader(message, 'CSeq')}`;
    const known = replies.get(key);
    if (known !== undefined) return void signalling.send(known, from.port, from.address);
    const reply = (response: SipResponse): void => {
      replies.set(key, serializeMessage(response));
      signalling.send(serializeMessage(response), from.port, from.address);
    };
    if (message.method === 'INVITE') return void take(message, callId, from, reply);
    reply(buildResponse(message, 200, 'OK'));
    if (message.method === 'BYE' || message.method === 'CANCEL') open.get(callId)?.end();
  });

  async function take(
    invite: SipRequest,
    callId: string,
    from: RemoteInfo,
    reply: (response: SipResponse) => void,
  ): Promise<void> {
    const number = /^sip:([^@]+)@/.exec(invite.uri)?.[1] ?? '';
    dialled.push(number);
    const status = refusals.get(number) ?? (scripts.has(number) ? undefined : 404);
    if (status !== undefined) return reply(buildResponse(invite, status, 'Refused'));
    const media = chooseMedia(invite.body);
    if (!media) return reply(buildResponse(invite, 488, 'Not Acceptable Here'));
    const audio = createSocket('udp4');
    await bind(audio);
    const local = { address: '127.0.0.1', port: audio.address().port, sessionId: 1, version: 1 };
    const contact = { name: 'Contact', value: `<sip:phone@127.0.0.1:${signalling.address().port}>` };
    const accepted = buildResponse(invite, 200, 'OK', {
      headers: [contact],
      body: buildSdpAnswer(local, media, invite.body),
    });
    let last = 0;
    const request = (method: string, headers: readonly Header[] = [], body = ''): void => {
      last += 1;
      const text = serializeMessage(requestBack(invite, accepted, method, last, headers, body));
      signalling.send(text, from.port, from.address);
    };
    const talk = openTalk(audio, media.port, request);
    open.set(callId, { end: talk.end, receive: () => undefined });
    reply(accepted);
    await scripts
      .get(number)?.(talk.call)
      .catch(() => undefined);
    if (!talk.isOver()) request('BYE');
    talk.end();
  }

  return {
    port: signalling.address().port,
    answer: (number, script) => void scripts.set(number, script),
    refuse(number, status) {
      if (status === undefined) refusals.delete(number);
      else refusals.set(number, status);
    },
    dialled,
    close() {
      for (const each of open.values()) each.end();
      signalling.close();
    },
  };
}

/** The audio of one call. */
function openTalk(
  socket: Socket,
  toPort: number,
  request: (method: string, headers?: readonly Header[], body?: string) => void,
) {
  const startMs = performance.now();
  let isOver = false;
  let sequence = 0;
  let spokenMs = 0;
  let loudAtMs: number | undefined;
  socket.on('message', (data) => {
    const packet = parsePacket(data);
    if (!packet || !decodeG711(packet.payload, 'PCMU').some((sample) => Math.abs(sample) > loud)) return;
    spokenMs += frameMs;
    loudAtMs = performance.now();
  });

  /** By the clock since the answer, as telephones count: also over what was not sent. */
  const send = (atMs: number, payloadType: number, payload: Uint8Array, timestampMs = atMs): void => {
    const packet = { payloadType, marker: false, sequence, timestamp: timestampMs * 8, ssrc: 7, payload };
    sequence += 1;
    if (!isOver) socket.send(serializePacket(packet), toPort, '127.0.0.1');
  };
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) {
      if (isOver) throw new Error('The call is over.');
      await sleep(10);
    }
  };
  const call: PhoneCall = {
    async say(samples) {
      const fromMs = Math.round(performance.now() - startMs);
      for (let at = 0; at < samples.length; at += frame) {
        const dueMs = fromMs + (at / frame) * frameMs;
        await until(() => performance.now() - startMs >= dueMs);
        send(dueMs, 0, encodeG711(samples.slice(at, at + frame), 'PCMU'));
      }
    },
    async press(digit, way = 'audio') {
      if (way === 'INFO') {
        const type = { name: 'Content-Type', value: 'application/dtmf-relay' };
        return request('INFO', [type], `Signal=${digit}\r\nDuration=160\r\n`);
      }
      const atMs = Math.round(performance.now() - startMs);
      for (let index = 0; index < 6; index += 1) {
        const isEnd = index > 2;
        send(atMs, 101, serializeDigit(Number(digit), (Math.min(index, 3) + 1) * frame, isEnd), atMs);
        await sleep(frameMs);
      }
      return undefined;
    },
    async untilQuiet(ms = 2500) {
      loudAtMs = undefined;
      await until(() => loudAtMs !== undefined && performance.now() - loudAtMs >= ms);
    },
    async untilSpoken(ms) {
      spokenMs = 0;
      await until(() => spokenMs >= ms);
    },
    untilEnded: () => until(() => isOver).catch(() => undefined),
  };
  return {
    call,
    isOver: () => isOver,
    end() {
      if (isOver) return;
      isOver = true;
      socket.close();
    },
  };
}

/** A request of whom was called: what was its answer's `To` is now its `From`. */
function requestBack(
  invite: SipRequest,
  accepted: SipResponse,
  method: string,
  number: number,
  headers: readonly Header[],
  body: string,
): SipRequest {
  const contact = findHeader(invite, 'Contact') ?? '';
  return {
    kind: 'request',
    method,
    uri: parseUri(contact),
    headers: [
      { name: 'Via', value: `SIP/2.0/UDP 127.0.0.1;branch=z9hG4bKphone${number}` },
      { name: 'From', value: findHeader(accepted, 'To') ?? '' },
      { name: 'To', value: findHeader(invite, 'From') ?? '' },
      { name: 'Call-ID', value: findHeader(invite, 'Call-ID') ?? '' },
      { name: 'CSeq', value: `${number} ${method}` },
      { name: 'Max-Forwards', value: '70' },
      ...headers,
    ],
    body,
  };
}

function bind(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.bind(0, '127.0.0.1', resolve);
  });
}
