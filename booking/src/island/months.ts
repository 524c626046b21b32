import { useEffect, useMemo, useState } from 'preact/hooks';
import { addMonths, monthOf } from '../calendar.ts';
import type { PickData } from '../model.ts';
import { unpackStarts } from '../zones.ts';
import { fetchMonth, type Month } from './times.ts';

type Known = Readonly<Record<string, Month | 'failed'>>;

/** A short wait is better than a flicker. */
const slowAfterMs = 200;

/** The months whose times are known; the one that is looked at is fetched, and the next one ahead of time. */
export function useMonths(data: PickData, month: string) {
  const [known, setKnown] = useState<Known>({
    [data.month]: { starts: unpackStarts(data.starts), laterDate: data.laterDate },
  });
  const [isSlow, setSlow] = useState(false);
  const current = known[month];

  const load = (wanted: string): void => {
    fetchMonth(data, wanted).then(
      (loaded) => setKnown((before) => ({ ...before, [wanted]: loaded })),
      () => setKnown((before) => ({ ...before, [wanted]: 'failed' })),
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
    if (current === undefined || known[next] || next > monthOf(data.lastDate)) return;
    const timer = setTimeout(() => load(next), 400);
    return () => clearTimeout(timer);
  }, [month, current === undefined]);

  const starts = useMemo(
    () =>
      [...new Set(Object.values(known).flatMap((part) => (part === 'failed' ? [] : part.starts)))].toSorted(
        (a, b) => a - b,
      ),
    [known],
  );
  return {
    starts,
    state: current === 'failed' ? 'failed' : current ? 'ready' : isSlow ? 'slow' : 'loading',
    laterDate: current === undefined || current === 'failed' ? null : current.laterDate,
    retry: () => setKnown(({ [month]: _, ...rest }) => rest),
  } as const;
}
