import { interpolate } from '@daybook/booking/locale';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Dialog } from 'react-aria-components/Dialog';
import { Header } from 'react-aria-components/Header';
import { Input } from 'react-aria-components/Input';
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { SearchField } from 'react-aria-components/SearchField';
import type { FoundGuide } from '../help/find-guides.ts';
import { Face } from '../kit/face.tsx';
import { Icon, type IconName } from '../kit/icon.tsx';
import { Keys } from '../kit/keys.tsx';
import { findMatches } from '../platform/command-search.ts';
import { listCommands, type Command } from '../platform/commands.ts';
import { formatShortDate, formatTime, toWallTime } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { useMenuCommands } from './use-menu-commands.ts';
import { useSearchResults, useListedResults, type SearchResult } from './use-search-results.ts';

const loadIndex = () => import('../help/search-index.ts');

/** Of commands that match equally well, those of the page come first, and actions before places. */
const groups: readonly Command['group'][] = [undefined, 'do', 'go'];

interface Entry {
  readonly id: string;
  readonly label: string;
  readonly detail?: string;
  readonly mark: ReactNode;
  readonly keys?: string | undefined;
  readonly run: () => void;
}

interface Section {
  /** Stays the same while results come and go, since the field names the focused one of them. */
  readonly id: string;
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** Does what can be done, and finds what there is: commands first, then data and guides. `>` finds commands only. */
export function CommandMenu({ onClose }: { readonly onClose: () => void }) {
  const router = useRouter();
  const more = useMenuCommands();
  const [commands] = useState(() =>
    [...listCommands(), ...more]
      .filter(({ isShortcutOnly }) => !isShortcutOnly)
      .toSorted((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group)),
  );
  const [text, setText] = useState('');
  const isCommandsOnly = text.startsWith('>');
  const wanted = isCommandsOnly ? text.slice(1) : text;
  const sought = isCommandsOnly ? '' : wanted.trim();
  const index = useIndex();
  const { found, isFetching } = useSearchResults(sought);
  const listed = useListedResults(sought);
  const open = (url: string): void => router.history.push(url);
  const matches = findMatches(commands, wanted, index?.getSynonyms);
  const meant = matches.filter(({ isGuess }) => !isGuess);
  const ofCommands = (list: readonly { readonly item: Command }[]): Section[] =>
    commandSections(list.map(({ item }) => item));
  const results = [
    ...foundSections(found, open),
    ...listed.map(({ title, icon, items }) => ({
      id: `listed ${icon}`,
      title,
      entries: items.map(({ id, label, url }) => ({
        id,
        label,
        mark: <Icon name={icon} />,
        run: () => open(url),
      })),
    })),
    ...guideSections(index?.searchGuides(sought, commands) ?? []),
  ];
  const sections =
    wanted.trim() === ''
      ? commandSections(commands.filter(({ isFoundOnly }) => !isFoundOnly))
      : meant.length > 0
        ? [...ofCommands(meant), ...results]
        : [...results, ...ofCommands(matches)];
  const act = ({ run }: Entry): void => {
    onClose();
    run();
  };
  return (
    <ModalOverlay className="veil top" isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal className="command pop">
        <Dialog aria-label={words.menu.title}>
          <Autocomplete inputValue={text} onInputChange={setText}>
            <SearchField aria-label={words.menu.placeholder} className="command-field" autoFocus>
              <Icon name="search" />
              <Input placeholder={words.menu.placeholder} maxLength={200} />
              <Keys keys="Escape" />
            </SearchField>
            {/* It scrolls, so the keyboard reaches it in browsers that do not move by the arrows of the field. */}
            <div className="command-list" tabIndex={0}>
              <Menu
                aria-label={words.menu.results}
                items={sections}
                dependencies={[wanted, index]}
                renderEmptyState={() => (
                  <p className="muted">{isFetching ? words.kit.searching : words.menu.none}</p>
                )}
              >
                {({ id, title, entries }: Section) => (
                  <MenuSection id={id}>
                    <Header className="lbl">{title}</Header>
                    {entries.map((entry) => (
                      <MenuItem
                        key={entry.id}
                        id={entry.id}
                        className="opt"
                        textValue={entry.label}
                        onAction={() => act(entry)}
                      >
                        {entry.mark}
                        <span className="grow cut">
                          <Marked text={entry.label} part={wanted.trim()} />{' '}
                          {entry.detail && <span className="muted small">{entry.detail}</span>}
                        </span>
                        {entry.keys && <Keys keys={entry.keys} />}
                      </MenuItem>
                    ))}
                  </MenuSection>
                )}
              </Menu>
            </div>
          </Autocomplete>
          <footer className="foot">
            <span>
              <Keys keys="ArrowUp ArrowDown" /> {words.menu.choose}
            </span>
            <span className="grow" />
            <span>
              <kbd>&gt;</kbd> {words.menu.onlyCommands}
            </span>
          </footer>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

const icons: Readonly<Record<SearchResult['kind'], IconName | undefined>> = {
  person: undefined,
  company: undefined,
  user: undefined,
  record: 'guests',
  event: 'events',
  page: 'pages',
};

function foundSections(found: readonly SearchResult[], open: (url: string) => void): Section[] {
  const kinds = [...new Set(found.map(({ kind }) => kind))];
  return kinds.map((kind) => ({
    id: `found ${kind}`,
    title: words.menu.kinds[kind],
    entries: found
      .filter((each) => each.kind === kind)
      .map(({ id, title, subtitle, startTime, url }) => {
        const icon = icons[kind];
        return {
          id: `${kind} ${id}`,
          label: title,
          detail: [startTime && formatMoment(startTime), subtitle].filter(Boolean).join(', '),
          mark: icon ? <Icon name={icon} /> : <Face name={title} />,
          run: () => open(url),
        };
      }),
  }));
}

function formatMoment(instant: string): string {
  const { day, clock } = toWallTime(instant);
  return interpolate(words.home.moment, { day: formatShortDate(day), time: formatTime(clock) });
}

/** Guides and synonyms, which are loaded when the menu is opened; until then it finds commands by their names. */
function useIndex() {
  const [index, setIndex] = useState<Awaited<ReturnType<typeof loadIndex>>>();
  useEffect(() => {
    loadIndex().then(setIndex, () => undefined);
  }, []);
  return index;
}

function guideSections(found: readonly FoundGuide[]): Section[] {
  if (found.length === 0) return [];
  const entries = found.map(({ path, label, detail }) => ({
    id: `guide ${path}`,
    label,
    detail,
    mark: <Icon name="question" />,
    run: () => void window.open(path, '_blank', 'noopener'),
  }));
  return [{ id: 'guides', title: words.help.guides, entries }];
}

/** One section for each group, in the order of their first commands. */
function commandSections(commands: readonly Command[]): Section[] {
  const titles = { here: words.menu.here, do: words.menu.do, go: words.menu.go };
  const groupOf = ({ group }: Command): keyof typeof titles => group ?? 'here';
  return [...new Set(commands.map(groupOf))].map((group) => ({
    id: `commands ${group}`,
    title: titles[group],
    entries: commands
      .filter((command) => groupOf(command) === group)
      .map(({ id, label, icon = 'right', keys, run }) => ({
        id,
        label,
        keys,
        mark: <Icon name={icon} />,
        run,
      })),
  }));
}

/** Where a text has what was typed. */
function Marked({ text, part }: { readonly text: string; readonly part: string }) {
  const at = part === '' ? -1 : text.toLowerCase().indexOf(part.toLowerCase());
  if (at === -1) return text;
  return (
    <>
      {text.slice(0, at)}
      <b>{text.slice(at, at + part.length)}</b>
      {text.slice(at + part.length)}
    </>
  );
}
