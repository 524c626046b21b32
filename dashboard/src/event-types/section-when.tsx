import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Segmented } from '../kit/choice.tsx';
import { DateField } from '../kit/date-field.tsx';
import { DurationField } from '../kit/duration-field.tsx';
import { SelectField } from '../kit/field.tsx';
import { ZoneField } from '../kit/zone-field.tsx';
import { buildQuery } from '../platform/query.ts';
import { getToday } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { toIsoDate } from '@daybook/booking/calendar';
import { Explain } from './explain.tsx';
import { useDraft } from './draft.ts';
import type { Window } from './rules.ts';
import { NoticeField, Section } from './section.tsx';

const { pages } = words;

/** Hours, start times, breaks, how far ahead and how short before. */
export function WhenSection() {
  const { draft, set } = useDraft();
  return (
    <Section name="when" hint={pages.whenHint}>
      <div className="two">
        <Hours />
        <DurationField
          label={pages.interval}
          name="slotInterval"
          placeholder={pages.intervalUsual}
          value={draft.slotInterval}
          units={['minutes', 'hours']}
          onChange={(interval) => set('slotInterval', interval as number | null)}
        />
        <Break label={pages.breakBefore} name="bufferBefore" />
        <Break label={pages.breakAfter} name="bufferAfter" />
      </div>
      <HowFar />
      <NoticeField
        label={pages.notice}
        name="minimumNotice"
        value={draft.minimumNotice}
        onChange={(notice) => set('minimumNotice', notice)}
      />
      <ZoneField
        label={pages.lockedZone}
        name="lockedTimezone"
        none={pages.lockedZoneNone}
        value={draft.lockedTimezone ?? ''}
        onChange={(zone) => set('lockedTimezone', zone || null)}
      />
      <Explain />
    </Section>
  );
}

function Hours() {
  const { draft, set, settings } = useDraft();
  const { email } = settings.profile;
  const { data } = useQuery(buildQuery('listSchedules', { query: { count: 100, ...(email && { email }) } }));
  const schedules = data?.items ?? [];
  const chosen = draft.scheduleUuid;
  const isMissing = chosen !== null && !schedules.some(({ uuid }) => uuid === chosen);
  return (
    <div className="col gap1">
      <SelectField
        label={pages.hours}
        name="scheduleUuid"
        value={chosen ?? ''}
        onChange={(uuid) => set('scheduleUuid', uuid || null)}
        choices={[
          { value: '', label: pages.hoursOfHosts },
          ...schedules.map(({ uuid, title }) => ({ value: uuid, label: title })),
          ...(isMissing ? [{ value: chosen, label: chosen }] : []),
        ]}
      />
      <Link
        className="link small"
        to="/availability"
        search={{ ...(chosen && { schedule: chosen }), ...(email && { user: email }) }}
      >
        {pages.editHours}
      </Link>
    </div>
  );
}

function Break({ label, name }: { readonly label: string; readonly name: 'bufferBefore' | 'bufferAfter' }) {
  const { draft, set } = useDraft();
  return (
    <DurationField
      label={label}
      name={name}
      placeholder={pages.noBreak}
      value={draft[name] === 0 ? null : draft[name]}
      units={['minutes', 'hours']}
      onChange={(buffer) => set(name, buffer ?? 0)}
    />
  );
}

const windowTypes = ['rolling', 'range', 'unlimited'] as const;

function HowFar() {
  const { draft, set } = useDraft();
  const { bookingWindow: window } = draft;
  const change = (next: Partial<Window>): void => set('bookingWindow', { ...window, ...next });
  const choose = (type: Window['type']): void => {
    const [startDate, endDate] = [toIsoDate(getToday()), toIsoDate(getToday() + 60)];
    if (type === 'rolling') set('bookingWindow', { type, days: 60 });
    else set('bookingWindow', type === 'range' ? { type, startDate, endDate } : { type });
  };
  return (
    <div className="field">
      <span className="lbl">{pages.window}</span>
      <div className="line">
        <Segmented
          label={pages.window}
          value={window.type}
          onChange={choose}
          choices={windowTypes.map((type) => ({ value: type, label: pages.windows[type] }))}
        />
        {window.type === 'rolling' && (
          <DurationField
            label={pages.daysAhead}
            name="bookingWindow.days"
            base="days"
            units={['days', 'weeks']}
            value={window.days ?? null}
            onChange={(days) => change({ days: days ?? '' })}
          />
        )}
      </div>
      {window.type === 'range' && (
        <div className="two">
          <DateField
            label={pages.firstDate}
            name="bookingWindow.startDate"
            value={window.startDate ?? ''}
            onChange={(startDate) => change({ startDate })}
          />
          <DateField
            label={pages.lastDate}
            name="bookingWindow.endDate"
            value={window.endDate ?? ''}
            onChange={(endDate) => change({ endDate })}
          />
        </div>
      )}
    </div>
  );
}
