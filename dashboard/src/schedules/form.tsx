import { zoneNames } from '@daybook/contract/zone-names.gen';
import { useState } from 'react';
import { Form, SelectField } from '../kit/field.tsx';
import { fieldErrors, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { useSession } from '../shell/session.ts';
import { Dates } from './dates.tsx';
import { HoursField } from './hours-field.tsx';
import {
  changedDates,
  formatHours,
  parseHours,
  weekdays,
  weekOf,
  type DateHours,
  type Range,
  type Schedule,
  type Week,
  type Weekday,
} from './rules.ts';
import { dayName, weekSentence } from './sentence.ts';

const zoneChoices = zoneNames.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));

/** Hours are typed, day by day; the sentence says what they come to, before anything is saved. */
export function ScheduleForm({ schedule }: { readonly schedule: Schedule }) {
  const { email } = useSession();
  const update = useChange('updateSchedule', words.schedules.wasSaved);
  const [zone, setZone] = useState<string>(schedule.timezone);
  const [typed, setTyped] = useState(() => textsOf(weekOf(schedule)));
  const [dates, setDates] = useState<readonly DateHours[]>(schedule.special_hours ?? []);
  const week = readWeek(typed);
  const copyMonday = (): void =>
    setTyped({ ...typed, Tue: typed.Mon, Wed: typed.Mon, Thu: typed.Mon, Fri: typed.Mon });
  const save = (): void => {
    if (!week) return;
    update.mutate({
      params: { uuid: schedule.uuid },
      body: {
        email,
        timezone: zone,
        weekly_hours: weekdays.map((day) => ({ day, timesets: copyOf(week[day]) })),
        special_hours: changedDates(schedule.special_hours ?? [], dates).map(({ date, timesets }) => ({
          date,
          timesets: timesets && copyOf(timesets),
        })),
      },
    });
  };
  return (
    <div className="availability">
      <p className="say" role="status">
        {week ? weekSentence(week, zone) : words.schedules.unreadable}
      </p>
      <Form errors={fieldErrors(update.error)} onSubmit={save}>
        <div className="av">
          <section className="card grow" aria-labelledby="week">
            <header>
              <h2 id="week">{words.schedules.week}</h2>
              <span className="grow muted small">{words.schedules.weekHint}</span>
              <button type="button" className="btn quiet small" onClick={copyMonday}>
                {words.schedules.copyMonday}
              </button>
            </header>
            <div className="days">
              {weekdays.map((day) => (
                <HoursField
                  key={day}
                  label={dayName(day)}
                  text={typed[day]}
                  onChange={(text) => setTyped({ ...typed, [day]: text })}
                />
              ))}
            </div>
          </section>
          <div className="side col gap4">
            <SelectField
              label={words.schedules.zone}
              name="timezone"
              value={zone}
              onChange={setZone}
              choices={zoneChoices}
            />
            <Dates dates={dates} onChange={setDates} />
            <UsedBy schedule={schedule} />
            <button type="submit" className="btn main" disabled={!week || update.isPending}>
              {words.schedules.save}
            </button>
          </div>
        </div>
      </Form>
    </div>
  );
}

type Typed = Readonly<Record<Weekday, string>>;

function textsOf(week: Week): Typed {
  return Object.fromEntries(weekdays.map((day) => [day, formatHours(week[day])])) as Typed;
}

/** Undefined while a day can not be read. */
function readWeek(typed: Typed): Week | undefined {
  const read = weekdays.map((day) => [day, parseHours(typed[day])] as const);
  return read.some(([, hours]) => typeof hours === 'string')
    ? undefined
    : (Object.fromEntries(read) as unknown as Week);
}

const copyOf = (ranges: readonly Range[]): [string, string][] => ranges.map(([start, end]) => [start, end]);

function UsedBy({ schedule }: { readonly schedule: Schedule }) {
  const pages = schedule.schedulingPages ?? [];
  if (pages.length === 0) return null;
  return (
    <p className="help">
      {words.schedules.usedBy} {pages.map(({ title }) => title).join(', ')}
    </p>
  );
}
