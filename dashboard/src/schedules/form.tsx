import { interpolate, pluralize } from '@daybook/booking/locale';
import { Fragment, useState, type ReactNode } from 'react';
import { Segmented } from '../kit/choice.tsx';
import { Form } from '../kit/field.tsx';
import { Icon } from '../kit/icon.tsx';
import { PageBar } from '../kit/page-bar.tsx';
import { undoLast } from '../kit/toasts.tsx';
import { useUnsaved } from '../kit/unsaved.tsx';
import { useShortcut } from '../platform/commands.ts';
import { useEdit } from '../platform/edit.ts';
import { mergeEdit, type Versions } from '../platform/edit-rules.ts';
import { api, getFieldErrors } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { words } from '../platform/words/words.ts';
import { CopyDay } from './copy-day.tsx';
import { Dates } from './dates.tsx';
import { HoursField } from './hours-field.tsx';
import {
  diffDates,
  weekdays,
  toWeek,
  type DateHours,
  type Range,
  type Schedule,
  type Trip,
  type Week,
  type Weekday,
} from './rules.ts';
import { getDayName, formatRanges, formatWeek } from './sentence.ts';
import { Travel } from './travel.tsx';
import { useHistory } from './use-history.ts';
import { WeekBars } from './week-bars.tsx';
import { ZoneCard } from './zone-card.tsx';

interface Draft {
  readonly zone: string;
  readonly week: Week;
  readonly dates: readonly DateHours[];
  readonly trips: readonly Trip[];
}

interface ScheduleFormProps {
  readonly schedule: Schedule;
  /** The other schedules, and what can be done with this one. */
  readonly tabs: ReactNode;
  readonly actions: ReactNode;
}

type View = 'bars' | 'typed';

/** Bars, typed hours and dates write the same draft; the sentence says what it comes to, before anything is saved. */
export function ScheduleForm({ schedule, tabs, actions }: ScheduleFormProps) {
  const { uuid, email } = schedule;
  const update = useEdit('updateSchedule', {
    shown: schedule,
    read: () => api.readSchedule({ params: { uuid }, query: { email } }),
    done: words.schedules.wasSaved,
    merge: mergeHours,
    onTheirs: () => draft.reset(),
  });
  const draft = useHistory<Draft>(draftOf(schedule));
  const [view, setView] = useState<View>('bars');
  const [copied, setCopied] = useState<Weekday>();
  const [said, setSaid] = useState('');
  const { zone, week, dates, trips } = draft.value;
  useShortcut('mod+z', words.schedules.undo, draft.canUndo ? draft.undo : undoLast);
  const setDay = (day: Weekday, ranges: readonly Range[], key?: string): void => {
    draft.change({ ...draft.value, week: { ...week, [day]: ranges } }, key);
    setSaid(interpolate(words.schedules.now, { day: getDayName(day), hours: formatRanges(ranges) }));
  };
  const copyTo = (days: readonly Weekday[]): void => {
    const same = copied ? week[copied] : [];
    draft.change({
      ...draft.value,
      week: { ...week, ...Object.fromEntries(days.map((day) => [day, same])) },
    });
    setCopied(undefined);
  };
  const save = (): void => {
    const unreadable = document.querySelector<HTMLElement>('.a-day [aria-invalid="true"]');
    if (unreadable) return unreadable.focus();
    return update.mutate(
      { params: { uuid }, body: bodyOf(schedule, draft.base, draft.value) },
      { onSuccess: draft.reset },
    );
  };
  return (
    <>
      <PageBar
        title={words.schedules.title}
        beside={<span className="crumb cut grow">{schedule.title}</span>}
      >
        <span className="muted small" role="status">
          {draft.isChanged ? words.schedules.changed : words.schedules.saved}
        </span>
        {draft.canUndo && (
          <button type="button" className="btn quiet small" onClick={draft.undo}>
            <Icon name="undo" />
            {words.schedules.undo}
          </button>
        )}
        {actions}
        <button
          type="submit"
          form="hours"
          className="btn main small"
          disabled={!draft.isChanged || update.isPending}
        >
          {words.schedules.save}
        </button>
      </PageBar>
      <div className="tools">
        {tabs}
        <span className="grow" />
        <UsedBy schedule={schedule} />
        <Segmented
          label={words.schedules.view}
          value={view}
          onChange={setView}
          choices={[
            { value: 'bars', label: words.schedules.bars },
            { value: 'typed', label: words.schedules.typed },
          ]}
        />
      </div>
      <div className="body">
        <Form id="hours" errors={getFieldErrors(update.error)} edit={update.edit} onSubmit={save}>
          <div className="av">
            <div className="col gap4 grow">
              <Sentence text={formatWeek(week, zone, dates)} />
              <section className="card wk" aria-label={words.schedules.week}>
                {view === 'bars' ? (
                  <WeekBars week={week} onChange={setDay} onCopy={setCopied} />
                ) : (
                  <TypedWeek week={week} onChange={setDay} />
                )}
              </section>
              {copied && (
                <CopyDay key={copied} day={copied} onCopy={copyTo} onClose={() => setCopied(undefined)} />
              )}
            </div>
            <div className="side col gap4">
              <ZoneCard zone={zone} onChange={(next) => draft.change({ ...draft.value, zone: next })} />
              <Dates dates={dates} onChange={(next) => draft.change({ ...draft.value, dates: next })} />
              <Travel
                trips={trips}
                zone={zone}
                onChange={(next) => draft.change({ ...draft.value, trips: next })}
              />
            </div>
          </div>
        </Form>
      </div>
      <div className="hidden" aria-live="polite">
        {said}
      </div>
      {useUnsaved(draft.isChanged)}
    </>
  );
}

function draftOf(schedule: Schedule): Draft {
  return {
    zone: schedule.timezone,
    week: toWeek(schedule),
    dates: schedule.special_hours ?? [],
    trips: schedule.travel,
  };
}

/** Only what was changed, so that nothing is undone that others saved meanwhile. */
function bodyOf({ email }: Schedule, before: Draft, { zone, week, dates, trips }: Draft) {
  const days = weekdays.filter((day) => JSON.stringify(week[day]) !== JSON.stringify(before.week[day]));
  return {
    email,
    ...(zone !== before.zone && { timezone: zone }),
    ...(days.length > 0 && { weekly_hours: days.map((day) => ({ day, timesets: copyOf(week[day]) })) }),
    special_hours: diffDates(before.dates, dates).map(({ date, timesets }) => ({
      date,
      timesets: timesets && copyOf(timesets),
    })),
    ...(JSON.stringify(trips) !== JSON.stringify(before.trips) && { travel: [...trips] }),
  };
}

type Hours = Pick<Schedule, 'timezone' | 'weekly_hours' | 'special_hours' | 'travel'>;

/** As `mergeEdit`, by day and date: two people can change different days. */
function mergeHours<Body extends object>({ begun, theirs }: Versions<Schedule>, body: Body): Body {
  mergeEdit({ begun: splitHours(begun), theirs: splitHours(theirs) }, splitHours(body as Partial<Hours>));
  return body;
}

function splitHours({ timezone, weekly_hours, special_hours, travel }: Partial<Hours>) {
  return {
    ...(timezone && { timezone }),
    ...(travel && { travel }),
    ...Object.fromEntries((weekly_hours ?? []).map(({ day, timesets }) => [day, timesets])),
    ...Object.fromEntries((special_hours ?? []).map(({ date, timesets }) => [date, timesets])),
  };
}

const copyOf = (ranges: readonly Range[]): [string, string][] => ranges.map(([start, end]) => [start, end]);

/** What stands between asterisks is bold. */
function Sentence({ text }: { readonly text: string }) {
  return (
    <p className="say">
      {text.split('*').map((part, index) => (
        <Fragment key={index}>{index % 2 === 1 ? <b>{part}</b> : part}</Fragment>
      ))}
    </p>
  );
}

interface TypedWeekProps {
  readonly week: Week;
  readonly onChange: (day: Weekday, ranges: readonly Range[], key?: string) => void;
}

function TypedWeek({ week, onChange }: TypedWeekProps) {
  return (
    <>
      {weekdays.map((day) => (
        <HoursField
          key={day}
          label={getDayName(day)}
          ranges={week[day]}
          onChange={(ranges) => onChange(day, ranges, `${day} typed`)}
        />
      ))}
      <p className="key-hint muted small">{words.schedules.weekHint}</p>
    </>
  );
}

function UsedBy({ schedule }: { readonly schedule: Schedule }) {
  const pages = schedule.schedulingPages ?? [];
  return (
    <span className="muted small" title={pages.map(({ title }) => title).join(', ')}>
      {pages.length === 0
        ? words.schedules.usedByNone
        : pluralize(start.words, words.schedules.usedBy, pages.length)}
    </span>
  );
}
