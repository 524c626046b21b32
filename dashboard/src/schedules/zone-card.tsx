import { interpolate } from '@daybook/booking/locale';
import { zoneNames } from '@daybook/contract/zone-names.gen';
import { SelectField } from '../kit/field.tsx';
import {
  formatTime,
  formatDateOnly,
  findNextClockChange,
  toWallTime,
  formatZoneOffset,
} from '../platform/time.ts';
import { useNow } from '../platform/use-now.ts';
import { words } from '../platform/words/words.ts';

export const zoneChoices = zoneNames.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));

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
      <SelectField
        label={words.schedules.zone}
        name="timezone"
        value={zone}
        onChange={onChange}
        choices={zoneChoices}
        help={sentences.join(' ')}
      />
    </section>
  );
}
