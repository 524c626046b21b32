import { createSocket } from 'node:dgram';
import { connect as connectTcp, isIPv6, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** How SIP messages travel to one peer, the trunk: datagrams, or a connection that is opened when it is needed. */

export interface Peer {
  readonly protocol: 'UDP' | 'TCP' | 'TLS';
  readonly host: string;
  readonly port: number;
}

/** Our end of the way to the peer. */
export interface LocalEnd {
  readonly protocol: Peer['protocol'];
  /** Whether the protocol delivers by itself; otherwise messages are sent again until they are answered. */
  readonly isReliable: boolean;
  /** Our own address as the peer sees it, for `Via`, `Contact` and media. */
  readonly address: string;
  readonly port: number;
}

export interface Transport extends LocalEnd {
  send(text: string): void;
  close(): void;
}

interface Handlers {
  readonly onMessage: (text: string) => void;
  /** What was sent may not have arrived. */
  readonly onError: (error: Error) => void;
}

export function openTransport(peer: Peer, handlers: Handlers): Promise<Transport> {
  return peer.protocol === 'UDP' ? openDatagrams(peer, handlers) : openConnection(peer, handlers);
}

async function openDatagrams({ host, port }: Peer, { onMessage, onError }: Handlers): Promise<Transport> {
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
  socket.on('message', (data) => onMessage(data.toString()));
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    // A connected socket takes datagrams of this peer only, and knows by which address it is reached.
    socket.bind(0, () => socket.connect(port, host, resolve));
  });
  socket.removeAllListeners('error').on('error', onError);
  const local = socket.address();
  return {
    protocol: 'UDP',
    isReliable: false,
    address: local.address,
    port: local.port,
    send: (text) => socket.send(text),
    close: () => socket.close(),
  };
}

async function openConnection(peer: Peer, { onMessage, onError }: Handlers): Promise<Transport> {
  const { host, port, protocol } = peer;
  const socket: Socket =
    protocol === 'TLS' ? connectTls({ host, port, servername: host }) : connectTcp({ host, port });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.once(protocol === 'TLS' ? 'secureConnect' : 'connect', resolve);
  });
  socket.removeAllListeners('error').on('error', onError);
  socket.on('close', () => onError(new Error('The connection to the trunk was closed.')));
  const takeMessages = createMessageFramer(onMessage);
  socket.on('data', (data) => takeMessages(data));
  return {
    protocol,
    isReliable: true,
    address: socket.localAddress ?? '',
    port: socket.localPort ?? 0,
    send: (text) => socket.write(text),
    close: () => socket.destroy(),
  };
}

const maxMessageBytes = 65_536;

/** Cuts a stream into messages: the head says how long the body is (RFC 3261 section 18.3). */
export function createMessageFramer(onMessage: (text: string) => void): (data: Buffer) => void {
  let buffer = Buffer.alloc(0);
  return (data) => {
    buffer = Buffer.concat([buffer, data]);
    for (;;) {
      // Keep-alives are empty lines between messages.
      while (buffer[0] === 0x0d || buffer[0] === 0x0a) buffer = buffer.subarray(1);
      const end = buffer.indexOf('\r\n\r\n');
      if (end < 0) break;
      const head = buffer.subarray(0, end).toString();
      const length = Number(/^(?:content-length|l)[ \t]*:[ \t]*(\d{1,6})\s*$/im.exec(head)?.[1] ?? 0);
      if (buffer.length < end + 4 + length) break;
      onMessage(buffer.subarray(0, end + 4 + length).toString());
      buffer = buffer.subarray(end + 4 + length);
    }
    // A peer that never ends a message gets no memory for it.
    if (buffer.length > maxMessageBytes) buffer = Buffer.alloc(0);
  };
}
