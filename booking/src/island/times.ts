import { toIsoDate, getFirstDay, getLastDay, minutesPerDay, parseDay } from '../calendar.ts';
import type { PickData } from '../model.ts';

/** The free starts of a month and of the days next to it, as instants in minutes. */
export interface Month {
  readonly starts: readonly number[];
  readonly laterDate: string | null;
}

interface Answer {
  readonly availability: readonly { readonly date: string; readonly slots: readonly string[] }[];
  readonly firstAvailableDate: string | null;
  readonly isNotAvailable: boolean;
}

/** In UTC, where each local time is exactly one instant. */
export async function fetchMonth(data: PickData, month: string): Promise<Month> {
  const address = new URL(data.availabilityUrl, location.href);
  address.searchParams.set('timeZone', 'UTC');
  address.searchParams.set('startDate', toIsoDate(getFirstDay(month) - 1));
  address.searchParams.set('endDate', toIsoDate(getLastDay(month) + 1));
  address.searchParams.set('duration', String(data.duration));
  if (data.group) address.searchParams.set('seats', String(data.group.requested));
  address.searchParams.set('includeFirstAvailableDate', '1');
  const response = await fetch(address, { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(String(response.status));
  const answer = (await response.json()) as Answer;
  return {
    starts: answer.availability.flatMap(({ date, slots }) =>
      slots.map(
        (clock) => parseDay(date) * minutesPerDay + Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)),
      ),
    ),
    laterDate: answer.isNotAvailable ? answer.firstAvailableDate : null,
  };
}
