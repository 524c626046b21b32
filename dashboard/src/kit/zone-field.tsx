import { zoneNames } from '@daybook/contract/zone-names.gen';
import { useMemo, useState } from 'react';
import { start } from '../platform/start.ts';
import { formatTime, formatZoneOffset, getNow, ownZone, toWallTime } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import type { ComboOption } from './combo.tsx';
import type { FieldProps } from './field.tsx';
import { SearchSelect } from './search-select.tsx';
import { addRecentZone, createZoneNames, findZones, formatZoneLabel } from './zone.rules.ts';

interface ZoneFieldProps extends FieldProps {
  readonly value: string;
  /** Left out, the form reads it. */
  readonly onChange?: (zone: string) => void;
  /** The label of no time zone, where there may be none. */
  readonly none?: string;
}

const names = createZoneNames(start.locale.tag);
const recentKey = 'daybook.zones';

/** A time zone, found by city, country, offset or abbreviation. Those that are likely come first. */
export function ZoneField({ value: given, onChange, none, ...field }: ZoneFieldProps) {
  const [text, setText] = useState('');
  const [own, setOwn] = useState(given);
  const value = onChange ? given : own;
  const choices = useMemo(() => listChoices(text, value, none), [text, value, none]);
  return (
    <SearchSelect
      {...field}
      choices={choices}
      describe={describeZone}
      onSearch={setText}
      value={value}
      onChange={(zone) => {
        if (zone) remember(zone);
        if (onChange) onChange(zone);
        else setOwn(zone);
      }}
    />
  );
}

function listChoices(text: string, chosen: string, none: string | undefined): ComboOption[] {
  const found = findZones({
    text,
    chosen,
    likely: [ownZone, findBrowserZone(), ...readRecent()],
    table: start.zones,
    now: Math.floor(getNow() / 60_000),
    names,
  });
  const toOption =
    (group: string | undefined) =>
    (zone: string): ComboOption => ({ value: zone, label: formatZoneLabel(zone, names), group });
  // A name of old is no result of the search, but may be what is stored.
  const isUnknown = text === '' && chosen !== '' && !found.likely.includes(chosen);
  return [
    ...(none !== undefined && text === '' ? [{ value: '', label: none }] : []),
    ...(isUnknown ? [chosen, ...found.likely] : found.likely).map(toOption(words.controls.suggested)),
    ...found.others.map(toOption(text === '' ? words.controls.allZones : undefined)),
  ];
}

/** What its time is called, how far it is from UTC, and what its clocks show. */
function describeZone(zone: string) {
  if (zone === '') return {};
  const { clock } = toWallTime(getNow(), zone);
  return { detail: names.title(zone), side: `${formatZoneOffset(zone)} · ${formatTime(clock)}` };
}

/** Where the browser is, if that is a time zone that the server knows. */
export function findBrowserZone(): string {
  // oxlint-disable-next-line no-restricted-globals -- reads the name of the zone only
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zoneNames.includes(zone) ? zone : ownZone;
}

function readRecent(): string[] {
  try {
    return (localStorage.getItem(recentKey) ?? '').split(' ').filter((zone) => zoneNames.includes(zone));
  } catch {
    return [];
  }
}

function remember(zone: string): void {
  try {
    localStorage.setItem(recentKey, addRecentZone(readRecent(), zone).join(' '));
  } catch {
    // Without storage, as in some private windows, no zone is remembered.
  }
}
