import { useEffect } from 'react';
import { readEvents } from './event-stream.ts';
import { api, queryClient } from './query.ts';
import { start } from './start.ts';

/** Reads again what others have changed, as soon as the server says that they have. */

const name = `daybook live ${start.session.uuid}`;
const firstDelayMs = 500;
const longestDelayMs = 30_000;
/** The server sends something every 25 s: a connection that is silent for longer is dead. */
const silenceMs = 60_000;
/** What is changed together is read again together. */
const gatherMs = 50;
/** What home and polls show is made of many things, whose tags are not their own: pages, hosts, events. */
const alwaysRenewed = ['Home', 'Polls'];

export function useLive(): void {
  useEffect(() => {
    const end = new AbortController();
    const channel = new BroadcastChannel(name);
    const { renew, stop } = createRenewal();
    channel.addEventListener('message', ({ data }) => renew(String(data)));
    const tell = (tag: string): void => {
      renew(tag);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
      channel.postMessage(tag);
    };
    void inOneTab(() => follow(tell, end.signal), end.signal).catch(() => undefined);
    return () => {
      end.abort();
      stop();
      channel.close();
    };
  }, []);
}

/** A user has few streams, and may have many tabs: one of them follows and tells the others, until it is closed. */
async function inOneTab(run: () => Promise<void>, signal: AbortSignal): Promise<void> {
  // Browsers have locks only where the connection is encrypted or local.
  if ('locks' in navigator) await navigator.locks.request(name, { signal }, run);
  else await run();
}

async function follow(tell: (tag: string) => void, signal: AbortSignal): Promise<void> {
  let lastId: string | undefined;
  let delayMs = firstDelayMs;
  while (!signal.aborted) {
    try {
      for await (const { id, data } of openStream(lastId, signal)) {
        delayMs = firstDelayMs;
        if (data) tell(tagIn(data));
        lastId = id ?? lastId;
      }
    } catch {
      // Refused, or the connection is gone: tried again until there is one.
    }
    await pause(delayMs, signal);
    delayMs = Math.min(delayMs * 2, longestDelayMs);
  }
}

/** Resumes after the last event, so that nothing is missed in between. */
async function* openStream(lastId: string | undefined, signal: AbortSignal) {
  const dead = new AbortController();
  let timer = setTimeout(() => dead.abort(), silenceMs);
  const alive = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => dead.abort(), silenceMs);
  };
  try {
    const { body } = await api.streamChanges({
      headers: { accept: 'text/event-stream', ...(lastId && { 'last-event-id': lastId }) },
      signal: AbortSignal.any([signal, dead.signal]),
    });
    if (body) yield* readEvents(body, alive);
  } finally {
    clearTimeout(timer);
  }
}

function tagIn(data: string): string {
  const { tag } = JSON.parse(data) as { readonly tag: string };
  return tag;
}

/** Ends early when the browser finds its connection again. */
function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, delayMs);
    addEventListener('online', done);
    signal.addEventListener('abort', done, { once: true });
  });
}

/** Gathers tags, and reads what they name again: at once in a tab that is seen, later in one that is not. */
function createRenewal() {
  const tags = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = (): void => {
    timer = undefined;
    if (document.hidden) return;
    const wanted = [...tags];
    tags.clear();
    if (wanted.includes('*')) void queryClient.invalidateQueries();
    else
      for (const tag of new Set([...wanted, ...alwaysRenewed]))
        void queryClient.invalidateQueries({ queryKey: [tag] });
  };
  const readWhenSeen = (): void => {
    if (tags.size > 0) read();
  };
  document.addEventListener('visibilitychange', readWhenSeen);
  return {
    renew(tag: string): void {
      tags.add(tag);
      timer ??= setTimeout(read, gatherMs);
    },
    stop(): void {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', readWhenSeen);
    },
  };
}
