import type { Client, Pool } from './connect.ts';

/**
 * Calls back when somebody notifies the channel. A notification is only a wake-up: whoever listens looks by itself from
 * time to time as well, so nothing is lost while the connection is away, or behind a pooler that passes none on.
 */
export function listen(pool: Pool, channel: string, onWake: () => void): { stop(): void } {
  let isStopped = false;
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const again = (): void => {
    client = undefined;
    if (!isStopped) timer = setTimeout(() => void open(), retryMs);
  };
  const open = async (): Promise<void> => {
    try {
      const fresh = await pool.connect();
      if (isStopped) return fresh.release();
      client = fresh;
      fresh.on('notification', onWake);
      fresh.once('end', again);
      await fresh.query(`listen ${channel}`);
    } catch {
      // The 'end' of a client that we have brings us here again; without one, nobody would.
      if (!client) again();
    }
  };
  void open();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      // Destroyed, not given back: it still listens.
      client?.release(true);
    },
  };
}

const retryMs = 5_000;
