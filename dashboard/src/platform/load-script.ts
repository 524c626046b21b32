import { ApiError } from '@daybook/client';
import { api } from './query.ts';

/**
 * Loads a script of the dashboard. The router takes one that can't be loaded for one of an older version, and loads the page again.
 * Without a connection the whole dashboard would be gone by that, so it waits for one. What nobody waits for by then fails, without
 * any effect: it is loaded when it is asked for.
 */
export function loadScript<Script>(
  load: () => Promise<Script>,
  isAwaited = (): boolean => true,
): () => Promise<Script> {
  return async () => {
    try {
      return await load();
    } catch (error) {
      if (await isReachable()) throw error;
      do await untilOnline();
      while (!(await isReachable()));
      if (!isAwaited()) throw error;
    }
    // Browsers do not try again what has failed once.
    location.reload();
    return new Promise(() => undefined);
  };
}

let isNavigating = (): boolean => true;

/** Tells how to find out whether someone waits for a page, as opposed to one that is loaded ahead. */
export function setNavigationCheck(check: () => boolean): void {
  isNavigating = check;
}

/** As `loadScript`, for a page, which is also loaded when someone points at a link to it. */
export function loadPageScript<Script>(load: () => Promise<Script>): () => Promise<Script> {
  return loadScript(load, () => isNavigating());
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
