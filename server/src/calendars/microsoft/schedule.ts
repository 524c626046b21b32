import type { Outbound } from '../../platform/safe-fetch/safe-fetch.ts';
import {
  CalendarError,
  readBlocks,
  type BusyBlock,
  type BusySpan,
  type CalendarAuth,
  type CalendarCursor,
  type ChangeBatch,
  type ChangesEnd,
} from '../provider/public.ts';
import { parseInstant, type GraphEvent } from './events.ts';
import { callGraph } from './graph.ts';

/** Calendars that others share, and that show no more than when they are busy. */

const scheduleDays = 62;

/** Of whom only a schedule can be read. */
export interface SharedSchedule {
  readonly address: string;
}

export function getScheduleAddress({ cursor }: CalendarCursor): string | undefined {
  const position = cursor === null ? {} : (JSON.parse(cursor) as Partial<SharedSchedule>);
  return position.address;
}

interface Schedules {
  readonly value?: readonly {
    /** The answer as a whole is a success, also where one of the schedules could not be read. */
    readonly error?: { readonly responseCode?: string };
    readonly scheduleItems?: readonly (Required<Pick<GraphEvent, 'start' | 'end'>> & {
      readonly status?: string;
    })[];
  }[];
}

const kinds: Readonly<Record<string, BusySpan['kind']>> = {
  busy: 'busy',
  tentative: 'tentative',
  oof: 'out_of_office',
  unknown: 'busy',
};

export async function* readBusy(
  outbound: Outbound,
  auth: CalendarAuth,
  base: string,
  calendar: CalendarCursor,
): AsyncGenerator<ChangeBatch, ChangesEnd> {
  const { body } = await callGraph<{ readonly owner?: { readonly address?: string } }>(outbound, auth, {
    path: base,
    query: { $select: 'owner' },
  });
  const address = body.owner?.address;
  if (address === undefined)
    throw new CalendarError('refused', 'Microsoft doesn’t allow access to this calendar.');
  return yield* readSchedule(outbound, auth, calendar, address);
}

export async function* readSchedule(
  outbound: Outbound,
  auth: CalendarAuth,
  calendar: CalendarCursor,
  address: string,
): AsyncGenerator<ChangeBatch, ChangesEnd> {
  const cursor = JSON.stringify({ address } satisfies SharedSchedule);
  const read = (block: BusyBlock) => readScheduleBlock(outbound, auth, address, block);
  return yield* readBlocks(calendar, scheduleDays, read, cursor);
}

async function readScheduleBlock(
  outbound: Outbound,
  auth: CalendarAuth,
  address: string,
  { start, end }: BusyBlock,
): Promise<BusySpan[]> {
  const { body } = await callGraph<Schedules>(outbound, auth, {
    method: 'POST',
    path: '/me/calendar/getSchedule',
    body: { schedules: [address], startTime: utcTime(start), endTime: utcTime(end) },
  });
  const { scheduleItems, error } = body.value?.[0] ?? {};
  if (!scheduleItems || error)
    throw new CalendarError(
      'unreachable',
      `Microsoft didn’t return the busy times of this calendar (${error?.responseCode ?? 'no answer'}).`,
    );
  return scheduleItems.flatMap((item) => {
    const kind = kinds[item.status ?? 'busy'];
    return kind ? [{ start: parseInstant(item.start), end: parseInstant(item.end), kind }] : [];
  });
}

const utcTime = (instant: Date) => ({ dateTime: instant.toISOString().slice(0, 19), timeZone: 'UTC' });
