import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, createClient } from './client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Sent {
  readonly key: string | null;
  readonly atMs: number;
}

/** Answers with these statuses in turn, and with 200 after them. */
function serverThat(...answers: readonly (readonly [status: number, retryAfter?: string])[]) {
  const sent: Sent[] = [];
  const fetch = async (_: string, { headers, signal }: RequestInit): Promise<Response> => {
    signal?.throwIfAborted();
    const [status, retryAfter] = answers[sent.length] ?? [200];
    sent.push({ key: new Headers(headers).get('idempotency-key'), atMs: Date.now() });
    return Response.json(
      { email: 'mara@juniper.example', resource: {}, message: 'Not now.' },
      { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } },
    );
  };
  return { sent, fetch };
}

const ended = async (call: Promise<unknown>): Promise<unknown> => {
  const result = call.catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return result;
};

describe('what is refused for the moment is sent again', () => {
  test.each([429, 503])('%i, after growing delays', async (status) => {
    const { sent, fetch } = serverThat([status], [status]);
    expect(await ended(createClient({ fetch }).whoami())).toEqual({
      email: 'mara@juniper.example',
      resource: {},
      message: 'Not now.',
    });
    const [first = 0, second = 0, third = 0] = sent.map(({ atMs }) => atMs);
    expect(second - first).toBeGreaterThanOrEqual(250);
    expect(second - first).toBeLessThanOrEqual(750);
    expect(third - second).toBeGreaterThanOrEqual(500);
    expect(third - second).toBeLessThanOrEqual(1500);
  });

  test.each([
    ['seconds', () => '7'],
    ['a date', () => new Date(Math.ceil(Date.now() / 1000) * 1000 + 7000).toUTCString()],
  ])('not before the time that Retry-After gives in %s', async (_, retryAfter) => {
    const { sent, fetch } = serverThat([503, retryAfter()]);
    await ended(createClient({ fetch }).whoami());
    const waitedMs = (sent[1]?.atMs ?? 0) - (sent[0]?.atMs ?? 0);
    expect(waitedMs).toBeGreaterThanOrEqual(7000);
    expect(waitedMs).toBeLessThanOrEqual(8600);
  });

  test('with the same key for a POST, so that it has its effect once', async () => {
    const { sent, fetch } = serverThat([503], [429]);
    const api = createClient({ fetch });
    await ended(api.createTeam({ body: { title: 'Sales' } }));
    expect(sent).toHaveLength(3);
    expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    await ended(api.createTeam({ body: { title: 'Sales' } }));
    expect(sent[3]?.key).not.toBe(sent[0]?.key);
    await ended(api.createTeam({ body: { title: 'Sales' }, headers: { 'idempotency-key': 'mine' } }));
    expect(sent[4]?.key).toBe('mine');
  });
});

describe('a dropped connection', () => {
  /** The first of `drops` requests never get an answer. */
  function dropping(drops: number) {
    const { sent, fetch } = serverThat();
    const keys: (string | null)[] = [];
    const dropped = async (address: string, request: RequestInit): Promise<Response> => {
      keys.push(new Headers(request.headers).get('idempotency-key'));
      if (keys.length <= drops) throw new TypeError('fetch failed');
      return fetch(address, request);
    };
    return { keys, sent, api: createClient({ fetch: dropped }) };
  }

  test('is tried again for a read, and for a POST with the same key', async () => {
    const read = dropping(2);
    expect(await ended(read.api.whoami())).toMatchObject({ email: 'mara@juniper.example' });
    expect(read.keys).toHaveLength(3);
    const written = dropping(1);
    await ended(written.api.createTeam({ body: { title: 'Sales' } }));
    expect(written.keys).toHaveLength(2);
    expect(written.keys[1]).toBe(written.keys[0]);
  });

  test('is reported at once where nobody can know what a second request would do', async () => {
    const params = { teamId: 'x' };
    for (const call of ['deleteTeam', 'updateTeam'] as const) {
      const { api, keys } = dropping(1);
      expect(await ended(api[call]({ params, body: {} } as never))).toBeInstanceOf(TypeError);
      expect(keys).toHaveLength(1);
    }
  });

  test('is reported after the last retry', async () => {
    const { api, keys } = dropping(9);
    expect(await ended(api.whoami())).toMatchObject({ message: 'fetch failed' });
    expect(keys).toHaveLength(3);
  });
});

describe('it gives up', () => {
  const statusOf = async (call: Promise<unknown>): Promise<number> => {
    const error = await ended(call);
    expect(error).toBeInstanceOf(ApiError);
    return (error as ApiError).status;
  };

  test('after the second retry, or as many as were said', async () => {
    const busy = serverThat(...Array.from({ length: 9 }, () => [503] as const));
    expect(await statusOf(createClient({ fetch: busy.fetch }).whoami())).toBe(503);
    expect(busy.sent).toHaveLength(3);
    expect(await statusOf(createClient({ fetch: busy.fetch, retries: 0 }).whoami())).toBe(503);
    expect(busy.sent).toHaveLength(4);
  });

  test('at once with other refusals, and with a PATCH, which may do more the second time', async () => {
    const failed = serverThat([500], [503]);
    const api = createClient({ fetch: failed.fetch });
    expect(await statusOf(api.whoami())).toBe(500);
    expect(await statusOf(api.updateTeam({ params: { teamId: 'x' }, body: {} }))).toBe(503);
    expect(failed.sent).toHaveLength(2);
  });

  test('at once when it would have to wait for long, and says for how long', async () => {
    const { sent, fetch } = serverThat([429, '3600']);
    const error = await ended(createClient({ fetch }).whoami());
    expect(error).toMatchObject({ status: 429, retryAfterSeconds: 3600 });
    expect(sent).toHaveLength(1);
  });

  test('while it waits, when it is aborted', async () => {
    const { sent, fetch } = serverThat([503, '20']);
    const controller = new AbortController();
    const call = createClient({ fetch }).whoami({ signal: controller.signal });
    const result = call.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(100);
    controller.abort(new Error('No longer needed.'));
    expect(await result).toMatchObject({ message: 'No longer needed.' });
    expect(sent).toHaveLength(1);
  });
});

test('a call that takes too long ends, and a stream does not', async () => {
  vi.useRealTimers();
  const signals: (AbortSignal | null | undefined)[] = [];
  const silent = (_: string, { signal }: RequestInit): Promise<Response> => {
    signals.push(signal);
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
      if (!signal) resolve(new Response('event: ...'));
    });
  };
  const api = createClient({ fetch: silent, timeoutMs: 20 });
  await expect(api.whoami()).rejects.toMatchObject({ name: 'TimeoutError' });
  const caller = new AbortController();
  await expect(api.whoami({ signal: caller.signal })).rejects.toMatchObject({ name: 'TimeoutError' });
  expect((await api.streamChanges()).ok).toBe(true);
  expect(signals[2]).toBeUndefined();
});
