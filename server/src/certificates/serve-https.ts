import type { Server } from 'node:http';
import { createServer } from 'node:tls';
import { callbackify } from 'node:util';
import type { Runtime } from '../platform/context.ts';
import { StartError } from '../platform/start-error.ts';
import { createContextFinder } from './find-context.ts';

const handshakeTimeoutMs = 30_000;

/**
 * Listens on HTTPS_PORT, and hands each connection to the HTTP server, whose limits hold for it as for any other. Returns how to stop.
 */
export async function serveHttps(runtime: Runtime, http: Server): Promise<() => Promise<void>> {
  const { host, https } = runtime.config;
  if (!https) return async () => {};
  const findContext = createContextFinder(runtime);
  const server = createServer(
    {
      ALPNProtocols: ['http/1.1'],
      minVersion: 'TLSv1.2',
      handshakeTimeout: handshakeTimeoutMs,
      SNICallback: callbackify(async (name: string) => {
        const context = await findContext(name);
        if (!context) throw new Error('No certificate for this name');
        return context;
      }),
    },
    (socket) => http.emit('connection', socket),
  );
  // Scanners, strangers' domains, visitors who left: nothing that anyone should be told.
  server.on('tlsClientError', (error) => runtime.log.debug({ err: error }, 'no TLS connection'));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new StartError(`Can’t listen on ${host}:${https.port} (${error.code}); check HOST and HTTPS_PORT.`),
      ),
    );
    server.listen(https.port, host, resolve);
  });
  return () => new Promise((resolve) => void server.close(() => resolve()));
}
