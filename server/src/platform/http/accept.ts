import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:net';

/*
 * Node accepts one connection per turn of its event loop and listening socket (libuv does since 1.45). Under load a turn
 * takes 10 ms and more, so that few connections are accepted each second, the kernel's queue overflows, and new clients
 * wait for seconds without an answer, not even a 503. Several handles on the same socket accept one connection each.
 *
 * Node 20 has no call that duplicates a socket, but sending one to another process does: a short-lived child sends it
 * back so many times. (From Node 22.12 on, several servers with `reusePort` could do the same.)
 */

const extraHandles = 15;

/** How many connections the kernel keeps until they are accepted; it may have a lower limit of its own (somaxconn). */
export const backlog = 4_096;

/** Returns a function that stops the extra handles and waits for their connections, as `server.close` does. */
export async function acceptFaster(server: Server): Promise<() => Promise<void>> {
  const listeners = (await duplicateHandle(server)).map((handle) => {
    const listener = createServer((socket) => server.emit('connection', socket));
    return listener.listen(handle, backlog);
  });
  return async () => {
    await Promise.all(listeners.map((listener) => new Promise((resolve) => listener.close(resolve))));
  };
}

/** The socket below a server. It is sent without the server, since a child with a server would accept connections itself. */
const handleOf = (server: Server): Server =>
  // oxlint-disable-next-line no-underscore-dangle -- Node's own name; `listen` documents that it takes one
  (server as unknown as { readonly _handle: Server })._handle;

const echo = `process.on('message', (count, handle) => {
  for (let sent = 0; sent < count; sent += 1) process.send('', handle);
});`;

const limitMs = 10_000;

/** As many as arrive in time: fewer only mean that connections are accepted more slowly. */
function duplicateHandle(server: Server): Promise<object[]> {
  const child = spawn(process.execPath, ['--eval', echo], {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const handles: object[] = [];
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      child.kill();
      resolve(handles);
    };
    const timer = setTimeout(finish, limitMs);
    child.on('error', finish).on('exit', finish);
    child.on('message', (_message, handle) => {
      handles.push(handle as object);
      if (handles.length === extraHandles) finish();
    });
    child.send(extraHandles, handleOf(server), (error) => error && finish());
  });
}
