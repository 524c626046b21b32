import { toClock } from '@daybook/booking/calendar';
import { useMemo } from 'react';
import { formatTime } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { computeScale, computeShare, type Scale } from './bars.ts';
import { DayBars } from './day-bars.tsx';
import { weekdays, type Range, type Week, type Weekday } from './rules.ts';

interface WeekBarsProps {
  readonly week: Week;
  readonly onChange: (day: Weekday, ranges: readonly Range[], key?: string) => void;
  readonly onCopy: (day: Weekday) => void;
}

/** A week of bars, edited by dragging, typing and keys. */
export function WeekBars({ week, onChange, onCopy }: WeekBarsProps) {
  const { from, to } = computeScale(week);
  const scale = useMemo(() => ({ from, to }), [from, to]);
  return (
    <>
      <Hours scale={scale} />
      {weekdays.map((day) => (
        <DayBars
          key={day}
          day={day}
          ranges={week[day]}
          scale={scale}
          onChange={(ranges, key) => onChange(day, ranges, key)}
          onCopy={() => onCopy(day)}
        />
      ))}
      <p className="key-hint muted small">
        <span>{words.schedules.keys}</span>
        <span>
          <kbd>←</kbd> <kbd>→</kbd> {words.schedules.keyEdge},
        </span>
        <span>
          <kbd>{words.schedules.shift}</kbd> {words.schedules.keyMove},
        </span>
        <span>
          <kbd>{words.schedules.enter}</kbd> {words.schedules.keyType},
        </span>
        <span>
          <kbd>N</kbd> {words.schedules.keyAdd},
        </span>
        <span>
          <kbd>{words.schedules.del}</kbd> {words.schedules.keyRemove}
        </span>
      </p>
    </>
  );
}

function Hours({ scale }: { readonly scale: Scale }) {
  const twoHours = 120;
  const count = (scale.to - scale.from) / twoHours + 1;
  return (
    <div className="hrs" aria-hidden="true">
      <span className="track lab">
        {Array.from({ length: count }, (_, index) => scale.from + index * twoHours).map((minute) => (
          <span key={minute} style={{ insetInlineStart: `${computeShare(scale, minute)}%` }}>
            {formatTime(toClock(minute % (24 * 60))).replace(':00', '')}
          </span>
        ))}
      </span>
    </div>
  );
}
