import { getCalendarDate, toIsoDate, parseDay } from '@daybook/booking/calendar';
import { interpolate } from '@daybook/booking/locale';
import { Link } from '@tanstack/react-router';
import { Icon } from '../kit/icon.tsx';
import { start } from '../platform/start.ts';
import { formatDateOnly, getToday } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { updateSearch, type EventSearch } from './rules.ts';
import { startOfWeek } from './week.ts';

/** How many days a view shows. */
const lengths = { week: 7, agenda: 28 } as const;

/** The days that a view shows: from the beginning of the week of its date. */
export function listViewDays(view: keyof typeof lengths, date: string | undefined) {
  const day = date === undefined ? getToday() : parseDay(date);
  const first = startOfWeek(day, getCalendarDate(day).weekday, start.locale.weekStartsOn);
  return { first, last: first + lengths[view] - 1 };
}

interface DaysNavigationProps {
  readonly search: EventSearch;
  readonly view: keyof typeof lengths;
}

/** Earlier, today, later, and which days these are. */
export function DaysNavigation({ search, view }: DaysNavigationProps) {
  const { first, last } = listViewDays(view, search.date);
  const at = (day: number | undefined) => ({
    to: '/events' as const,
    search: updateSearch(({ date: _, ...rest }) => ({
      ...rest,
      ...(day !== undefined && { date: toIsoDate(day) }),
    })),
  });
  return (
    <>
      <Link
        className="btn quiet small square"
        aria-label={words.events.previous}
        {...at(first - lengths[view])}
      >
        <Icon name="left" />
      </Link>
      <Link className="btn small" {...at(undefined)}>
        {words.events.today}
      </Link>
      <Link className="btn quiet small square" aria-label={words.events.next} {...at(last + 1)}>
        <Icon name="right" />
      </Link>
      <b className="days-shown small" aria-live="polite">
        {interpolate(words.events.dates, { from: formatDateOnly(first), to: formatDateOnly(last) })}
      </b>
    </>
  );
}
