import { newBooking } from '@daybook/contract/scheduled-events';
import { listAvailability } from '../availability/public.ts';
import type { Ctx } from '../platform/context.ts';
import { bookTime, findPageDetails, type BookingIds } from '../scheduled-events/public.ts';

interface Wish {
  /** `owner/slug`. */
  readonly page: string;
  readonly eventTypeId: string;
  /** The first day that will do, and the earliest time on it. */
  readonly date: string;
  readonly from?: string;
  readonly timeZone: string;
  readonly seats?: number | undefined;
  /** In the order of the page's questions. */
  readonly answers?: readonly string[];
  readonly booking: Readonly<Record<string, unknown>>;
}

/** Books the first available time slot; undefined if there is none. */
export async function bookSlot(ctx: Ctx, wish: Wish): Promise<BookingIds | undefined> {
  const { eventTypeId, date, from = '', timeZone, seats } = wish;
  const query = {
    startDate: date,
    timeZone,
    seats,
    includeHostCount: false,
    includeFirstAvailableDate: false,
  };
  const { availability } = await listAvailability(ctx, { address: { eventTypeId } }, query);
  const offered = availability.flatMap((day) => day.slots.map((start) => ({ date: day.date, start })));
  const slot = offered.find((each) => each.date > date || each.start >= from);
  if (!slot) return undefined;
  const [ownerSlug = '', eventTypeSlug = ''] = wish.page.split('/');
  const { questions } = await findPageDetails(ctx, eventTypeId);
  const question_answers = (wish.answers ?? []).map((answer, index) => ({
    question_id: questions[index]?.id,
    answer,
  }));
  return bookTime(
    ctx,
    newBooking.parse({
      ...wish.booking,
      ...slot,
      ownerSlug,
      eventTypeSlug,
      timeZone,
      seats,
      question_answers,
    }),
  );
}
