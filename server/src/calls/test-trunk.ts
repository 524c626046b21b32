import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { findHeader, parseMessage } from './sip/message.ts';

/** A trunk: gives each call to the telephone that has its number, and hands messages through as they are. */
export interface Trunk {
  readonly port: number;
  /** The calls that were dialled, by number: each once, however often its INVITE was repeated. */
  readonly dialled: ReadonlyMap<string, ReadonlySet<string>>;
  close(): void;
}

/** `phones` says at which port of this machine a number is. */
export async function startTrunk(phones: (number: string) => number | undefined): Promise<Trunk> {
  const front = createSocket('udp4');
  const legs = new Map<number, Socket>();
  const portOfCall = new Map<string, number>();
  const callers = new Map<string, RemoteInfo>();
  const dialled = new Map<string, Set<string>>();

  front.on('message', (data, from) => {
    const message = parseMessage(data.toString());
    const callId = message && findHeader(message, 'Call-ID');
    if (!message || callId === undefined) return;
    const number = message.kind === 'request' ? (/^sip:([^@]+)@/.exec(message.uri)?.[1] ?? '') : '';
    if (message.kind === 'request' && message.method === 'INVITE' && !portOfCall.has(callId)) {
      const port = phones(number);
      if (port === undefined) return;
      portOfCall.set(callId, port);
      callers.set(callId, from);
      dialled.set(number, (dialled.get(number) ?? new Set()).add(callId));
    }
    const port = portOfCall.get(callId);
    if (port !== undefined) legTo(port).send(data, port, '127.0.0.1');
  });

  /** A socket for each telephone, so that its answers come back to it. */
  function legTo(port: number): Socket {
    const known = legs.get(port);
    if (known) return known;
    const leg = createSocket('udp4');
    leg.on('error', () => undefined);
    leg.on('message', (data) => {
      const message = parseMessage(data.toString());
      const caller = callers.get((message && findHeader(message, 'Call-ID')) ?? '');
      if (caller) front.send(data, caller.port, caller.address);
    });
    legs.set(port, leg);
    return leg;
  }

  await new Promise<void>((resolve, reject) => {
    front.once('error', reject);
    front.bind(0, '127.0.0.1', resolve);
  });
  return {
    port: front.address().port,
    dialled,
    close() {
      front.close();
      for (const leg of legs.values()) leg.close();
    },
  };
}
