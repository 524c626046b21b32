import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Problem } from '../problems.ts';
import { createRequestQueue, type LeaveQueue, type Priority, type RequestQueue } from './request-queue.ts';

const generous = { burstWaitMs: 60_000, standingWaitMs: 60_000, startedWaitMs: 60_000 };

/** Enters and notes the name when there is a place. */
function enter(
  queue: RequestQueue,
  priority: Priority,
  name: string,
  entered: string[],
): Promise<LeaveQueue> {
  return queue.enter(priority).then((leave) => {
    entered.push(name);
    return leave;
  });
}

const refusal = async (attempt: Promise<unknown>): Promise<Problem> => {
  const error = await attempt.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Problem);
  return error as Problem;
};

describe('the queue of requests', () => {
  test('lets so many in at once, the others in the order in which they came', async () => {
    const queue = createRequestQueue({ concurrency: 2, length: 10, ...generous });
    const entered: string[] = [];
    const [first] = await Promise.all([enter(queue, 'new', 'a', entered), enter(queue, 'new', 'b', entered)]);
    const third = enter(queue, 'new', 'c', entered);
    void enter(queue, 'new', 'd', entered);
    await sleep(5);
    expect(entered).toEqual(['a', 'b']);
    expect(queue.waiting).toEqual({ new: 2, started: 0 });
    first();
    // Leaving twice makes no room for two.
    first();
    await third;
    expect(entered).toEqual(['a', 'b', 'c']);
  });

  test('lets what was started go before what is new', async () => {
    const queue = createRequestQueue({ concurrency: 1, length: 10, ...generous });
    const entered: string[] = [];
    const leave = await enter(queue, 'new', 'a', entered);
    void enter(queue, 'new', 'new', entered);
    const started = enter(queue, 'started', 'started', entered);
    leave();
    await started;
    expect(entered).toEqual(['a', 'started']);
  });

  test('refuses at once with 503 and Retry-After when it is full, and counts it', async () => {
    const queue = createRequestQueue({ concurrency: 1, length: 1, ...generous });
    await queue.enter('new');
    expect(queue.isFull()).toBe(false);
    void queue.enter('new');
    expect(queue.isFull()).toBe(true);
    const { status, headers, body } = await refusal(queue.enter('new'));
    expect(status).toBe(503);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(body).toMatchObject({ success: false, status: 503 });
    expect(queue.shed).toBe(1);
  });

  test('refuses what has waited too long, and is as before after that', async () => {
    const queue = createRequestQueue({ concurrency: 1, length: 5, burstWaitMs: 20 });
    const leave = await queue.enter('new');
    expect((await refusal(queue.enter('new'))).status).toBe(503);
    expect(queue.waiting).toEqual({ new: 0, started: 0 });
    leave();
    (await queue.enter('new'))();
    expect(queue.shed).toBe(1);
  });

  test('lets a burst wait for long, but not those who find a queue that has been standing', async () => {
    const limits = { burstWaitMs: 60_000, standingWaitMs: 10, standingAfterMs: 30 };
    const queue = createRequestQueue({ concurrency: 1, length: 5, ...limits });
    const leave = await queue.enter('new');
    const inBurst = queue.enter('new');
    await sleep(40);
    await refusal(queue.enter('new'));
    expect(queue.waiting.new).toBe(1);
    leave();
    (await inBurst)();
    // Empty again: the next one is at the begin of a burst.
    const again = await queue.enter('new');
    const waiting = queue.enter('new');
    await sleep(30);
    expect(queue.waiting.new).toBe(1);
    again();
    (await waiting)();
  });
});
