import { ApiError } from '@daybook/client';
import { api } from './query.ts';

/**
 * Loads a script of the dashboard. The router takes one that can't be loaded for one of an older version, and loads the page again.
 * Without a connection the whole dashboard would be gone by that, so it waits for one.
 */
export function loadScript<Script>(load: () => Promise<Script>): () => Promise<Script> {
  return async () => {
    try {
      return await load();
    } catch (error) {
      if (await isReachable()) throw error;
    }
    do await untilOnline();
    while (!(await isReachable()));
    // Browsers do not try again what has failed once.
    location.reload();
    return new Promise(() => undefined);
  };
}

const pauseMs = 2000;

async function isReachable(): Promise<boolean> {
  try {
    await api.readSession();
    return true;
  } catch (error) {
    return error instanceof ApiError;
  }
}

function untilOnline(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, pauseMs);
    addEventListener('online', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
