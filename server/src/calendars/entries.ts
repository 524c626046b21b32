import { minuteFloor, minuteToMs } from '@daybook/engine/dates';
import type { Zone } from '@daybook/engine/zones';
import { parseCalendar, type CalendarEvent } from './ical/events.ts';
import { expand } from './ical/expand.ts';
import type { BusyRow, EntryRow } from './store.ts';

const dayMs = 86_400_000;
/** Behind, for calendars that are looked at; ahead, more than the 12 months that are promised, so that it lasts a while. */
const reach = { behindDays: 40, aheadDays: 500 };
/** When less is left, rules are expanded again. */
export const leastAheadDays = 400;

export const horizonAt = (now: Date): Date => new Date(now.getTime() + reach.aheadDays * dayMs);

interface Owner {
  readonly email: string;
  readonly zone: Zone;
}

/** When entries make their owner busy. An entry that can not be read makes nobody busy, and does not stop the others. */
export function busyOf(entries: readonly EntryRow[], owner: Owner, now: Date): BusyRow[] {
  const window = {
    start: minuteFloor(now.getTime() - reach.behindDays * dayMs),
    end: minuteFloor(horizonAt(now).getTime()),
  };
  return entries.flatMap(({ externalId, content }) =>
    occurrencesOf(content, window, owner.zone)
      .filter(({ event, start, end }) => end > start && isBusy(event, owner.email))
      .map(({ event, start, end }) => ({
        externalId,
        startsAt: timeOf(start),
        endsAt: timeOf(end),
        isOutOfOffice: event.isOutOfOffice,
      })),
  );
}

function occurrencesOf(content: string, window: { start: number; end: number }, zone: Zone) {
  try {
    return expand(parseCalendar(content), window, zone).occurrences;
  } catch {
    return [];
  }
}

/** Tentative counts: a time that may be taken is not free. */
function isBusy({ isFree, declinedBy }: CalendarEvent, email: string): boolean {
  return !isFree && !declinedBy.includes(email.toLowerCase());
}

const timeOf = (minute: number): string => new Date(minuteToMs(minute)).toISOString();
