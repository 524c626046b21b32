import type { Reason } from '@daybook/engine/explain';
import type { HostFacts } from '../../availability/public.ts';

/** The order in which a round robin tries its hosts; the same for the same facts, in every process. */
export function sortByTurn(hosts: readonly HostFacts[]): HostFacts[] {
  return hosts.toSorted(
    (a, b) =>
      b.priority - a.priority ||
      Math.round((a.turn - b.turn) * 1e6) ||
      compare(a.lastBookedAt ?? '', b.lastBookedAt ?? '') ||
      compare(a.id, b.id),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function explainNever(reason: Reason): string {
  const sentences: Partial<Record<Reason, string>> = {
    'no hosts': 'This page has no active host, so it can’t be booked.',
    'outside hours': 'This time is outside the page’s schedule.',
    override: 'No times are available on this date.',
    past: 'This time has passed.',
    notice: 'This time is within the minimum notice.',
    window: 'This date is outside the booking window.',
    'not a start': 'Events on this page don’t start at this time.',
    busy: 'This time is already taken.',
    buffer: 'This time is too close to another event.',
    limit: 'The booking limit for this date is reached.',
    resource: 'All required rooms or equipment are booked at this time.',
  };
  return sentences[reason] ?? 'This time isn’t available.';
}
