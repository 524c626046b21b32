import { minuteFloor, parseDate } from '@daybook/engine/dates';
import { dayAt, type Zone } from '@daybook/engine/zones';
import { invalid, type FieldErrors } from '../platform/problems.ts';
import type { HostFacts, PageFacts } from './store.ts';

const mostDays = 92;
const usualDays = 14;

export interface Days {
  readonly first: number;
  readonly last: number;
}

/** The dates asked for, as day numbers: by default two weeks from today on the viewer's calendar. */
export function daysAsked(
  { startDate, endDate }: { startDate?: string | undefined; endDate?: string | undefined },
  zone: Zone,
  now: Date,
): Days {
  const first = dayOf(startDate) ?? dayAt(zone, minuteFloor(now.getTime()));
  const last = dayOf(endDate) ?? first + usualDays - 1;
  if (last < first) throw invalid({ endDate: ['Must not be before startDate.'] });
  if (last - first >= mostDays) throw invalid({ endDate: [`A window has at most ${mostDays} days.`] });
  return { first, last };
}

function dayOf(date: string | undefined): number | undefined {
  return date === undefined ? undefined : parseDate(date);
}

interface Wishes {
  readonly duration?: number | undefined;
  readonly seats?: number | undefined;
  readonly hostEmail?: string | undefined;
  readonly hostSlug?: string | undefined;
}

/** What a page does not have can't be asked for; every such wish is named at once. */
export function refuseWishes(facts: PageFacts, wishes: Wishes): void {
  const errors = whyNotWished(facts, wishes);
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

export function whyNotWished(facts: PageFacts, wishes: Wishes): FieldErrors {
  const errors: FieldErrors = {};
  if (wishes.duration !== undefined && !facts.durations.includes(wishes.duration)) {
    errors['duration'] = [`This page offers ${facts.durations.join(', ')} minutes.`];
  }
  if (wishes.seats !== undefined && wishes.seats > 1 && facts.type !== 'GROUP') {
    errors['seats'] = ['Only a group page has more than one seat.'];
  }
  for (const field of ['hostEmail', 'hostSlug'] as const) {
    if (
      wishes[field] !== undefined &&
      !facts.hosts.some((host) => isWished(host, { [field]: wishes[field] }))
    ) {
      errors[field] = ['Is not a host of this page.'];
    }
  }
  return errors;
}

export function isWished(host: HostFacts, { hostEmail, hostSlug }: Wishes): boolean {
  return (
    (hostEmail === undefined || host.email === hostEmail.toLowerCase()) &&
    (hostSlug === undefined || host.slug === hostSlug)
  );
}
