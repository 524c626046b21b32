import { interpolate } from '@daybook/booking/locale';
import type { Result } from '@daybook/client';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { useFieldErrors } from '../kit/field.tsx';
import { api } from '../platform/query.ts';
import { toInstantAt, ownZone, formatMoment } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { AnyTimeField, type HostsTime } from '../scheduled-events/any-time-field.tsx';

const text = words.polls;

interface TimesFieldProps {
  readonly page: Pick<Result<'listEventTypes'>['items'][number], 'uuid' | 'slug' | 'profile'>;
  readonly duration: number;
  readonly value: readonly string[];
  readonly onChange: (times: readonly string[]) => void;
}

/** Several times, free ones of the page or any others. */
export function TimesField({ page, duration, value, onChange }: TimesFieldProps) {
  const [time, setTime] = useState<HostsTime>({ date: '', start: '' });
  const errors = useFieldErrors('times');
  const add = (): void => {
    const start = toInstantAt(time.date, time.start);
    onChange([...new Set([...value, start])].sort());
    setTime({ ...time, start: '' });
  };
  return (
    <fieldset className="field col gap4" aria-invalid={errors.length > 0 || undefined} tabIndex={-1}>
      <legend className="lbl">{text.times}</legend>
      {value.length > 0 && (
        <ul className="rows">
          {value.map((start) => (
            <li key={start}>
              <span className="grow">{formatMoment(start)}</span>
              <Button
                label={interpolate(text.removeTime, { when: formatMoment(start) })}
                icon="close"
                kind="quiet"
                isSmall
                isSquare
                onClick={() => onChange(value.filter((other) => other !== start))}
              />
            </li>
          ))}
        </ul>
      )}
      <AnyTimeField
        value={time}
        onChange={setTime}
        of={`${page.uuid} ${duration}`}
        read={(days, signal) =>
          api.readAvailability({
            params: { ownerSlug: page.profile.slug, eventTypeSlug: page.slug },
            query: { ...days, timeZone: ownZone },
            signal,
          })
        }
      />
      <Button
        label={text.addTime}
        icon="plus"
        isSmall
        whyNot={time.start === '' ? words.events.chooseTime : undefined}
        onClick={add}
      />
      {errors.length > 0 && <p className="wrong">{errors.join(' ')}</p>}
    </fieldset>
  );
}
