import { floorToMinute, parseDate } from '@daybook/engine/dates';
import { toDay, type Zone } from '@daybook/engine/zones';
import { lastDay } from '../platform/days.ts';
import { invalid, type FieldErrors } from '../platform/problems.ts';
import type { HostFacts, PageFacts } from './store.ts';

const maxDays = 92;
const defaultDays = 14;

export interface Days {
  readonly first: number;
  readonly last: number;
}

/** The requested dates, as day numbers: by default two weeks from today on the viewer's calendar. */
export function resolveRequestedDays(
  { startDate, endDate }: { startDate?: string | undefined; endDate?: string | undefined },
  zone: Zone,
  now: Date,
): Days {
  const first = dayOf(startDate) ?? toDay(zone, floorToMinute(now.getTime()));
  const last = dayOf(endDate) ?? Math.min(first + defaultDays - 1, lastDay);
  if (last < first) throw invalid({ endDate: ['Must not be before `startDate`.'] });
  if (last - first >= maxDays) throw invalid({ endDate: [`The period can have at most ${maxDays} days.`] });
  return { first, last };
}

function dayOf(date: string | undefined): number | undefined {
  return date === undefined ? undefined : parseDate(date);
}

/** What a visitor may choose about a page's times. */
interface SlotOptions {
  readonly duration?: number | undefined;
  readonly seats?: number | undefined;
  readonly hostEmail?: string | null | undefined;
  readonly hostSlug?: string | undefined;
}

/** Every option that the page does not have. */
export function validateOptions(facts: PageFacts, options: SlotOptions): FieldErrors {
  const errors: FieldErrors = {};
  if (options.duration !== undefined && !facts.durations.includes(options.duration)) {
    errors['duration'] = [`Must be a duration of this event type: ${facts.durations.join(', ')} minutes.`];
  }
  if (options.seats !== undefined && options.seats > 1 && facts.type !== 'GROUP') {
    errors['seats'] = ['Only group event types have more than one seat.'];
  }
  for (const field of ['hostEmail', 'hostSlug'] as const) {
    if (
      options[field] != null &&
      !facts.hosts.some((host) => isMatchingHost(host, { [field]: options[field] }))
    ) {
      errors[field] = ['Must be a host of this event type.'];
    }
  }
  return errors;
}

export function isMatchingHost(host: HostFacts, { hostEmail, hostSlug }: SlotOptions): boolean {
  return (
    (hostEmail == null || host.email === hostEmail.toLowerCase()) &&
    (hostSlug === undefined || host.slug === hostSlug)
  );
}
