import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveEvent } from './rules.ts';

export interface OpenStream {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  readonly events: readonly LiveEvent[];
  /** The id by which it is resumed. */
  lastId(): string;
  isEnded(): boolean;
  /** What came since the last call, once something of it fulfils the condition. */
  until(isIt: (event: LiveEvent) => boolean, limitMs?: number): Promise<readonly LiveEvent[]>;
  untilEnded(limitMs?: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens a stream as a browser would, and waits until it has begun. */
export async function openStream(url: string, headers: Record<string, string>): Promise<OpenStream> {
  const leaving = new AbortController();
  const response = await fetch(`${url}/v2/live`, { headers, signal: leaving.signal });
  const state = { body: '', events: [] as LiveEvent[], ended: false, seen: 0 };
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      state.body += decoder.decode(chunk as Uint8Array, { stream: true });
      state.events = [...state.body.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json ?? ''));
    }
  };
  void read()
    .catch(() => {})
    .finally(() => (state.ended = true));
  const waitFor = async (isSo: () => boolean, limitMs: number): Promise<void> => {
    for (const deadline = Date.now() + limitMs; !isSo();) {
      if (Date.now() > deadline) throw new Error(`Not within ${limitMs} ms. So far: ${state.body}`);
      await sleep(10);
    }
  };
  await waitFor(() => state.ended || state.body.includes('\n\n'), 5_000);
  return {
    status: response.status,
    headers: response.headers,
    get body() {
      return state.body;
    },
    get events() {
      return state.events;
    },
    lastId: () => [...state.body.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? '',
    isEnded: () => state.ended,
    async until(isIt, limitMs = 2_000) {
      await waitFor(() => state.events.slice(state.seen).some(isIt), limitMs);
      const fresh = state.events.slice(state.seen);
      state.seen = state.events.length;
      return fresh;
    },
    untilEnded: (limitMs = 5_000) => waitFor(() => state.ended, limitMs),
    async close() {
      leaving.abort();
      await waitFor(() => state.ended, 5_000);
    },
  };
}
