import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { zoneNames } from '@daybook/contract/zone-names.gen';
import { buildChoiceUrl } from '../address.ts';
import { parseDay, isDate, isMonth, getMonth } from '../calendar.ts';
import { capitalize, formatDate, interpolate, formatMonth, pluralize } from '../locale.ts';
import type { Choice, PickData } from '../model.ts';
import { Picker } from '../picker.tsx';
import {
  findChosenTime,
  formatMissingTime,
  formatTimeSentence,
  getToday,
  getVisibleOffset,
  formatZone,
  type Interaction,
  type PickerProps,
} from '../picker-state.ts';
import { groupByDate, getOffset, getSpans } from '../zones.ts';
import { getElement, clearRejection, preserveChoiceInLinks, showStep } from './details.ts';
import { moveDateByKey } from '../date-keys.ts';
import { getVisibleDate, listAvailableDates } from '../month-times.ts';
import { useMonths } from './months.ts';
import { findOwnBooking } from './tab.ts';
import { saveZone } from './zone-cookie.ts';
import { ZoneSearch } from './zone-search.tsx';

/** The picker with its state, which is kept in the page's URL. */
export function App({ data: initial }: { data: PickData }) {
  const [zoneIsGuess, setZoneIsGuess] = useState(initial.zoneIsGuess);
  const [choice, setChoice] = useState<Choice>(initial);
  const [cursor, setCursor] = useState<string | null>(null);
  const [announcement, announce] = useState('');
  // The first render must equal the server's; the second adds what needs the script.
  const [isHydrated, setHydrated] = useState(false);
  const focusNext = useRef<string | null>(null);
  const pushedEntries = useRef(0);

  const data = useMemo(() => ({ ...initial, zoneIsGuess }), [initial, zoneIsGuess]);
  const months = useMonths(data, choice.month);
  const spans = useMemo(() => getSpans(data.zones, zoneNames.indexOf(choice.zone)), [data, choice.zone]);
  const times = useMemo(() => groupByDate(months.starts, spans), [months.starts, spans]);
  const selected = getVisibleDate(choice, times);
  const today = getToday(data.now, spans);
  const at = findChosenTime(times, choice)?.at;
  const own = isHydrated ? findOwnBooking(choice) : undefined;
  const isSubmitted = data.isRejected && choice.date === initial.date && choice.time === initial.time;
  // A time that is not offered shows the picker. While its month is loading, nobody knows.
  const isOffered = at !== undefined || isSubmitted || months.state !== 'ready';
  const isChosen = choice.date !== null && choice.time !== null && isOffered && own === undefined;

  useLayoutEffect(() => {
    showStep(
      data,
      { ...choice, time: isChosen ? choice.time : null },
      at === undefined ? undefined : getOffset(spans, at),
    );
    if (!isSubmitted) clearRejection();
    preserveChoiceInLinks();
  }, [choice, at, isChosen]);
  useEffect(() => setHydrated(true), []);
  useEffect(() => {
    const onPopState = (): void => setChoice((before) => ({ ...before, ...choiceInUrl(before) }));
    addEventListener('popstate', onPopState);
    const onBack = (event: Event): void => {
      event.preventDefault();
      if (pushedEntries.current > 0) history.back();
      else go({ time: null }, 'replace');
    };
    getElement('back').addEventListener('click', onBack);
    return () => {
      removeEventListener('popstate', onPopState);
      getElement('back').removeEventListener('click', onBack);
    };
  });
  useEffect(() => {
    if (!isHydrated || months.state !== 'ready') return;
    const n = listAvailableDates(choice.month, times).length;
    announce(
      pluralize(data.words, data.words.daysWithTimes, n, { month: formatMonth(data.words, choice.month) }),
    );
  }, [choice.month, months.state]);
  // A layout effect, so that the focus has moved before the next key is handled.
  useLayoutEffect(() => {
    const selector = focusNext.current;
    const target = selector ? document.querySelector<HTMLElement>(selector) : null;
    if (!target) return;
    focusNext.current = null;
    target.focus();
  });

  const go = (change: Partial<Choice>, how: 'push' | 'replace'): void => {
    const next = { ...choice, ...change };
    setChoice(next);
    const address = buildChoiceUrl(data, next);
    if (how === 'push') {
      pushedEntries.current += 1;
      history.pushState(null, '', address);
    } else history.replaceState(null, '', address);
  };
  /** The chosen day in another zone: the same date if it has times there, else the date of its first time. */
  const dayIn = (zone: string): Partial<Choice> => {
    if (choice.date === null) return {};
    const there = getSpans(data.zones, zoneNames.indexOf(zone));
    if (groupByDate(months.starts, there)[choice.date]) return {};
    const first = times[choice.date]?.[0]?.at;
    if (first === undefined) return {};
    const [date = choice.date] = Object.keys(groupByDate([first], there));
    return { date, month: getMonth(date) };
  };
  const onZone = (zone: string): void => {
    saveZone(zone, true);
    setZoneIsGuess(false);
    const next = { ...choice, zone, ...dayIn(zone) };
    setChoice(next);
    history.replaceState(null, '', buildChoiceUrl({ ...data, zoneIsGuess: false }, next));
    const offset = getOffset(getSpans(data.zones, zoneNames.indexOf(zone)), data.now);
    announce(interpolate(data.words.zoneChanged, { zone: formatZone(data, zone, offset) }));
  };

  const interaction: Interaction = {
    focusDate: inMonth(cursor, choice.month) ?? selected ?? firstFocusable(choice.month, today),
    announcement,
    zone: (
      <ZoneSearch
        data={data}
        zone={choice.zone}
        offset={getVisibleOffset({ choice, times, spans })}
        onZone={onZone}
      />
    ),
    onRetry: months.retry,
    onMonth: (month) => (event) => {
      event.preventDefault();
      setCursor(null);
      go({ month, date: null }, 'replace');
    },
    onDay: (date) => (event) => {
      event.preventDefault();
      setCursor(date);
      focusNext.current = '.time';
      go({ month: getMonth(date), date }, 'replace');
      const n = times[date]?.length ?? 0;
      announce(
        `${capitalize(formatDate(data.words, parseDay(date)))}: ${pluralize(data.words, data.words.times, n)}`,
      );
    },
    onTime: (date, time) => (event) => {
      event.preventDefault();
      focusNext.current = '#details-name';
      go({ date, time: time.clock }, 'push');
    },
    onKey: (event) => {
      const date = (event.target as HTMLElement).dataset['date'];
      if (date === undefined) return;
      if (event.key === ' ') {
        event.preventDefault();
        (event.target as HTMLElement).click();
        return;
      }
      const next = moveDateByKey(event.key, date, data.locale);
      if (next === undefined) return;
      event.preventDefault();
      if (getMonth(next) < getMonth(today) || getMonth(next) > getMonth(data.lastDate)) return;
      setCursor(next);
      focusNext.current = `[data-date="${next}"]`;
      if (getMonth(next) !== choice.month) go({ month: getMonth(next), date: null }, 'replace');
      else setChoice({ ...choice });
    },
  };

  return (
    <Picker
      data={data}
      choice={choice}
      spans={spans}
      times={times}
      state={months.state}
      notice={noticeOf(data, choice, isChosen, own)}
      laterDate={months.laterDate}
      interaction={isHydrated ? interaction : undefined}
    />
  );
}

function noticeOf(
  data: PickData,
  choice: Choice,
  isChosen: boolean,
  ownUrl: string | undefined,
): PickerProps['notice'] {
  if (isChosen || choice.date === null || choice.time === null) return undefined;
  if (ownUrl === undefined) return { text: formatMissingTime(data, choice) };
  const text = formatTimeSentence(data.words.bookedAlready, data, choice);
  return { text, link: { href: ownUrl, text: data.words.seeBooking } };
}

function inMonth(date: string | null, month: string): string | undefined {
  return date !== null && getMonth(date) === month ? date : undefined;
}

function firstFocusable(month: string, today: string): string {
  return getMonth(today) === month ? today : `${month}-01`;
}

/** The choice in the URL, after the visitor went back or forward. */
function choiceInUrl(before: Choice): Partial<Choice> {
  const params = new URLSearchParams(location.search);
  const date = params.get('date');
  const month = params.get('month');
  const validDate = date !== null && isDate(date) ? date : null;
  return {
    date: validDate,
    time: params.get('time'),
    month: month !== null && isMonth(month) ? month : validDate ? getMonth(validDate) : before.month,
  };
}
