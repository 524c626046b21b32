import type { Unreadable } from './store.ts';

const parts = {
  start: 'its start',
  end: 'its end',
  recurrence: 'recurrence',
  zone: 'time zone',
  file: 'its format',
};

/** What a host should know of events that can't be read; null when all can. */
export function describeUnreadable({ count, first }: Unreadable): string | null {
  if (count === 0) return null;
  const named = first.map(({ part, date }) => `${date ?? 'without a date'} (${parts[part]})`);
  const more = count > first.length ? [`and ${count - first.length} more`] : [];
  const [events, them] = count === 1 ? ['an event', 'it'] : [`${count} events`, 'them'];
  const list = [...named, ...more].join(', ');
  return `Daybook can’t fully read ${events} in this calendar, so people might book you at the same time: ${list}. Check ${them} in your calendar app.`;
}
