import { breaksAfter, type Lane } from './rules.ts';

/** How many deliveries are under way to each subscription, and how many may be. */
export interface Windows {
  /** Deliveries under way, all together. */
  readonly inFlight: number;
  /** How many more this subscription may have under way. */
  roomOf(lane: Lane): number;
  begin(webhookId: string): void;
  end(webhookId: string, isDelivered: boolean): void;
}

interface Window {
  inFlight: number;
  limit: number;
}

const firstLimit = 4;
const highestLimit = 32;
const mostRemembered = 10_000;

/**
 * An address begins with a few at a time. Each arrival lets one more under way, each failure half as many: so a fast one
 * gets much, and one that swallows everything for 15 s each holds little. After several failures in a row there is one
 * at a time, to find out whether it works again.
 */
export function createWindows(): Windows {
  const windows = new Map<string, Window>();
  let inFlight = 0;
  const windowOf = (webhookId: string): Window => {
    let window = windows.get(webhookId);
    if (!window) {
      if (windows.size >= mostRemembered) forgetIdle(windows);
      window = { inFlight: 0, limit: firstLimit };
      windows.set(webhookId, window);
    }
    return window;
  };
  return {
    get inFlight() {
      return inFlight;
    },
    roomOf({ webhookId, failures }) {
      const { inFlight: busy, limit } = windows.get(webhookId) ?? { inFlight: 0, limit: firstLimit };
      return (failures >= breaksAfter ? 1 : limit) - busy;
    },
    begin(webhookId) {
      windowOf(webhookId).inFlight += 1;
      inFlight += 1;
    },
    end(webhookId, isDelivered) {
      const window = windowOf(webhookId);
      window.inFlight -= 1;
      inFlight -= 1;
      window.limit = isDelivered
        ? Math.min(highestLimit, window.limit + 1)
        : Math.max(1, Math.floor(window.limit / 2));
    },
  };
}

function forgetIdle(windows: Map<string, Window>): void {
  for (const [webhookId, { inFlight }] of windows) if (inFlight === 0) windows.delete(webhookId);
}
