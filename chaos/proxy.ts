import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type NetConnectOpts, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A TCP proxy that can be slow, cut connections, or keep them open and pass nothing on. */
export interface Proxy {
  readonly port: number;
  /** By how much each piece is late, in both directions. */
  delayMs: number;
  /** Accepts and reads, but passes nothing on, as when the other side vanished without a word. */
  isHalfOpen: boolean;
  /** Breaks every connection that is open now. */
  cut(): void;
  close(): Promise<void>;
}

export async function startProxy(target: () => NetConnectOpts): Promise<Proxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect(target());
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, pair.toReversed() as [Socket, Socket]]) {
      forward(proxy, from, to);
      from.on('error', () => {});
      from.on('close', () => {
        pairs.delete(pair);
        to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: Proxy = {
    port: (server.address() as AddressInfo).port,
    delayMs: 0,
    isHalfOpen: false,
    cut() {
      for (const [near, far] of pairs) {
        near.resetAndDestroy();
        far.destroy();
      }
    },
    async close() {
      proxy.cut();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}

/** In order, whatever the delay is by then. */
function forward(proxy: Proxy, from: Socket, to: Socket): void {
  let last = Promise.resolve();
  from.on('data', (chunk: Buffer) => {
    if (proxy.isHalfOpen) return;
    if (proxy.delayMs === 0 && to.writableLength > 1 << 20) {
      from.pause();
      to.once('drain', () => from.resume());
    }
    const dueMs = performance.now() + proxy.delayMs;
    last = last.then(async () => {
      const leftMs = dueMs - performance.now();
      if (leftMs > 0) await sleep(leftMs);
      if (to.writable) to.write(chunk);
    });
  });
}
