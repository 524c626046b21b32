import { createHash } from 'node:crypto';
import type { Runtime } from '../context.ts';
import { addToCounters } from '../db/counters.ts';
import { transact } from '../db/transaction.ts';
import type { Window } from './rate-limit.ts';

/** Makes windows of this process part of those that all processes count in (docs/decisions/0101). */
export interface WindowSharing {
  /** Soon: what was counted here is added, and what others have counted is learnt. */
  share(key: string, window: Window): void;
}

const everyMs = 1_000;
const maxAtOnce = 1_000;

/** Undefined with the embedded PostgreSQL, on which one process works alone. */
export function createSharing(runtime: Runtime, limitName: string): WindowSharing | undefined {
  const { config, database, clock, log } = runtime;
  if (!config.databaseUrl) return undefined;
  const waiting = new Map<string, Window>();
  let timer: NodeJS.Timeout | undefined;

  const exchange = async (batch: readonly (readonly [string, Window])[]): Promise<void> => {
    const additions = batch.map(([key, window]) => ({
      window,
      keyHash: createHash('sha256').update(`limit ${limitName} ${key}`).digest(),
      amount: window.count - window.shared,
      endsAt: new Date(window.endsAtMs).toISOString(),
    }));
    for (const { window, amount } of additions) window.shared += amount;
    try {
      const counted = await transact(database, '*', (db) => addToCounters(db, clock.now(), additions));
      for (const { window, keyHash } of additions) {
        const { count = 0, ends_at } = counted.get(keyHash.toString('hex')) ?? {};
        window.others = Math.max(0, count - window.shared);
        if (ends_at) window.endsAtMs = Date.parse(ends_at);
      }
    } catch (error) {
      for (const { window, amount } of additions) window.shared -= amount;
      log.warn({ err: error, limitName }, 'for the moment this process counts requests alone');
    }
  };

  return {
    share(key, window) {
      waiting.set(key, window);
      timer ??= setTimeout(() => {
        timer = undefined;
        const batch = [...waiting].slice(0, maxAtOnce);
        waiting.clear();
        void exchange(batch);
      }, everyMs).unref();
    },
  };
}
