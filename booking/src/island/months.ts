import { useEffect, useMemo, useState } from 'preact/hooks';
import { addMonths, getMonth } from '../calendar.ts';
import type { PickData } from '../model.ts';
import { unpackStarts } from '../zones.ts';
import { fetchMonth, type Month } from './times.ts';

type LoadedMonths = Readonly<Record<string, Month | 'failed'>>;

/** A loading state that is shown sooner would flicker. */
const slowAfterMs = 200;

/** Fetches the visible month, then prefetches the next. Months that were fetched are kept. */
export function useMonths(data: PickData, month: string) {
  const [months, setMonths] = useState<LoadedMonths>({
    [data.month]: { starts: unpackStarts(data.starts), laterDate: data.laterDate },
  });
  const [isSlow, setSlow] = useState(false);
  const current = months[month];

  const load = (wanted: string): void => {
    fetchMonth(data, wanted).then(
      (loaded) => setMonths((before) => ({ ...before, [wanted]: loaded })),
      () => setMonths((before) => ({ ...before, [wanted]: 'failed' })),
    );
  };
  useEffect(() => {
    setSlow(false);
    if (current) return;
    load(month);
    const timer = setTimeout(() => setSlow(true), slowAfterMs);
    return () => clearTimeout(timer);
  }, [month, current === undefined]);
  useEffect(() => {
    const next = addMonths(month, 1);
    if (current === undefined || months[next] || next > getMonth(data.lastDate)) return;
    const timer = setTimeout(() => load(next), 400);
    return () => clearTimeout(timer);
  }, [month, current === undefined]);

  const starts = useMemo(
    () =>
      [...new Set(Object.values(months).flatMap((part) => (part === 'failed' ? [] : part.starts)))].toSorted(
        (a, b) => a - b,
      ),
    [months],
  );
  return {
    starts,
    state: current === 'failed' ? 'failed' : current ? 'ready' : isSlow ? 'slow' : 'loading',
    laterDate: current === undefined || current === 'failed' ? null : current.laterDate,
    retry: () => setMonths(({ [month]: _, ...rest }) => rest),
  } as const;
}
