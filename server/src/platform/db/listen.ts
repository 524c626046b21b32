import type { Client, Pool } from './connect.ts';

/**
 * Calls back on a notification of the channel. It is only a wake-up: the listener also polls, so nothing is lost
 * while the connection is away, or behind a pooler that passes none on.
 */
export function listen(pool: Pool, channel: string, onNotification: () => void): { stop(): void } {
  let isStopped = false;
  let close = (): void => {};
  let timer: NodeJS.Timeout | undefined;

  const reconnectLater = (): void => {
    close();
    close = () => {};
    if (!isStopped) timer = setTimeout(connect, retryMs);
  };
  const connect = (): void => {
    pool.connect().then((client) => {
      close = closeOnce(client);
      if (isStopped) return close();
      client.on('notification', onNotification);
      client.once('end', reconnectLater);
      return client.query(`listen ${channel}`).then(() => {}, close);
    }, reconnectLater);
  };
  connect();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      close();
    },
  };
}

/** Closed, not given back: it still listens. The pool counts it until it is released, also when the connection is lost. */
function closeOnce(client: Client): () => void {
  let isClosed = false;
  return () => {
    if (isClosed) return;
    isClosed = true;
    client.release(true);
  };
}

const retryMs = 1_000;
