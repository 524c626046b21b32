import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { useApp } from '../../test/harness.ts';
import { authenticate } from './auth/authenticate.ts';
import type { Actor } from './auth/actor.ts';
import { runInWorkspace, type Ctx, type Runtime } from './context.ts';
import { groupIntoBatches, retrySeconds } from './effect-progress.ts';
import { effects, runDueEffects } from './effects.ts';
import { defineEvent, type PublishedEvent } from './events.ts';
import { generateUuid } from './ids.ts';
import { listFailed, readOutboxState, retryFailed, type OutboxRow } from './outbox.ts';
import { transact } from './db/transaction.ts';
import { on, buildReactions, type Reaction } from './reactions.ts';
import type { RunningService } from './services.ts';

const app = useApp({ manualEffects: true });

const thing = z.object({ stream: z.string(), n: z.number() });
type Thing = z.output<typeof thing>;
const happened = defineEvent('thing.happened', thing, ({ stream }) => stream);

/** What each reaction was given, in the order in which it committed or was tried. */
let seen: { reaction: string; things: string[] }[] = [];
let failing: (reaction: string, thing: Thing) => string | undefined = () => undefined;

const textOf = ({ stream, n }: Thing) => `${stream}${n}`;

function reaction(name: string) {
  return async (ctx: Ctx, events: readonly PublishedEvent<Thing>[]): Promise<void> => {
    seen.push({ reaction: name, things: events.map(({ payload }) => textOf(payload)) });
    for (const { id, payload } of events) {
      await ctx.db
        .insertInto('team')
        .values({
          workspace_id: ctx.workspaceId,
          id: generateUuid(),
          title: `${name} ${textOf(payload)}`,
          slug: id,
        })
        .execute();
      const why = failing(name, payload);
      if (why) throw new Error(why);
    }
  };
}

const table = [on(happened, { later: { first: reaction('first'), second: reaction('second') } })];
const reacting = (rows: readonly Reaction[] = table): Runtime => ({
  ...app.runtime,
  reactions: buildReactions(rows),
});

const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await app.runtime.database.pool.query(text, values)).rows;
const owner = async (): Promise<Actor> =>
  (await authenticate(app.runtime.database, app.runtime.config.bootstrapToken ?? ''))?.actor as Actor;
const publish = async (...things: string[]): Promise<void> =>
  runInWorkspace(reacting(), await owner(), (ctx) =>
    ctx.publishAll(
      happened,
      things.map((text) => ({ stream: text.charAt(0), n: Number(text.slice(1)) })),
    ),
  );
/** What a reaction has left in the database, in its order. */
const written = async (name: string): Promise<string[]> =>
  (
    await query<{ title: string }>(`select title from team where title like $1 order by id`, [`${name} %`])
  ).map(({ title }) => title.slice(name.length + 1));
const makeDue = () => query(`update outbox set run_at = now() where failed_at is null`);
const run = () => runDueEffects(reacting());

beforeEach(async () => {
  seen = [];
  failing = () => undefined;
  await query(`delete from team where title like 'first %' or title like 'second %'`);
  await query('delete from outbox');
});

describe('a reaction that can’t run yet', () => {
  test('is run again, without counting as a failure; later events of the stream wait, others and other reactions do not', async () => {
    let waits = true;
    const waiting = async (ctx: Ctx, events: readonly PublishedEvent<Thing>[]) => {
      const late = events.filter(({ payload }) => waits && payload.stream === 'a' && payload.n === 1);
      await reaction('first')(
        ctx,
        events.filter((event) => !late.includes(event)),
      );
      return { waiting: late.map(({ id }) => id) };
    };
    const rows = [on(happened, { later: { first: waiting, second: reaction('second') } })];
    await publish('a1', 'b1', 'a2');
    await runDueEffects(reacting(rows));
    // Both events of the stream are given at once here, and each says for itself whether it can run.
    expect(await written('first')).toEqual(['b1', 'a2']);
    expect(await written('second')).toEqual(['a1', 'b1', 'a2']);
    expect(await query('select attempts, error from outbox')).toEqual([{ attempts: 0, error: null }]);
    await publish('a3');
    await runDueEffects(reacting(rows));
    expect(await written('first')).toEqual(['b1', 'a2']);
    waits = false;
    await makeDue();
    await runDueEffects(reacting(rows));
    expect(await written('first')).toEqual(['b1', 'a2', 'a1', 'a3']);
    expect(await query('select * from outbox')).toEqual([]);
  });
});

describe('publish', () => {
  test('what has later reactions is a row of the same transaction; what has none leaves no row', async () => {
    await publish('a1', 'a2');
    const rows = await query('select stream, name, payload, actor_kind from outbox order by position');
    expect(rows).toEqual([
      { stream: 'a', name: 'thing.happened', payload: { stream: 'a', n: 1 }, actor_kind: 'token' },
      { stream: 'a', name: 'thing.happened', payload: { stream: 'a', n: 2 }, actor_kind: 'token' },
    ]);
    await query('delete from outbox');
    await runInWorkspace(reacting([on(happened, { now: [async () => {}] })]), await owner(), (ctx) =>
      ctx.publish(happened, { stream: 'a', n: 1 }),
    );
    expect(await query('select 1 from outbox')).toEqual([]);
  });

  test('a transaction that fails leaves neither a row nor what was done at once', async () => {
    const runtime = reacting([
      on(happened, { now: [(ctx, payload) => reaction('first')(ctx, [{ ...event, payload }])], later: {} }),
    ]);
    const event = { id: generateUuid(), publishedAt: '', payload: { stream: 'x', n: 1 } };
    const failed = runInWorkspace(runtime, await owner(), async (ctx) => {
      await ctx.publish(happened, { stream: 'x', n: 1 });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(seen).toHaveLength(1);
    expect(await written('first')).toEqual([]);
  });

  test('events are refused two rows in the table of reactions: one would be forgotten', () => {
    expect(() => buildReactions([...table, ...table])).toThrow('two places');
  });
});

describe('effects', () => {
  test('many events are one call of a reaction, and their rows go with it', async () => {
    await publish('a1', 'b1', 'a2', 'c1');
    expect(await run()).toBe(4);
    expect(seen).toEqual([
      { reaction: 'first', things: ['a1', 'b1', 'a2', 'c1'] },
      { reaction: 'second', things: ['a1', 'b1', 'a2', 'c1'] },
    ]);
    expect(await query('select 1 from outbox')).toEqual([]);
    expect(await run()).toBe(0);
  });

  test('one that fails holds up neither the other reactions nor other streams, only its own stream', async () => {
    failing = (name, { stream, n }) =>
      name === 'first' && stream === 'b' && n === 1 ? 'no luck' : undefined;
    await publish('a1', 'b1', 'c1', 'b2', 'a2');
    await run();
    expect((await written('first')).toSorted()).toEqual(['a1', 'a2', 'c1']);
    expect((await written('second')).toSorted()).toEqual(['a1', 'a2', 'b1', 'b2', 'c1']);
    const rows = await query<object>(
      'select payload, done, attempts, error, failed_at from outbox order by position',
    );
    expect(rows).toEqual([
      {
        payload: { stream: 'b', n: 1 },
        done: ['second'],
        attempts: 1,
        error: 'first: no luck',
        failed_at: null,
      },
      { payload: { stream: 'b', n: 2 }, done: ['second'], attempts: 0, error: null, failed_at: null },
    ]);

    // What comes after waits as well, until the first has been done.
    await publish('b3');
    await run();
    expect((await written('second')).toSorted()).toContain('b3');
    expect(await written('first')).not.toContain('b3');
    failing = () => undefined;
    await makeDue();
    await run();
    expect((await written('first')).filter((text) => text.startsWith('b'))).toEqual(['b1', 'b2', 'b3']);
    expect(await query('select 1 from outbox')).toEqual([]);
  });

  test('what fails again and again is kept with its reason, for a day; the stream goes on, and it can be retried', async () => {
    failing = (name, { n }) => (name === 'second' && n === 1 ? 'broken for good' : undefined);
    await publish('a1', 'a2');
    const waits: number[] = [];
    for (let attempt = 0; attempt < retrySeconds.length; attempt += 1) {
      await run();
      const [row] = await query<{ wait: number }>(
        `select date_part('epoch', run_at - clock_timestamp()) as wait from outbox where attempts > 0`,
      );
      waits.push(Math.round(row?.wait ?? -1));
      await makeDue();
    }
    expect(waits).toEqual(retrySeconds);
    expect(await written('second')).toEqual([]);
    await run();
    expect(await readOutboxState(app.runtime.database)).toMatchObject({ failed: 1, retrying: 0, pending: 1 });
    await makeDue();
    await run();
    expect(await written('second')).toEqual(['a2']);
    const [failed] = await transact(app.runtime.database, '*', (db) => listFailed(db, 10));
    expect(failed).toMatchObject({
      name: 'thing.happened',
      done: ['first'],
      attempts: retrySeconds.length + 1,
      error: 'second: broken for good',
    });
    expect(await run()).toBe(0);

    failing = () => undefined;
    expect(await transact(app.runtime.database, '*', (db) => retryFailed(db, failed?.id ?? ''))).toBe(1);
    await run();
    expect(await written('second')).toEqual(['a2', 'a1']);
    expect(await written('first')).toEqual(['a1', 'a2']);
    expect(await query('select 1 from outbox')).toEqual([]);
  });

  test('a lock that somebody holds delays one effect, and not the others', async () => {
    await publish('a1', 'b1');
    const held = await query<{ id: string }>(
      `insert into team (workspace_id, id, title, slug) select workspace_id, gen_random_uuid(), 'held', 'held'
       from workspace limit 1 returning id`,
    );
    const blocked = on(happened, {
      later: {
        first: async (ctx, events) => {
          if (events.some(({ payload }) => payload.stream === 'a')) {
            await ctx.db
              .updateTable('team')
              .set({ title: 'held' })
              .where('id', '=', held[0]?.id ?? '')
              .execute();
          }
          await reaction('first')(ctx, events);
        },
      },
    });
    const client = await app.runtime.database.pool.connect();
    await client.query(`begin; set local daybook.workspace = '*'`);
    await client.query('select 1 from team where id = $1 for update', [held[0]?.id]);
    try {
      await runDueEffects(reacting([blocked]));
    } finally {
      await client.query('rollback');
      client.release();
    }
    expect(await written('first')).toEqual(['b1']);
    await makeDue();
    await runDueEffects(reacting([blocked]));
    expect(await written('first')).toEqual(['b1', 'a1']);
  });

  test('two at the same moment share the work: everything once, each stream in order', async () => {
    const things = Array.from({ length: 600 }, (_, index) => `${'abcdef'.charAt(index % 6)}${index}`);
    for (let start = 0; start < things.length; start += 100)
      await publish(...things.slice(start, start + 100));
    while ((await query('select 1 from outbox')).length > 0) await Promise.all([run(), run(), run()]);
    for (const stream of 'abcdef') {
      const own = seen.flatMap(({ reaction: name, things: batch }) =>
        name === 'first' ? batch.filter((text) => text.startsWith(stream)) : [],
      );
      expect(own).toEqual(things.filter((text) => text.startsWith(stream)));
    }
    expect((await written('second')).toSorted()).toEqual(things.toSorted());
  });
});

test('batches: of one event and actor, and never before an earlier row of the stream', () => {
  const row = (stream: string, name: string, actorKind = 'visitor') =>
    ({ stream, name, actorKind, memberId: null }) as OutboxRow;
  const rows = [
    row('a', 'booked'),
    row('b', 'booked'),
    row('a', 'moved'),
    row('c', 'booked'),
    row('a', 'booked'),
    row('b', 'moved'),
    row('d', 'booked', 'token'),
  ];
  const shape = groupIntoBatches(rows).map(
    (batch) => `${batch[0].name} ${batch.map(({ stream }) => stream).join('')}`,
  );
  expect(shape).toEqual(['booked abc', 'moved ab', 'booked a', 'booked d']);
});

describe('the service', () => {
  let running: RunningService | undefined;
  afterEach(() => running?.stop());

  test('runs what is published while it runs, and ends with the batch under way', async () => {
    running = effects.start(reacting());
    await publish('a1');
    await vi.waitUntil(async () => (await written('second')).length === 1, { timeout: 5_000 });
    await running.stop();

    let release = (): void => {};
    let hasBegun = false;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = on(happened, {
      later: {
        first: async (ctx, events) => {
          hasBegun = true;
          await released;
          await reaction('first')(ctx, events);
        },
      },
    });
    running = effects.start(reacting([slow]));
    await publish('a2');
    await vi.waitUntil(() => hasBegun, { timeout: 5_000, interval: 5 });
    const stopped = running.stop();
    release();
    await stopped;
    running = undefined;
    expect(await written('first')).toEqual(['a1', 'a2']);
    expect(await query('select 1 from outbox')).toEqual([]);
  });
});

test('/metrics says how many effects are to come, fail or were given up, and for how long they have waited', async () => {
  failing = (name, { n }) => (name === 'second' && n === 1 ? 'no' : undefined);
  await publish('a1', 'b2');
  await run();
  await publish('c3');
  await query(`update outbox set published_at = now() - interval '90 seconds'`);
  const { body } = await app.inject({ method: 'GET', url: '/metrics' });
  expect(body).toContain('daybook_effects{state="pending"} 2');
  expect(body).toContain('daybook_effects{state="retrying"} 1');
  expect(body).toContain('daybook_effects{state="failed"} 0');
  expect(Number(/^daybook_effects_lag_seconds (\S+)$/m.exec(body)?.[1])).toBeGreaterThan(89);
});
