import { clockOf, dateOf, minutesPerDay, monthOf } from './calendar.ts';
import { capitalize, clockText, dateText, interpolate } from './locale.ts';
import type { Away } from './model.ts';
import type { PickerProps } from './picker-state.ts';
import { offsetAt } from './zones.ts';

/** When the host is away in the visible month, what they say about it, and who takes meetings meanwhile. */
export function Absences({ data, choice, spans }: PickerProps) {
  const { words } = data;
  const inMonth = data.away.filter(({ start, end }) => {
    const [first, last] = [start, end - 1].map((at) => monthOf(dateOf(dayAt(spans, at))));
    return (first ?? '') <= choice.month && (last ?? '') >= choice.month;
  });
  return inMonth.map((away) => (
    <div class="away" key={away.start}>
      <p>
        {capitalize(sentence({ data, spans }, away))}{' '}
        {away.replacement && interpolate(words.replacement, { name: away.replacement.name })}
      </p>
      {away.message && <p class="away-message">{away.message}</p>}
      {away.replacement?.path && (
        <p>
          <a href={away.replacement.path}>{interpolate(words.bookWith, { name: away.replacement.name })}</a>
        </p>
      )}
    </div>
  ));
}

/** Less than a day is told by the clock. */
function sentence(
  { data: { words, locale }, spans }: Pick<PickerProps, 'data' | 'spans'>,
  { start, end, host }: Away,
): string {
  const [from, to] = [dayAt(spans, start), dayAt(spans, end - 1)].map((day) =>
    dateText(words, day, 'dayMonth'),
  );
  if (from !== to) return interpolate(words.awayFromTo, { host, from: from ?? '', to: to ?? '' });
  const date = from ?? '';
  if (end - start >= minutesPerDay - 60) return interpolate(words.awayOn, { host, date });
  const [first, last] = [start, end].map((at) => clockText(words, locale, clockAt(spans, at)));
  return interpolate(words.awayAt, { host, date, from: first ?? '', to: last ?? '' });
}

type Spans = PickerProps['spans'];

function dayAt(spans: Spans, at: number): number {
  return Math.floor((at + offsetAt(spans, at)) / minutesPerDay);
}

function clockAt(spans: Spans, at: number): string {
  return clockOf(at + offsetAt(spans, at) - dayAt(spans, at) * minutesPerDay);
}
