import { setTimeout as sleep } from 'node:timers/promises';
import type { BookingTarget } from './moves-installation.ts';
import type { Counts } from './scenario.ts';

export interface AcknowledgedBooking {
  readonly email: string;
  readonly id: string;
}

export interface Bookings {
  readonly acknowledged: AcknowledgedBooking[];
  /** From the first attempt to the answer. */
  readonly waitsMs: number[];
  readonly wrong: string[];
  stop(): Promise<void>;
}

/** So that a move meets a server that works, and not one that is overloaded. */
const thinkMs = 100;
const retryMs = 200;

/** Callers that book one time after the other through the router, and read each booking at once. */
export function startBooking(target: BookingTarget, bookers: number, counts: Counts): Bookings {
  let isGoing = true;
  let next = 0;
  const bookings = {
    acknowledged: [] as AcknowledgedBooking[],
    waitsMs: [] as number[],
    wrong: [] as string[],
  };
  const work = async (): Promise<void> => {
    while (isGoing) {
      const n = (next += 1);
      const startedMs = performance.now();
      const id = await book(target, n, counts, bookings.wrong);
      bookings.waitsMs.push(performance.now() - startedMs);
      if (id === undefined) continue;
      bookings.acknowledged.push({ email: emailOf(n), id });
      await readBack(target, n, id, bookings.wrong);
      await sleep(thinkMs);
    }
  };
  const done = Promise.all(Array.from({ length: bookers }, work));
  return {
    ...bookings,
    async stop() {
      isGoing = false;
      await done;
    },
  };
}

const emailOf = (n: number): string => `kit${n}@move.example`;

/** A time of its own for each: sixteen on each weekday. */
function timeOf(n: number): { date: string; start: string } {
  const day = Math.floor(n / 16);
  const date = new Date(Date.UTC(2027, 0, 4 + 7 * Math.floor(day / 5) + (day % 5)))
    .toISOString()
    .slice(0, 10);
  const hour = String(9 + Math.floor((n % 16) / 2)).padStart(2, '0');
  return { date, start: `${hour}:${n % 2 ? '30' : '00'}` };
}

/** Repeats a booking until it is answered; the id of its event. */
async function book(
  { url, token, ownerSlug, eventTypeSlug }: BookingTarget,
  n: number,
  counts: Counts,
  wrong: string[],
): Promise<string | undefined> {
  const body = JSON.stringify({
    ...timeOf(n),
    ownerSlug,
    eventTypeSlug,
    timeZone: 'UTC',
    name: 'Kit',
    email: emailOf(n),
  });
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': `booking-${n}`,
  };
  for (;;) {
    const answer = await ask(`${url}/v2/event`, { method: 'POST', headers, body });
    if (answer?.status === 200) {
      counts.operation('ok');
      return (JSON.parse(answer.body) as { uuid: string }).uuid;
    }
    counts.operation(answer?.status === 503 ? 'refused' : 'unknown');
    // 409: the same request is still under way, or its transaction was lost.
    if (answer && ![503, 409, 429].includes(answer.status)) {
      wrong.push(`The booking ${emailOf(n)} got ${answer.status}: ${answer.body.slice(0, 200)}`);
      return undefined;
    }
    await sleep(retryMs);
  }
}

/** A cell that no longer has the workspace, or doesn't have it yet, wouldn't know it. */
async function readBack(
  { url, token }: BookingTarget,
  n: number,
  id: string,
  wrong: string[],
): Promise<void> {
  for (;;) {
    const answer = await ask(`${url}/v2/scheduled-events/${id}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (answer?.status === 200) return;
    if (answer && ![503, 429].includes(answer.status)) {
      wrong.push(`The booking ${emailOf(n)} was read from the wrong cell: ${answer.status}.`);
      return;
    }
    await sleep(retryMs);
  }
}

/** Undefined without an answer. */
async function ask(url: string, init: RequestInit): Promise<{ status: number; body: string } | undefined> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(15_000) });
    return { status: response.status, body: await response.text() };
  } catch {
    return undefined;
  }
}
