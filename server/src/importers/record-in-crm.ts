import { recordCancellations, recordMeetings, recordNotes } from '../crm/public.ts';
import { recordNote } from '../notes/public.ts';
import { formatWireTime } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import { generateUuid } from '../platform/ids.ts';
import type { ImportedEvent } from '../scheduled-events/public.ts';
import type { BookingIn } from './contents.ts';
import { toHtml } from './text.rules.ts';

export interface ImportedBooking {
  readonly given: BookingIn;
  readonly recorded: ImportedEvent;
}

/** Invitees become people with their meetings and notes, as if they had booked here; nothing else follows. */
export async function recordInCrm(ctx: Ctx, written: readonly ImportedBooking[]): Promise<void> {
  const all = written.flatMap(({ given, recorded: { eventId, inviteeIds, meeting } }) =>
    inviteeIds.map((inviteeId, index) => ({
      isCancelled: given.invitees[index]?.cancelled !== undefined,
      event: publishedNow(ctx, { eventId, inviteeId, meeting }),
    })),
  );
  if (all.length > 0)
    await recordMeetings(
      ctx,
      all.map(({ event }) => event),
    );
  const cancelled = all.filter(({ isCancelled }) => isCancelled);
  if (cancelled.length > 0)
    await recordCancellations(
      ctx,
      cancelled.map(({ event }) => ({ ...event, id: generateUuid() })),
    );
  const notes = await addNotes(ctx, written);
  if (notes.length > 0) await recordNotes(ctx, notes);
}

const publishedNow = <P>(ctx: Ctx, payload: P) => ({
  id: generateUuid(),
  publishedAt: formatWireTime(ctx.now),
  payload,
});

/** By the first host, to whom they belonged there as well. */
async function addNotes(ctx: Ctx, written: readonly ImportedBooking[]) {
  const added = [];
  for (const { given, recorded } of written) {
    const memberId = recorded.meeting.hostIds[0] ?? '';
    for (const text of (given.notes ?? []).flatMap(partsOf)) {
      const { eventId } = recorded;
      const noteUuid = await recordNote(ctx, { eventId, memberId, note: toHtml(text) });
      added.push(publishedNow(ctx, { eventId, noteUuid }));
    }
  }
  return added;
}

/** As long as a note may be, with room for the markup of its lines. */
const maxPart = 400;

/** A text in parts that end at a space where there is one. */
function partsOf(text: string): string[] {
  const trimmed = text.trim();
  if (trimmed === '') return [];
  if (toHtml(trimmed).length <= maxPart) return [trimmed];
  const end = Math.min(maxPart / 2, Math.floor(trimmed.length / 2));
  const space = trimmed.lastIndexOf(' ', end);
  const cut = space > 0 ? space : end;
  return [...partsOf(trimmed.slice(0, cut)), ...partsOf(trimmed.slice(cut))];
}
