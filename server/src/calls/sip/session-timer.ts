import { findHeader, parseParameters, type SipResponse } from './message.ts';

/** RFC 4028: one side refreshes a call, and the other ends a call of which it hears no more. */
export interface SessionTimer {
  /** As the answer to our INVITE says. */
  start(accepted: SipResponse): void;
  /** The peer has refreshed the call. */
  restart(): void;
  stop(): void;
}

interface Actions {
  readonly refresh: () => void;
  readonly expire: () => void;
}

export function createSessionTimer({ refresh, expire }: Actions): SessionTimer {
  let timer: NodeJS.Timeout | undefined;
  let plan: { readonly afterMs: number; readonly isOurs: boolean } | undefined;
  const restart = (): void => {
    clearTimeout(timer);
    if (!plan) return;
    const { afterMs, isOurs } = plan;
    timer = setTimeout(() => {
      if (!isOurs) return expire();
      refresh();
      return restart();
    }, afterMs);
  };
  return {
    start(accepted) {
      const header = findHeader(accepted, 'Session-Expires') ?? '';
      const seconds = Number.parseInt(header, 10);
      if (!(seconds >= 90 && seconds <= 86_400)) return;
      const isOurs = parseParameters(header).get('refresher') !== 'uas';
      plan = { afterMs: 1000 * (isOurs ? seconds / 2 : seconds - Math.min(32, seconds / 3)), isOurs };
      restart();
    },
    restart,
    stop: () => clearTimeout(timer),
  };
}
