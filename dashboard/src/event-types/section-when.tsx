import { interpolate } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Segmented } from '../kit/choice.tsx';
import { SelectField, TextField } from '../kit/field.tsx';
import { buildQuery } from '../platform/query.ts';
import { getToday } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { toIsoDate } from '@daybook/booking/calendar';
import { zoneNames } from '@daybook/contract/zone-names.gen';
import { Explain } from './explain.tsx';
import { useDraft } from './draft.ts';
import { parseTypedNumber, type NumberInput, type Window } from './rules.ts';
import { NoticeField, NumberField, Section } from './section.tsx';

const { pages } = words;
const breaks = [0, 5, 10, 15, 20, 30, 45, 60, 90, 120];
const intervals = [5, 10, 15, 20, 30, 45, 60, 90, 120];
const zoneChoices = [
  { value: '', label: pages.lockedZoneNone },
  ...zoneNames.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
];
const minutesText = (n: NumberInput): string => interpolate(pages.minutes, { n });

/** Hours, start times, breaks, how far ahead and how short before. */
export function WhenSection() {
  const { draft, set, settings } = useDraft();
  return (
    <Section name="when" hint={pages.whenHint}>
      <div className="two">
        <Hours />
        <SelectField
          label={pages.interval}
          name="slotInterval"
          value={String(draft.slotInterval ?? '')}
          onChange={(text) => set('slotInterval', text === '' ? null : Number(text))}
          choices={[
            { value: '', label: pages.intervalUsual },
            ...withOwn(intervals, settings.slotInterval).map((n) => ({
              value: String(n),
              label: minutesText(n),
            })),
          ]}
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
      <SelectField
        label={pages.lockedZone}
        name="lockedTimezone"
        value={draft.lockedTimezone ?? ''}
        onChange={(zone) => set('lockedTimezone', zone || null)}
        choices={zoneChoices}
      />
      <Explain />
    </Section>
  );
}

/** The usual choices, and what the page has. */
function withOwn(usual: readonly number[], own: number | null): number[] {
  return own === null || usual.includes(own) ? [...usual] : [...usual, own].sort((a, b) => a - b);
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
  const { draft, set, settings } = useDraft();
  return (
    <SelectField
      label={label}
      name={name}
      value={String(draft[name])}
      onChange={(text) => set(name, parseTypedNumber(text))}
      choices={withOwn(breaks, settings[name]).map((n) => ({
        value: String(n),
        label: n === 0 ? pages.noBreak : minutesText(n),
      }))}
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
          <NumberField
            label={pages.daysAhead}
            name="bookingWindow.days"
            value={window.days ?? ''}
            onChange={(days) => change({ days })}
          />
        )}
      </div>
      {window.type === 'range' && (
        <div className="two">
          <TextField
            label={pages.firstDate}
            name="bookingWindow.startDate"
            type="date"
            value={window.startDate ?? ''}
            onChange={(startDate) => change({ startDate })}
          />
          <TextField
            label={pages.lastDate}
            name="bookingWindow.endDate"
            type="date"
            value={window.endDate ?? ''}
            onChange={(endDate) => change({ endDate })}
          />
        </div>
      )}
    </div>
  );
}
