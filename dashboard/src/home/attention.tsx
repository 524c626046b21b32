import { interpolate, plural } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Icon } from '../kit/icon.tsx';
import { query } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { clockIn, dayText, today, wallAt } from '../platform/time.ts';
import { withWords } from '../platform/words/load.ts';
import { words } from '../platform/words/words.ts';
import { placeIn } from './place-in.ts';

const most = 3;

/** Few ever see it, and everybody loads this page first. */
const RefusedRefund = lazy(
  withWords(async () => ({
    default: (await import('../scheduled-events/refused-refund.tsx')).RefusedRefund,
  })),
);

/** What has gone wrong, and where to look at it. */
export function Attention() {
  const { data = [] } = useQuery(query('readAttention'));
  if (data.length === 0) return null;
  return (
    <section className="col gap3" aria-label={words.home.needsCare}>
      {data.slice(0, most).map(({ kind, id, title, detail, since, url }) => (
        <div key={`${kind} ${id}`} className="note bad">
          <Icon name="warning" />
          <span className="grow">
            <b>{interpolate(words.home.care[kind], { title, time: momentText(since) })}</b> {detail}
          </span>
          <Suspense>{kind === 'refund_refused' && <RefusedRefund uuid={id} />}</Suspense>
          <Link to={placeIn(url)}>
            <b>{words.home.look}</b>
          </Link>
        </div>
      ))}
      {data.length > most && (
        <p className="muted small">{plural(start.words, words.home.moreCare, data.length - most)}</p>
      )}
    </section>
  );
}

/** The time alone if it was today. */
function momentText(instant: string): string {
  const { day, clock } = wallAt(instant);
  const time = clockIn(clock);
  return day === today() ? time : interpolate(words.home.moment, { day: dayText(day), time });
}
