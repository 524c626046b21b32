import { toIsoDate, parseDay } from '@daybook/booking/calendar';
import { interpolate } from '@daybook/booking/locale';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Fragment } from 'react';
import { Button } from '../kit/button.tsx';
import { Problem, Skeleton } from '../kit/states.tsx';
import { useAddress } from '../platform/address.ts';
import { buildQuery } from '../platform/query.ts';
import { formatTime, formatDay, startOfDay, getToday, toWallTime } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { Section } from '../settings/parts.tsx';
import { groupBusyByDay, type BusyLine } from './rules.ts';
import type { CalendarsSearch } from './search.ts';

const text = words.calendars;
const shownDays = 7;

/** A week as availability sees it, whatever makes somebody busy. */
export function BusyTimes({ user }: { readonly user: string | undefined }) {
  const { from } = useSearch({ from: '/settings/calendars' });
  const set = useAddress<CalendarsSearch>();
  const first = from ? parseDay(from) : getToday();
  const range = { start: startOfDay(first), end: startOfDay(first + shownDays) };
  const { data, error, refetch } = useQuery({
    ...buildQuery('listBusyTimes', { query: { ...range, ...(user && { email: user }) } }),
    placeholderData: keepPreviousData,
  });
  const days = Array.from({ length: shownDays }, (_, index) => first + index);
  const move = (by: number): void => set({ from: toIsoDate(first + by) });
  return (
    <Section
      title={text.busy}
      hint={text.busyHint}
      action={
        <span className="row">
          <Button label={text.earlier} icon="left" isSquare isSmall onClick={() => move(-shownDays)} />
          <Button label={text.later} icon="right" isSquare isSmall onClick={() => move(shownDays)} />
        </span>
      }
    >
      {error && !data && <Problem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={3} />}
      {data && (
        <dl className="facts">
          {groupBusyByDay(data, toWallTime, days).map(({ day, lines }) => (
            <Fragment key={day}>
              <dt>{formatDay(day)}</dt>
              <dd>
                {lines.length === 0 && <span className="muted">{text.free}</span>}
                {lines.map((line) => (
                  <span key={line.key} className="row">
                    <span className="nowrap">{clocksText(line)}</span>
                    <span className="muted cut">{line.label}</span>
                  </span>
                ))}
              </dd>
            </Fragment>
          ))}
        </dl>
      )}
    </Section>
  );
}

function clocksText({ clocks }: BusyLine): string {
  if (!clocks) return text.wholeDay;
  const [start, end] = clocks;
  const midnight = '24:00';
  return interpolate(text.fromTo, {
    start: formatTime(start),
    end: formatTime(end === midnight ? '00:00' : end),
  });
}
