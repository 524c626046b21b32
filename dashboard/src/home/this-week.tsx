import { dateOf, weekdayOf } from '@daybook/booking/calendar';
import { interpolate } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { query } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { daysOf, sumOf } from './rules.ts';

/** The figures of the week, which begins on Monday as in the insights. */
export function ThisWeek({ day }: { readonly day: number }) {
  const { routesByPath } = useRouter();
  const range = {
    query: { from: dateOf(day - ((weekdayOf(day) + 6) % 7)), to: dateOf(day), interval: 'week' as const },
  };
  const booked = useQuery(query('countBookings', range)).data;
  const cancelled = useQuery(query('countCancellations', range)).data;
  const noShows = useQuery(query('countNoShows', range)).data;
  const leadTime = useQuery(query('measureLeadTime', range)).data;
  if (!booked || !cancelled || !noShows || !leadTime) return null;
  const { week } = words.home;
  const ahead = daysOf(leadTime.buckets);
  const figures: readonly [label: string, value: string | number][] = [
    [week.booked, sumOf(booked.buckets)],
    [week.cancelled, sumOf(cancelled.buckets)],
    [week.noShows, sumOf(noShows.buckets)],
    [week.leadTime, ahead === undefined ? week.none : interpolate(week.days, { n: ahead })],
  ];
  return (
    <section className="card" aria-labelledby="week">
      <header>
        <h2 id="week">{week.title}</h2>
        <span className="grow" />
        {'/insights' in routesByPath && (
          <Link className="link small" to={'/insights' as string}>
            {week.insights}
          </Link>
        )}
      </header>
      <dl className="figures">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt className="muted small">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
