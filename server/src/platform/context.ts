import { sql, type Kysely } from 'kysely';
import type { z } from 'zod';
import type { Actor } from './auth/actor.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Pools } from './db/connect.ts';
import type { DB } from './db/schema.gen.ts';
import type { Replica } from './db/replica.ts';
import type { Domains } from './domains.ts';
import type { Directory } from './directory/directory.ts';
import { createReservations, settleNames, type NameReservations } from './directory/names.ts';
import { read, transact, type Database } from './db/transaction.ts';
import type { WorkspaceId } from './db/workspace-id.ts';
import type { EventKind, PublishedEvent } from './events.ts';
import { generateUuid } from './ids.ts';
import type { Log } from './log.ts';
import { toAuditActor } from './audit.ts';
import { insertOutbox } from './outbox.ts';
import type { WaitingEvents } from './reactions.ts';
import { maxExternalDataRounds, NeedsExternalData, type ExternalData } from './external-data.ts';
import type { Outbound } from './safe-fetch/safe-fetch.ts';
import type { Secrets } from './secrets.ts';

/** What follows from events: the table in `slices.ts`, by the name of the event. */
export interface Reactions {
  to(eventName: string): Effects | undefined;
}

/** What follows from one event; `reactions.ts` says when each kind runs. */
export interface Effects {
  readonly payload: z.ZodType;
  readonly now: readonly ((ctx: Ctx, payload: unknown) => Promise<void>)[];
  readonly nowBatch: readonly ((ctx: Ctx, payloads: readonly unknown[]) => Promise<void>)[];
  readonly later: readonly (readonly [name: string, react: LaterReaction])[];
}

export type LaterReaction = (ctx: Ctx, events: readonly PublishedEvent[]) => Promise<WaitingEvents | void>;

/** What the process has, made once at start and handed to whatever needs it. */
export interface Runtime {
  readonly config: Config;
  /** The database as requests use it, by the pool of theirs. */
  readonly database: Database;
  /** Where `readReplica` reads, if there is one. */
  readonly replica?: Replica;
  readonly pools: Pools;
  readonly clock: Clock;
  readonly log: Log;
  readonly reactions: Reactions;
  readonly secrets: Secrets;
  /** Of the other cells, if there are any. */
  readonly directory?: Directory;
  /** How to reach an address that a user gave. */
  readonly outbound: Outbound;
  /** By which workspaces' pages have domains of their own. */
  readonly domains: Domains;
  /** Set while a request is answered that may not reach every workspace. */
  readonly host?: VisitedHost;
  /** Why a payment provider does not collect an amount; undefined when it does. The root passes it in. */
  readonly whyNotCollected: (provider: string, amountMinor: number, currency: string) => string | undefined;
}

/** The host name by which a visitor came. */
export interface VisitedHost {
  readonly url: string;
  /** Throws unless the pages of the workspace are served at this host. */
  admit(workspaceId: WorkspaceId): void;
}

/** What a use case works with: one transaction, in one workspace, on behalf of one actor. */
export interface Ctx {
  readonly db: Kysely<DB>;
  /** Which database this is, for what is kept in memory about it; questions go to `db`. */
  readonly database: object;
  readonly workspaceId: WorkspaceId;
  readonly actor: Actor;
  readonly now: Date;
  readonly log: Log;
  readonly publicUrl: string;
  /** The address from which the installation sends emails. */
  readonly mailFrom: string;
  /** Where visitors reach the workspace: its own domain, or the same as `publicUrl`. */
  readonly pagesUrl: string;
  readonly settings: Config['settings'];
  readonly whyNotCollected: Runtime['whyNotCollected'];
  readonly rateLimit: Config['rateLimit'];
  readonly secrets: Secrets;
  /** For names that are unique over all cells; undefined where there is one cell. */
  readonly names: NameReservations | undefined;
  /** Whether an address that a user gave can be reached. Nothing is sent within a transaction. */
  readonly outbound: Pick<Outbound, 'findProblem'>;
  /** What was asked outside before this transaction, and may be asked again (`NeedsExternalData`). Undefined where nobody answers. */
  readonly externalData: ExternalData | undefined;
  /** Says that something happened. What must be true with it is done now, the other effects follow once it is committed. */
  publish<S extends z.ZodType>(event: EventKind<S>, payload: z.output<S>): Promise<void>;
  /** The same for many at once, in one statement. */
  publishAll<S extends z.ZodType>(
    event: EventKind<S>,
    payloads: readonly z.output<S>[],
    options?: PublishOptions,
  ): Promise<void>;
  /** Adds a job that exists if and only if this transaction commits. The same key replaces a job not yet run. */
  enqueue<S extends z.ZodType>(job: JobName<S>, payload: z.output<S>, when?: JobTime): Promise<void>;
  /** The same for many at once, in one statement. */
  enqueueAll<S extends z.ZodType>(
    job: JobName<S>,
    jobs: readonly ({ readonly payload: z.output<S> } & JobTime)[],
  ): Promise<void>;
}

interface PublishOptions {
  /** How long the effects that follow later wait, so that the change can be undone before. */
  readonly delaySeconds?: number | undefined;
}

/** A job, as far as it must be known to be added (`jobs.ts`). */
interface JobName<S extends z.ZodType> {
  readonly name: string;
  readonly payload: S;
}

interface JobTime {
  readonly runAt?: Date;
  readonly key?: string;
}

/** The same runtime for work other than requests, by a pool of its own and without their queue. */
export function selectPool(runtime: Runtime, pool: 'worker' | 'webhooks'): Runtime {
  const { restrictRole, isCell } = runtime.database;
  return {
    ...runtime,
    database: { pool: runtime.pools[pool], restrictRole, ...(isCell && { isCell, isWorker: true }) },
  };
}

export async function runInWorkspace<T>(
  runtime: Runtime,
  actor: Actor,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  await enterWorkspace(runtime, actor);
  let answers: ExternalData = new Map();
  for (let questions = 0; ; questions += 1) {
    try {
      let names: NameReservations | undefined;
      const result = await transact(
        runtime.database,
        actor.workspaceId,
        (db) => {
          names =
            runtime.directory && createReservations(runtime.directory, actor.workspaceId, db, runtime.log);
          return work(createContext(runtime, actor, db, { answers, names }));
        },
        toAuditActor(actor),
      );
      await settle(runtime, names);
      return result;
    } catch (error) {
      if (!(error instanceof NeedsExternalData) || questions === maxExternalDataRounds) throw error;
      answers = new Map([...answers, ...(await error.answer(runtime))]);
    }
  }
}

/** Committed is committed: what can't be settled now, the reconciler settles. */
async function settle(
  { directory, database, log }: Runtime,
  names: NameReservations | undefined,
): Promise<void> {
  if (!directory || !names?.id) return;
  await settleNames(directory, database, names.id).catch((error: unknown) =>
    log.warn({ err: error }, 'names are settled later'),
  );
}

export async function readInWorkspace<T>(
  runtime: Runtime,
  actor: Actor,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  await enterWorkspace(runtime, actor);
  return read(runtime.database, actor.workspaceId, (db) => work(createContext(runtime, actor, db)));
}

/** Before a transaction: links are built with the workspace's domain, and a host serves only what belongs there. */
async function enterWorkspace({ domains, host, directory }: Runtime, { workspaceId }: Actor): Promise<void> {
  directory?.load.countRequest(workspaceId);
  await domains.refresh();
  host?.admit(workspaceId);
}

interface Outside {
  readonly answers?: ExternalData;
  readonly names?: NameReservations | undefined;
}

export function createContext(
  runtime: Runtime,
  actor: Actor,
  db: Kysely<DB>,
  { answers, names = runtime.directory && unsettledNames }: Outside = {},
): Ctx {
  const ctx: Ctx = {
    db,
    database: runtime.database,
    workspaceId: actor.workspaceId,
    actor,
    now: runtime.clock.now(),
    log: runtime.log,
    publicUrl: runtime.config.publicUrl,
    mailFrom: runtime.config.mailFrom,
    pagesUrl: runtime.domains.findUrl(actor.workspaceId) ?? runtime.host?.url ?? runtime.config.publicUrl,
    settings: runtime.config.settings,
    whyNotCollected: runtime.whyNotCollected,
    rateLimit: runtime.config.rateLimit,
    secrets: runtime.secrets,
    outbound: runtime.outbound,
    externalData: answers,
    names,
    publish: (event, payload) => ctx.publishAll(event, [payload]),
    async publishAll(event, payloads, { delaySeconds = 0 } = {}) {
      const effects = runtime.reactions.to(event.name);
      if (!effects || payloads.length === 0) return;
      if (event.name === bookingEvent)
        runtime.directory?.load.countBookings(actor.workspaceId, payloads.length);
      for (const react of effects.nowBatch) await react(ctx, payloads);
      for (const payload of payloads) for (const react of effects.now) await react(ctx, payload);
      if (effects.later.length === 0) return;
      const rows = payloads.map((payload) => {
        const id = generateUuid();
        return { id, stream: event.stream?.(payload) ?? id, payload };
      });
      const about = {
        name: event.name,
        actorKind: actor.kind,
        memberId: actor.memberId || null,
        delaySeconds,
      };
      await insertOutbox(db, actor.workspaceId, about, rows);
    },
    enqueue: (job, payload, when = {}) => ctx.enqueueAll(job, [{ ...when, payload }]),
    async enqueueAll(job, jobs) {
      if (jobs.length === 0) return;
      const lastOfEachKey = new Map(jobs.map((each, index) => [each.key ?? index, each]));
      const rows = [...lastOfEachKey.values()].map(({ payload, runAt, key }) => ({
        payload,
        run_at: runAt?.toISOString(),
        key,
      }));
      await sql`select enqueue(${job.name}, ${JSON.stringify(rows)}::json)`.execute(db);
    },
  };
  return ctx;
}

/** What a booking publishes. */
const bookingEvent = 'invitee.scheduled';

const refuseNames = () => Promise.reject(new Error('Only `runInWorkspace` settles names.'));

/** Of transactions that nobody settles afterwards, such as those of effects. */
const unsettledNames: NameReservations = {
  id: undefined,
  registerWorkspace: refuseNames,
  reserve: refuseNames,
};
