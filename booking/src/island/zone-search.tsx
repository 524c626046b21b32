import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { zoneNames } from '@daybook/contract/zone-names.gen';
import { PickerIcon } from '../picker-icon.tsx';
import type { PickData } from '../model.ts';
import { formatZone } from '../picker-state.ts';
import { searchZones } from '../zone-search.ts';
import { getCity, getOffset, formatUtcOffset, getSpans } from '../zones.ts';

interface Props {
  readonly data: PickData;
  readonly zone: string;
  readonly offset: number;
  readonly onZone: (zone: string) => void;
}

const maxResults = 30;

/** The current zone, and a search by city that opens in place. */
export function ZoneSearch({ data, zone, offset, onZone }: Props) {
  const { words } = data;
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const countryNames = useMemo(() => countryNamesIn(data.locale.tag), []);
  const found = open
    ? searchZones({ text, current: zone, table: data.zones, now: data.now, countryNames }).slice(
        0,
        maxResults,
      )
    : [];

  useEffect(() => {
    if (open) input.current?.focus();
  }, [open]);
  useEffect(() => {
    document.getElementById(`zone-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const close = (): void => {
    setOpen(false);
    setText('');
    setActive(0);
    setTimeout(() => button.current?.focus());
  };
  const choose = (name: string | undefined): void => {
    if (name === undefined) return;
    onZone(name);
    close();
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setActive(Math.max(0, Math.min(found.length - 1, active + step)));
    else if (event.key === 'Enter') choose(found[active]);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  };

  return (
    <>
      <p class="zone-line">
        <PickerIcon name="globe" />
        <span>{formatZone(data, zone, offset)}</span>
        <button
          ref={button}
          type="button"
          class="quiet-link"
          aria-expanded={open ? 'true' : 'false'}
          aria-label={`${words.changeZone}: ${words.zone}`}
          onClick={() => (open ? close() : setOpen(true))}
        >
          {words.changeZone}
        </button>
      </p>
      {open && (
        <div>
          <input
            ref={input}
            type="text"
            role="combobox"
            aria-label={words.findZone}
            placeholder={words.findZone}
            aria-expanded={found.length > 0 ? 'true' : 'false'}
            aria-controls="zone-list"
            aria-autocomplete="list"
            aria-activedescendant={found.length > 0 ? `zone-${active}` : undefined}
            autocomplete="off"
            spellcheck={false}
            value={text}
            onInput={(event) => {
              setText(event.currentTarget.value);
              setActive(0);
            }}
            onKeyDown={onKey}
          />
          <ul
            class="zone-list"
            id="zone-list"
            role="listbox"
            aria-label={words.zone}
            hidden={found.length === 0}
          >
            {found.map((name, index) => (
              <li
                key={name}
                id={`zone-${index}`}
                role="option"
                aria-selected={index === active ? 'true' : 'false'}
                onClick={() => choose(name)}
              >
                <span>
                  {getCity(name)} <small>{name.split('/')[0]?.replaceAll('_', ' ')}</small>
                </span>
                <small>
                  {formatUtcOffset(getOffset(getSpans(data.zones, zoneNames.indexOf(name)), data.now))}
                </small>
              </li>
            ))}
          </ul>
          {found.length === 0 && <p class="muted">{words.noZone}</p>}
        </div>
      )}
    </>
  );
}

function countryNamesIn(language: string): (code: string) => string[] {
  // oxlint-disable-next-line no-restricted-globals -- names of countries have no zone rules
  const names = [language, 'en'].map((tag) => new Intl.DisplayNames(tag, { type: 'region' }));
  return (code) => names.map((name) => name.of(code) ?? '');
}
