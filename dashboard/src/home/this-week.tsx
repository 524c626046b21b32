import { toIsoDate, getWeekday } from '@daybook/booking/calendar';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { formatLeadTime } from '../platform/lead-time.ts';
import { buildQuery } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { getLatestValue, sumBuckets } from './rules.ts';

/** The figures of the week, which begins on Monday as in the insights. */
export function ThisWeek({ day }: { readonly day: number }) {
  const { routesByPath } = useRouter();
  const range = {
    query: {
      from: toIsoDate(day - ((getWeekday(day) + 6) % 7)),
      to: toIsoDate(day),
      interval: 'week' as const,
    },
  };
  const booked = useQuery(buildQuery('countBookings', range)).data;
  const cancelled = useQuery(buildQuery('countCancellations', range)).data;
  const noShows = useQuery(buildQuery('countNoShows', range)).data;
  const leadTime = useQuery(buildQuery('measureLeadTime', range)).data;
  if (!booked || !cancelled || !noShows || !leadTime) return null;
  const { week } = words.home;
  const ahead = getLatestValue(leadTime.buckets);
  const figures: readonly [label: string, value: string | number][] = [
    [week.booked, sumBuckets(booked.buckets)],
    [week.cancelled, sumBuckets(cancelled.buckets)],
    [week.noShows, sumBuckets(noShows.buckets)],
    [week.leadTime, ahead === undefined ? week.none : formatLeadTime(ahead)],
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
