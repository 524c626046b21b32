import { toClock, parseDay, minutesPerDay } from './calendar.ts';
import { capitalize, formatLocalClock, formatDate, interpolate } from './locale.ts';
import type { AbsenceNotice, PickData } from './model.ts';
import { formatZone } from './picker-state.ts';
import { getOffset, type Spans } from './zones.ts';

interface AbsencesProps {
  readonly away: readonly AbsenceNotice[];
  readonly pick: PickData;
  readonly spans: Spans;
}

/** When the host is away, what they say about it, and who takes meetings meanwhile. Needs no script. */
export function Absences({ away, pick, spans }: AbsencesProps) {
  const { words } = pick;
  return away.map((each) => (
    <div class="away" key={each.start}>
      <p>
        {capitalize(sentence(pick, spans, each))}{' '}
        {each.replacement && interpolate(words.replacement, { name: each.replacement.name })}
      </p>
      {each.message && <p class="away-message">{each.message}</p>}
      {each.replacement?.path && (
        <p>
          <a href={each.replacement.path}>{interpolate(words.bookWith, { name: each.replacement.name })}</a>
        </p>
      )}
    </div>
  ));
}

/** Whole days are dates of the host. Less than a day is told by the visitor's clock, with its zone: they may choose another. */
function sentence(pick: PickData, spans: Spans, { start, end, days, host }: AbsenceNotice): string {
  const { words, locale, zone } = pick;
  const [first, last] = days ? days.map(parseDay) : [start, end - 1].map((at) => dayAt(spans, at));
  const [from = '', to = ''] = [first, last].map((day) => formatDate(words, day ?? 0, 'dayMonth'));
  if (from !== to) return interpolate(words.awayFromTo, { host, from, to });
  if (days) return interpolate(words.awayOn, { host, date: from });
  const [begin = '', finish = ''] = [start, end].map((at) =>
    formatLocalClock(words, locale, clockAt(spans, at)),
  );
  const text = interpolate(words.awayAt, { host, date: from, from: begin, to: finish });
  return `${text} (${formatZone(pick, zone, getOffset(spans, start))})`;
}

function dayAt(spans: Spans, at: number): number {
  return Math.floor((at + getOffset(spans, at)) / minutesPerDay);
}

function clockAt(spans: Spans, at: number): string {
  return toClock(at + getOffset(spans, at) - dayAt(spans, at) * minutesPerDay);
}
