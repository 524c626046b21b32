import { formatDate, parseDate } from '@daybook/engine/dates';
import { listOccurrenceDays } from '@daybook/engine/recurrence';
import {
  isUnreachable,
  loadBookablePage,
  isEveryHostRequired,
  type PageFacts,
  type Target,
} from '../../availability/public.ts';
import type { Ctx } from '../../platform/context.ts';
import { generateEventId } from '../../platform/ids.ts';
import { Problem } from '../../platform/problems.ts';
import {
  requestCalendarAnswers,
  choosePlace,
  isLimited,
  type OfferedSlot,
  slotTaken,
  buildHostTime,
  computeWindowOver,
  type LocalTime,
} from '../times/public.ts';
import {
  restrictToHost,
  createBookingWithinLimit,
  type BookingIds,
  type CreatedBooking,
} from './create-booking.ts';
import { seriesScheduled } from '../core/public.ts';
import type { BookingTerms } from './build-invitee.ts';
import { tryOrUndo, numberSeries } from './series.store.ts';
import type { Booking, Page } from './validate-booking.ts';

type RecurringBooking = Booking & { readonly recurrence: NonNullable<Booking['recurrence']> };

/** A time of a series, and where it could be had; else why it can't. */
interface Occurrence {
  readonly when: LocalTime;
  readonly found: OfferedSlot | Problem;
}

/**
 * Books all times of a series in one transaction, each as a booking of its own. The first was looked for already. Its hosts' time is
 * taken in the order of time, so that two series never wait for each other.
 */
export async function createSeries(
  ctx: Ctx,
  page: Page,
  first: OfferedSlot | Problem,
  booking: RecurringBooking,
  entry: BookingTerms,
): Promise<BookingIds> {
  const occurrences = withOneHost(page, await survey(ctx, page, first, booking));
  requestCalendarAnswers(ctx, occurrences.flatMap(questionOf));
  const seriesId = generateEventId();
  const booked: CreatedBooking[] = [];
  const refused: { when: LocalTime; problem: Problem }[] = [];
  for (const { when, found } of occurrences) {
    const outcome =
      found instanceof Problem
        ? found
        : await tryOrUndo(ctx, async () => {
            const place = await chooseAgain(ctx, page.target, found, { ...booking, ...when });
            return createBookingWithinLimit(ctx, { ...place, details: page.details }, booking, {
              ...entry,
              seriesId,
            });
          });
    if (outcome instanceof Problem) refused.push({ when, problem: aboutTime(outcome) });
    else booked.push(outcome);
  }
  const [begins] = booked;
  if (!begins || (refused.length > 0 && !booking.recurrence.skipTaken)) throw unavailable(refused);
  await numberSeries(ctx, seriesId);
  await ctx.publish(seriesScheduled, { seriesId, occurrences: booked });
  return begins;
}

/** The same time of day in the invitee's zone, whatever clocks do between. An offset tells only the first from its twin. */
export function listSeriesTimes({
  date,
  start,
  timeZone,
  offset,
  recurrence,
}: LocalTime & Pick<RecurringBooking, 'recurrence'>): LocalTime[] {
  const days = listOccurrenceDays(parseDate(date) ?? 0, recurrence.frequency, recurrence.count);
  return days.map((day, index) => ({
    date: formatDate(day),
    start,
    timeZone,
    ...(index === 0 && { offset }),
  }));
}

/** What is known of each time before any is taken. */
async function survey(
  ctx: Ctx,
  { target }: Page,
  first: OfferedSlot | Problem,
  booking: RecurringBooking,
): Promise<Occurrence[]> {
  const [when, ...later] = listSeriesTimes(booking);
  const facts = await loadBookablePage(ctx, target, { window: computeWindowOver(later, ctx.now) });
  const occurrences: Occurrence[] = when ? [{ when, found: first }] : [];
  for (const next of later) {
    const found = await catchProblem(() => choosePlace(ctx, { target, facts }, { ...booking, ...next }));
    occurrences.push({ when: next, found: found instanceof Problem ? aboutTime(found) : found });
  }
  return occurrences;
}

async function catchProblem<T>(work: () => Promise<T>): Promise<T | Problem> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** The first time of a series, or that it is taken: its others are looked at all the same. */
export async function catchSlotTaken(choose: () => Promise<OfferedSlot>): Promise<OfferedSlot | Problem> {
  const found = await catchProblem(choose);
  if (found instanceof Problem && found.status !== 409) throw found;
  return found;
}

/** Rethrows what is not about a time: it would be wrong with every one of them. */
function aboutTime(problem: Problem): Problem {
  const { errors } = problem.body as { errors?: Record<string, string[]> };
  if (problem.status === 409 || errors?.['start'] || errors?.['offset']) return problem;
  throw problem;
}

/** Of a round robin one host takes them all: who can be asked, is free at most of them, and of several the first in turn. */
function withOneHost({ facts, target }: Page, occurrences: readonly Occurrence[]): readonly Occurrence[] {
  if (facts.type !== 'ROUND_ROBIN' || isEveryHostRequired(target)) return occurrences;
  const isFree = ({ found }: Occurrence, id: string): boolean =>
    !(found instanceof Problem) && found.hosts.some((host) => host.id === id);
  const [inOrder = []] = occurrences.flatMap(({ found }) => (found instanceof Problem ? [] : [found.hosts]));
  const timesFree = ({ id }: PageFacts['hosts'][number]): number =>
    occurrences.filter((occurrence) => isFree(occurrence, id)).length;
  const [host] = inOrder.toSorted(
    (a, b) => Number(isUnreachable(a)) - Number(isUnreachable(b)) || timesFree(b) - timesFree(a),
  );
  if (!host) return occurrences;
  return occurrences.map((occurrence) => {
    const { when, found } = occurrence;
    if (found instanceof Problem) return occurrence;
    return { when, found: isFree(occurrence, host.id) ? { ...found, onlyHostId: host.id } : slotTaken() };
  });
}

function questionOf({ found }: Occurrence) {
  if (found instanceof Problem) return [];
  const { facts, start, durationMinutes, hosts } = restrictToHost(found);
  return [{ time: buildHostTime(facts, '', start, durationMinutes), hosts }];
}

/** Limits count the occurrences that were booked since the survey. */
async function chooseAgain(
  ctx: Ctx,
  target: Target,
  found: OfferedSlot,
  booking: Booking,
): Promise<OfferedSlot> {
  if (!isLimited(found.facts)) return found;
  const { onlyHostId } = found;
  const place = await choosePlace(ctx, { target, facts: found.facts }, booking);
  if (onlyHostId === undefined) return place;
  if (!place.hosts.some(({ id }) => id === onlyHostId)) throw slotTaken();
  return { ...place, onlyHostId };
}

function unavailable(refused: readonly { readonly when: LocalTime; readonly problem: Problem }[]): Problem {
  const message =
    'Some times of this series aren’t available. Choose other times, or send skipTaken to book the rest.';
  const times = refused.map(({ when: { date, start }, problem }) => ({
    date,
    start,
    reason: reasonOf(problem),
  }));
  return new Problem(409, message, { success: false, message, status: 409, unavailable: times });
}

function reasonOf({ message, body }: Problem): string {
  const { errors = {} } = body as { errors?: Record<string, string[]> };
  return (errors['start'] ?? errors['offset'])?.[0] ?? message;
}
