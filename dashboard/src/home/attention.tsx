import { interpolate, pluralize } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Icon } from '../kit/icon.tsx';
import { buildQuery } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { formatTime, formatDay, getToday, toWallTime } from '../platform/time.ts';
import { loadWithWords } from '../platform/words/load.ts';
import { words } from '../platform/words/words.ts';
import { getDashboardPath } from './dashboard-path.ts';

const most = 3;

/** Few ever see it, and everybody loads this page first. */
const FailedRefund = lazy(
  loadWithWords(async () => ({
    default: (await import('../scheduled-events/failed-refund.tsx')).FailedRefund,
  })),
);

/** What has gone wrong, and where to look at it. */
export function Attention() {
  const { data = [] } = useQuery(buildQuery('readAttention'));
  if (data.length === 0) return null;
  return (
    <section className="col gap3" aria-label={words.home.needsCare}>
      {data.slice(0, most).map(({ kind, id, title, detail, since, url }) => (
        <div key={`${kind} ${id}`} className="note bad">
          <Icon name="warning" />
          <span className="grow">
            <b>{interpolate(words.home.care[kind], { title, time: momentText(since) })}</b> {detail}
          </span>
          <Suspense>{kind === 'refund_refused' && <FailedRefund uuid={id} />}</Suspense>
          <Link to={getDashboardPath(url)}>
            <b>{words.home.look}</b>
          </Link>
        </div>
      ))}
      {data.length > most && (
        <p className="muted small">{pluralize(start.words, words.home.moreCare, data.length - most)}</p>
      )}
    </section>
  );
}

/** The time alone if it was today. */
function momentText(instant: string): string {
  const { day, clock } = toWallTime(instant);
  const time = formatTime(clock);
  return day === getToday() ? time : interpolate(words.home.moment, { day: formatDay(day), time });
}
