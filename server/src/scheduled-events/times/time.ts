import type { newBooking } from '@daybook/contract/scheduled-events';
import { floorToMinute, minuteToMs, parseClock, parseDate, parseOffset } from '@daybook/engine/dates';
import { findInstants } from '@daybook/engine/present';
import type { z } from 'zod';
import {
  findOffer,
  type LoadedPage,
  type PageFacts,
  type Target,
  isEveryHostRequired,
  buildSlotQuery,
} from '../../availability/public.ts';
import { formatWireTime } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { conflict, invalid, type FieldErrors } from '../../platform/problems.ts';
import { getZone } from '../../platform/zones.ts';
import { explainNever } from './rules.ts';
import type { HostTime } from './host-times.store.ts';

/** On what the times of a page depend. */
export type SlotOptions = Partial<Pick<z.output<typeof newBooking>, 'duration' | 'seats' | 'recurrence'>>;

/** A time as an invitee names it: on their clock. */
export interface LocalTime {
  readonly date: string;
  readonly start: string;
  readonly timeZone: string;
  readonly offset?: string | undefined;
}

/** A time of which all could be read. */
export function parseWhen(fields: Partial<LocalTime>): LocalTime | undefined {
  const { date, start, timeZone, offset } = fields;
  const isWhole = date !== undefined && start !== undefined && timeZone !== undefined && 'offset' in fields;
  return isWhole ? { date, start, timeZone, offset } : undefined;
}

/** The instants that can be meant, earliest first: two when clocks go back. */
export function listInstants(when: LocalTime): number[] {
  const instants = instantsAt(when);
  if (instants.length === 0) throw invalid(noSuchTime(when));
  return instants;
}

/** None when clocks skip the time. */
function instantsAt({ date, start, timeZone, offset }: LocalTime): number[] {
  return findInstants(
    getZone(timeZone),
    parseDate(date) ?? 0,
    parseClock(start) ?? 0,
    offset === undefined ? undefined : parseOffset(offset),
  );
}

function noSuchTime({ timeZone, offset }: LocalTime): FieldErrors {
  return offset === undefined
    ? { start: [`Clocks in ${timeZone} skip this time on that date.`] }
    : { offset: [`${timeZone} doesn’t have this offset at that time.`] };
}

/** The window that covers them, for loading. */
export function computeWindowAround(instants: readonly number[]): { start: number; end: number } {
  return { start: Math.min(...instants), end: Math.max(...instants) + 1 };
}

/** The same for a time that may not be known, or not exist: then any will do. */
export function computeWindow(when: LocalTime | undefined, now: Date): { start: number; end: number } {
  return computeWindowOver(when ? [when] : [], now);
}

/** The same for several times. */
export function computeWindowOver(times: readonly LocalTime[], now: Date): { start: number; end: number } {
  const instants = times.flatMap(instantsAt);
  return computeWindowAround(instants.length > 0 ? instants : [floorToMinute(now.getTime())]);
}

/** The times of a page that can be booked. */
export function buildTimes(
  ctx: Ctx,
  { facts, target }: { readonly facts: PageFacts; readonly target: Target },
  { duration = facts.duration, seats = 1, recurrence }: SlotOptions,
  exceptId?: string,
): LoadedPage {
  const options = {
    durationMinutes: duration,
    seats,
    allHosts: isEveryHostRequired(target),
    nowMs: ctx.now.getTime(),
    asksCalendars: ctx.externalData !== undefined,
  };
  return {
    facts,
    exceptId,
    isSeries: Boolean(recurrence),
    queryOf: (page) => buildSlotQuery(page, options),
  };
}

/** The first of the instants that can be booked, with the hosts free at it; else why not, as 409 or 422. */
export async function findOffered(
  ctx: Ctx,
  page: LoadedPage,
  instants: readonly number[],
): Promise<{ start: number; hosts: readonly number[] }> {
  const found = await findFirst(ctx, page, instants);
  if ('errors' in found) throw invalid(found.errors);
  if ('hosts' in found) return found;
  throw slotTaken();
}

/** What is wrong with a time, taken or not: it does not exist, or is not one of the page's. */
export async function validateTime(ctx: Ctx, page: LoadedPage, when: LocalTime): Promise<FieldErrors> {
  const instants = instantsAt(when);
  if (instants.length === 0) return noSuchTime(when);
  const found = await findFirst(ctx, page, instants);
  return 'errors' in found ? found.errors : {};
}

type SlotSearch =
  | { readonly start: number; readonly hosts: readonly number[] }
  | { readonly isTaken: true }
  | { readonly errors: FieldErrors };

/** The first that can be booked; else that one of them is taken; else why the first can't be. */
async function findFirst(ctx: Ctx, page: LoadedPage, instants: readonly number[]): Promise<SlotSearch> {
  const refused: SlotSearch[] = [];
  for (const start of instants) {
    const offer = await findOffer(ctx, page, start);
    if ('hosts' in offer) return { start, hosts: offer.hosts };
    refused.push(
      offer.state === 'taken' ? { isTaken: true } : { errors: { start: [explainNever(offer.reason)] } },
    );
  }
  return refused.find((each) => 'isTaken' in each) ?? refused[0] ?? { isTaken: true };
}

export function slotTaken() {
  return conflict('This time is no longer available.');
}

/** The columns of an event's time, with the page's buffers around it. */
export function buildHostTime(
  facts: PageFacts,
  eventId: string,
  start: number,
  durationMinutes: number,
): HostTime {
  const end = start + durationMinutes;
  return {
    event_id: eventId,
    event_type_id: facts.id,
    starts_at: at(start),
    ends_at: at(end),
    busy_from: at(start - facts.bufferBefore),
    busy_to: at(end + facts.bufferAfter),
  };
}

function at(minute: number): string {
  return formatWireTime(new Date(minuteToMs(minute)));
}
