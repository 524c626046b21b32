import { connect } from 'node:net';

/**
 * The load: so many kept-alive connections, each one request after the other, for some seconds. Prints requests a second.
 * A process of its own on bare sockets: what it measures should be the server, not another HTTP stack beside it.
 */
const [address = '', token = '', connections = '50', seconds = '3'] = process.argv.slice(2);

const { hostname, port, pathname, host } = new URL(address);
const request = Buffer.from(
  `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  'latin1',
);

let counted = 0;
let counting = false;
let going = true;

function client(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    let text = '';
    socket.on('connect', () => socket.write(request));
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      const head = text.indexOf('\r\n\r\n');
      if (head < 0) return;
      if (!text.startsWith('HTTP/1.1 200 ')) socket.destroy(new Error(text.slice(0, head)));
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1]);
      if (text.length < head + 4 + length) return;
      text = '';
      if (counting) counted += 1;
      if (going) socket.write(request);
      else socket.end();
    });
    socket.on('error', reject).on('close', resolve);
  });
}

const clients = Promise.all(Array.from({ length: Number(connections) }, client));
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
await Promise.race([pause(500), clients]);
counting = true;
const beganMs = performance.now();
await Promise.race([pause(Number(seconds) * 1000), clients]);
const tookMs = performance.now() - beganMs;
going = false;
await clients;
console.log(Math.round((counted / tookMs) * 1000));
