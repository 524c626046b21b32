import { Readable } from 'node:stream';
import { streamChanges } from '@daybook/contract/live';
import type { Actor } from '../platform/auth/actor.ts';
import { authenticate } from '../platform/auth/authenticate.ts';
import { selectPool, type Runtime } from '../platform/context.ts';
import { listen } from '../platform/db/listen.ts';
import type { Database } from '../platform/db/transaction.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import { requirePermission, type Caller } from '../platform/http/caller.ts';
import { wakeChannel } from '../platform/outbox.ts';
import { failed, Problem } from '../platform/problems.ts';
import { createSignal, sleep } from '../platform/signal.ts';
import {
  addressEvent,
  listEventsFor,
  kindsOfAccess,
  parsePosition,
  serializeEvents,
  serializePing,
  type AddressedEvent,
  type Change,
  type Position,
} from './rules.ts';
import { findAudience, keptMinutes, readChanges, getReadersKey, readPosition } from './store.ts';

const maxPerUser = 5;
const pingMs = 25_000;
/** How often to look without being woken, and the least time between two looks. */
const idleMs = 500;
const paceMs = 100;
const afterErrorMs = 1_000;
/** Beyond so many changes at once, reading everything again is cheaper. */
const maxChanges = 1_000;
/** What may wait for a caller that does not read. */
const maxUnreadBytes = 256 * 1024;

const everything: AddressedEvent = {
  event: { tag: '*' },
  toAdmins: true,
  toUsers: true,
  memberIds: new Set(),
};

interface Stream {
  actor: Actor;
  readonly secret: string;
  readonly body: Readable;
  isEnded: boolean;
}

export interface Streams {
  open(caller: Caller, lastEventId: string | undefined): Promise<Readable>;
  /** Ends all streams, and opens no more. */
  close(): Promise<void>;
}

/** The streams of a process; they have one reader of the database together. */
export function getStreams(runtime: Runtime): Streams {
  const known = all.get(runtime) ?? createStreams(runtime);
  all.set(runtime, known);
  return known;
}

const all = new WeakMap<Runtime, Streams>();

function createStreams(runtime: Runtime): Streams {
  // Streams must not take connections of requests, nor wait in their queue.
  const database: Database = { ...selectPool(runtime, 'worker').database, isWorker: false };
  const log = runtime.log.child({ part: 'live' });
  const streams = new Set<Stream>();
  let isClosed = false;
  let reader: Reader | undefined;

  const remove = (stream: Stream): void => {
    streams.delete(stream);
    if (streams.size > 0) return;
    reader?.stop();
    reader = undefined;
  };

  return {
    async open({ actor, secret }, lastEventId) {
      rejectMore(streams, actor);
      const body = new Readable({ read() {} });
      const stream: Stream = { actor, secret, body, isEnded: false };
      body.once('close', () => remove(stream));
      streams.add(stream);
      try {
        reader ??= startReader(database, streams, log);
        const position = await reader.position();
        write(stream, `retry: 2000\n${serializePing(position)}`);
        if (lastEventId !== undefined) await resume(database, stream, lastEventId);
        if (isClosed) end(stream);
      } catch (error) {
        body.destroy();
        throw error;
      }
      return body;
    },
    async close() {
      isClosed = true;
      const { stopped } = reader ?? {};
      for (const stream of streams) end(stream);
      reader?.stop();
      await stopped;
    },
  };
}

function rejectMore(streams: ReadonlySet<Stream>, { workspaceId, memberId }: Actor): void {
  const own = [...streams].filter(
    ({ actor }) => actor.workspaceId === workspaceId && actor.memberId === memberId,
  );
  if (own.length < maxPerUser) return;
  throw failed(429, `You have ${maxPerUser} live streams open. Close one of them, then try again.`, {
    'retry-after': '5',
  });
}

/** Sends what was missed. When it is not known any more, everything has to be read again. */
async function resume(database: Database, stream: Stream, lastEventId: string): Promise<void> {
  const now = await readPosition(database);
  const last = parsePosition(lastEventId);
  const isKept = last && now.atMs - last.atMs < keptMinutes * 60_000;
  const { workspaceId } = stream.actor;
  const missed = isKept
    ? await readChanges(database, [workspaceId], last.snapshot, maxChanges + 1)
    : undefined;
  if (!missed?.isPast) return send(stream, [everything], now);
  const events = await addressed(database, workspaceId, missed.changes);
  send(stream, events, missed);
}

interface Reader {
  /** Once the database has been reached, so that nothing that happens from then on is missed. */
  position(): Promise<Position>;
  readonly stopped: Promise<void>;
  stop(): void;
}

type Log = Runtime['log'];

function startReader(database: Database, streams: ReadonlySet<Stream>, log: Log): Reader {
  const woken = createSignal();
  let isStopping = false;
  const first = readPosition(database);
  let last: Position | undefined;

  const look = async (since: Position | undefined): Promise<void> => {
    if (since) {
      last = await readOnce(database, streams, since);
      return;
    }
    // The database was away: what was changed meanwhile might have been lost with it.
    last = await readPosition(database);
    for (const stream of streams) send(stream, [everything], last);
  };
  const loop = async (): Promise<void> => {
    last = await first.catch(() => undefined);
    while (!isStopping) {
      await woken.received(last ? idleMs : afterErrorMs);
      if (isStopping) return;
      try {
        await look(last);
      } catch (error) {
        last = undefined;
        log.warn({ err: error }, 'live streams wait for the database');
      }
      await sleep(paceMs);
    }
  };
  const listening = listen(database.pool, wakeChannel, woken.send);
  const pinging = setInterval(() => {
    for (const stream of streams) void keepAlive(database, stream, last, log);
  }, pingMs);
  return {
    position: async () => last ?? first,
    stopped: loop(),
    stop() {
      isStopping = true;
      woken.send();
      clearInterval(pinging);
      listening.stop();
    },
  };
}

/** Sends to each stream what was changed since a position; where it has come to then. */
async function readOnce(
  database: Database,
  streams: ReadonlySet<Stream>,
  since: Position,
): Promise<Position> {
  const workspaceIds = [...new Set([...streams].map(({ actor }) => actor.workspaceId))];
  const unseen = await readChanges(database, workspaceIds, since.snapshot, maxChanges + 1);
  // Their callers open another one, which routers send to the other cell.
  for (const stream of streams) if (unseen.moved.includes(stream.actor.workspaceId)) end(stream);
  for (const workspaceId of workspaceIds) {
    if (unseen.moved.includes(workspaceId)) continue;
    const own = unseen.changes.filter((change) => change.workspaceId === workspaceId);
    if (own.length === 0) continue;
    const events = await addressed(database, workspaceId, own);
    const mayHaveLost = own.some(({ kind }) => kindsOfAccess.has(kind));
    for (const stream of streams) {
      if (stream.actor.workspaceId !== workspaceId) continue;
      if (mayHaveLost) await checkAccess(database, stream);
      send(stream, events, unseen);
    }
  }
  return unseen;
}

async function addressed(
  database: Database,
  workspaceId: WorkspaceId,
  changes: readonly Change[],
): Promise<readonly AddressedEvent[]> {
  if (changes.length > maxChanges) return [everything];
  const { readers, objects } = await findAudience(database, workspaceId, changes);
  return changes.flatMap(
    (change) =>
      addressEvent(change, readers.get(getReadersKey(change)) ?? [], objects.get(change.crmObjectId ?? '')) ??
      [],
  );
}

function send(stream: Stream, addressedEvents: readonly AddressedEvent[], position: Position): void {
  const events = listEventsFor(stream.actor, addressedEvents);
  if (events.length > 0) write(stream, serializeEvents(events, position));
}

/** Ends a stream that its caller does not read: they resume it when they do. */
function write({ body, isEnded }: Stream, text: string): void {
  if (isEnded || body.destroyed) return;
  body.push(text);
  if (body.readableLength > maxUnreadBytes) body.destroy();
}

function end(stream: Stream): void {
  if (!stream.isEnded) stream.body.push(null);
  stream.isEnded = true;
}

async function keepAlive(
  database: Database,
  stream: Stream,
  position: Position | undefined,
  log: Log,
): Promise<void> {
  try {
    await checkAccess(database, stream);
  } catch (error) {
    log.warn({ err: error }, 'live streams wait for the database');
  }
  write(stream, position ? serializePing(position) : ': ping\n\n');
}

/** Ends a stream when its session or token has ended, and learns of another role. */
async function checkAccess(database: Database, stream: Stream): Promise<void> {
  const found = await authenticate(database, stream.secret);
  try {
    if (!found) throw failed(401, 'Unauthenticated.');
    requirePermission(streamChanges, found.actor);
    stream.actor = found.actor;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    end(stream);
  }
}
