import { interpolate } from '@daybook/booking/locale';
import { ZoneField } from '../kit/zone-field.tsx';
import {
  formatTime,
  formatDateOnly,
  findNextClockChange,
  toWallTime,
  formatZoneOffset,
} from '../platform/time.ts';
import { useNow } from '../platform/use-now.ts';
import { words } from '../platform/words/words.ts';

interface ZoneCardProps {
  readonly zone: string;
  readonly onChange: (zone: string) => void;
}

/** Where the hours hold, what time it is there, and when that changes. */
export function ZoneCard({ zone, onChange }: ZoneCardProps) {
  const change = findNextClockChange(zone);
  const sentences = [
    interpolate(words.schedules.clockThere, {
      time: formatTime(toWallTime(useNow(), zone).clock),
      offset: formatZoneOffset(zone),
    }),
    ...(change
      ? [
          interpolate(change.isForward ? words.schedules.forward : words.schedules.back, {
            date: formatDateOnly(change.day),
          }),
        ]
      : []),
  ];
  return (
    <section className="card zone-card">
      <ZoneField
        label={words.schedules.zone}
        name="timezone"
        value={zone}
        onChange={onChange}
        help={sentences.join(' ')}
      />
    </section>
  );
}
