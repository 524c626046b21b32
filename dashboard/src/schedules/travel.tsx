import { parseDay } from '@daybook/booking/calendar';
import { interpolate } from '@daybook/booking/locale';
import { useState } from 'react';
import { DateField } from '../kit/date-field.tsx';
import { Icon } from '../kit/icon.tsx';
import { ZoneField } from '../kit/zone-field.tsx';
import { formatDateOnly, formatZone } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { hasOverlappingTrip, type Trip } from './rules.ts';

interface TravelProps {
  readonly trips: readonly Trip[];
  readonly zone: string;
  readonly onChange: (trips: readonly Trip[]) => void;
}

/** Dates on which the hours are on the clock of another place. */
export function Travel({ trips, zone, onChange }: TravelProps) {
  const [startDate, setFrom] = useState('');
  const [lastDate, setTo] = useState('');
  const [timezone, setTimezone] = useState(zone);
  const trip = { startDate, endDate: lastDate || startDate, timezone };
  const isReversed = trip.endDate < startDate;
  const isTaken = startDate !== '' && hasOverlappingTrip(trips, trip);
  const add = (): void => {
    onChange([...trips, trip].sort((a, b) => (a.startDate < b.startDate ? -1 : 1)));
    setFrom('');
    setTo('');
  };
  const fault = isReversed ? words.schedules.faults.order : isTaken ? words.schedules.tripTaken : undefined;
  return (
    <section className="card" aria-labelledby="travel">
      <header>
        <h2 id="travel">{words.schedules.travel}</h2>
      </header>
      <ul className="dates">
        {trips.map((each) => (
          <TripLine
            key={each.startDate}
            trip={each}
            onRemove={() => onChange(trips.filter((other) => other !== each))}
          />
        ))}
      </ul>
      <div className="new-date col gap3">
        <p className="help">{words.schedules.travelHint}</p>
        <DateField label={words.schedules.date} name="tripStart" value={startDate} onChange={setFrom} />
        <DateField
          label={words.schedules.lastDate}
          name="tripEnd"
          value={lastDate}
          onChange={setTo}
          {...(fault && { help: fault })}
        />
        <ZoneField label={words.schedules.tripZone} name="travel" value={timezone} onChange={setTimezone} />
        <button
          type="button"
          className="btn small"
          disabled={startDate === '' || fault !== undefined}
          onClick={add}
        >
          <Icon name="plus" />
          {words.schedules.addTrip}
        </button>
      </div>
    </section>
  );
}

function TripLine({ trip, onRemove }: { readonly trip: Trip; readonly onRemove: () => void }) {
  const [from, to] = [trip.startDate, trip.endDate].map((date) => formatDateOnly(parseDay(date)));
  const text =
    from === to ? (from ?? '') : interpolate(words.schedules.dateRange, { from: from ?? '', to: to ?? '' });
  const remove = interpolate(words.schedules.removeTrip, { dates: text });
  return (
    <li>
      <span className="dot" />
      <span className="grow">
        {text}
        <br />
        <span className="muted">{formatZone(trip.timezone)}</span>
      </span>
      <button
        type="button"
        className="btn quiet small square"
        aria-label={remove}
        title={remove}
        onClick={onRemove}
      >
        <Icon name="close" />
      </button>
    </li>
  );
}
