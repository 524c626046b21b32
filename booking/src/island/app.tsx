import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { zoneNames } from '@daybook/contract/zone-names.gen';
import { addressOf } from '../address.ts';
import { dayOf, isDate, isMonth, monthOf } from '../calendar.ts';
import { capital, dateText, fill, monthText, plural } from '../locale.ts';
import type { Choice, PickData } from '../model.ts';
import { Picker } from '../picker.tsx';
import { datesIn, offsetShown, shownDate, todayIn, zoneText, type Live } from '../shown.ts';
import { byDate, offsetAt, spansOf, type Time, type TimesByDate } from '../zones.ts';
import { element, showStage } from './details.ts';
import { dateAfterKey } from './keys.ts';
import { useMonths } from './months.ts';
import { rememberZone } from './remember.ts';
import { ZoneSearch } from './zone-search.tsx';

/** The picker with its state, which is also the page's address. */
export function App({ data: given }: { data: PickData }) {
  const [zoneIsGuess, setGuess] = useState(given.zoneIsGuess);
  const [choice, setChoice] = useState<Choice>(given);
  const [cursor, setCursor] = useState<string | null>(null);
  const [said, say] = useState('');
  // The first pass draws what the server drew; what only a script can do comes with the second.
  const [isLive, setLive] = useState(false);
  const focusNext = useRef<string | null>(null);
  const pushed = useRef(0);

  const data = useMemo(() => ({ ...given, zoneIsGuess }), [given, zoneIsGuess]);
  const months = useMonths(data, choice.month);
  const spans = useMemo(() => spansOf(data.zones, zoneNames.indexOf(choice.zone)), [data, choice.zone]);
  const times = useMemo(() => byDate(months.starts, spans), [months.starts, spans]);
  const shown = shownDate({ choice, times });
  const today = todayIn(data.now, spans);
  const at = timeOf(times, choice)?.at;

  useLayoutEffect(
    () => showStage(data, choice, at === undefined ? undefined : offsetAt(spans, at)),
    [choice, at],
  );
  useEffect(() => setLive(true), []);
  useEffect(() => {
    const back = (): void => setChoice((before) => ({ ...before, ...choiceInAddress(before) }));
    addEventListener('popstate', back);
    const onBack = (event: Event): void => {
      event.preventDefault();
      if (pushed.current > 0) history.back();
      else go({ time: null }, 'replace');
    };
    element('back').addEventListener('click', onBack);
    return () => {
      removeEventListener('popstate', back);
      element('back').removeEventListener('click', onBack);
    };
  });
  useEffect(() => {
    if (!isLive || months.state !== 'ready') return;
    const n = datesIn(choice.month, times).length;
    say(plural(data.words, data.words.daysWithTimes, n, { month: monthText(data.words, choice.month) }));
  }, [choice.month, months.state]);
  // Before the next key is heard: whoever presses two quickly means the second to go on from the first.
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
    const address = addressOf(data, next);
    if (how === 'push') {
      pushed.current += 1;
      history.pushState(null, '', address);
    } else history.replaceState(null, '', address);
  };
  const onZone = (zone: string): void => {
    rememberZone(zone, true);
    setGuess(false);
    const next = { ...choice, zone, date: null };
    setChoice(next);
    history.replaceState(null, '', addressOf({ ...data, zoneIsGuess: false }, next));
    const offset = offsetAt(spansOf(data.zones, zoneNames.indexOf(zone)), data.now);
    say(fill(data.words.zoneChanged, { zone: zoneText(data, zone, offset) }));
  };

  const live: Live = {
    focusDate: focusable(cursor, choice.month) ?? shown ?? firstOpen(choice.month, today),
    said,
    zone: (
      <ZoneSearch
        data={data}
        zone={choice.zone}
        offset={offsetShown({ choice, times, spans })}
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
      go({ month: monthOf(date), date }, 'replace');
      const n = times[date]?.length ?? 0;
      say(`${capital(dateText(data.words, dayOf(date)))}: ${plural(data.words, data.words.times, n)}`);
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
      const next = dateAfterKey(event.key, date, data.locale);
      if (next === undefined) return;
      event.preventDefault();
      if (monthOf(next) < monthOf(today) || monthOf(next) > monthOf(data.lastDate)) return;
      setCursor(next);
      focusNext.current = `[data-date="${next}"]`;
      if (monthOf(next) !== choice.month) go({ month: monthOf(next), date: null }, 'replace');
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
      laterDate={months.laterDate}
      live={isLive ? live : undefined}
    />
  );
}

function timeOf(times: TimesByDate, { date, time }: Choice): Time | undefined {
  return date === null ? undefined : times[date]?.find(({ clock }) => clock === time);
}

function focusable(date: string | null, month: string): string | undefined {
  return date !== null && monthOf(date) === month ? date : undefined;
}

function firstOpen(month: string, today: string): string {
  return monthOf(today) === month ? today : `${month}-01`;
}

/** Going back or on in the browser's history: the address is the state. */
function choiceInAddress(before: Choice): Partial<Choice> {
  const params = new URLSearchParams(location.search);
  const date = params.get('date');
  const month = params.get('month');
  const goodDate = date !== null && isDate(date) ? date : null;
  return {
    date: goodDate,
    time: params.get('time'),
    month: month !== null && isMonth(month) ? month : goodDate ? monthOf(goodDate) : before.month,
  };
}
