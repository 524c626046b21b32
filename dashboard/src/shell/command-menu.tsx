import { useRouter } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Dialog } from 'react-aria-components/Dialog';
import { Header } from 'react-aria-components/Header';
import { Input } from 'react-aria-components/Input';
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { SearchField } from 'react-aria-components/SearchField';
import { Face } from '../kit/face.tsx';
import { Icon, type IconName } from '../kit/icon.tsx';
import { Keys } from '../kit/keys.tsx';
import { listCommands, findCommands, type Command } from '../platform/commands.ts';
import { words } from '../platform/words/words.ts';
import { useSearchResults, useListedResults, type SearchResult } from './use-search-results.ts';

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

/** Finds what there is, and does what can be done. `>` finds commands only. */
export function CommandMenu({ onClose }: { readonly onClose: () => void }) {
  const router = useRouter();
  const [commands] = useState(() => listCommands().filter(({ isShortcutOnly }) => !isShortcutOnly));
  const [text, setText] = useState('');
  const isCommandsOnly = text.startsWith('>');
  const wanted = isCommandsOnly ? text.slice(1) : text;
  const sought = isCommandsOnly ? '' : wanted.trim();
  const { found, isFetching } = useSearchResults(sought);
  const listed = useListedResults(sought);
  const open = (url: string): void => router.history.push(url);
  const sections = [
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
    ...commandSections(findCommands(commands, wanted)),
  ];
  const act = ({ run }: Entry): void => {
    onClose();
    run();
  };
  return (
    <ModalOverlay className="veil top" isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal className="command pop">
        <Dialog aria-label={words.commands.title}>
          <Autocomplete inputValue={text} onInputChange={setText}>
            <SearchField aria-label={words.commands.placeholder} className="command-field" autoFocus>
              <Icon name="search" />
              <Input placeholder={words.commands.placeholder} maxLength={200} />
              <Keys keys="Escape" />
            </SearchField>
            {/* It scrolls, so the keyboard reaches it in browsers that do not move by the arrows of the field. */}
            <div className="command-list" tabIndex={0}>
              <Menu
                aria-label={words.commands.results}
                items={sections}
                dependencies={[wanted]}
                renderEmptyState={() => (
                  <p className="muted">{isFetching ? words.kit.searching : words.commands.none}</p>
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
              <Keys keys="ArrowUp ArrowDown" /> {words.commands.choose}
            </span>
            <span className="grow" />
            <span>
              <kbd>&gt;</kbd> {words.commands.onlyCommands}
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
    title: words.commands.kinds[kind],
    entries: found
      .filter((each) => each.kind === kind)
      .map(({ id, title, subtitle, url }) => {
        const icon = icons[kind];
        return {
          id: `${kind} ${id}`,
          label: title,
          detail: subtitle,
          mark: icon ? <Icon name={icon} /> : <Face name={title} />,
          run: () => open(url),
        };
      }),
  }));
}

function commandSections(commands: readonly Command[]): Section[] {
  const sectionOf = (title: string, group: Command['group']): Section => ({
    id: `commands ${group ?? 'here'}`,
    title,
    entries: commands
      .filter((command) => command.group === group)
      .map(({ id, label, icon = 'right', keys, run }) => ({
        id,
        label,
        keys,
        mark: <Icon name={icon} />,
        run,
      })),
  });
  return [
    sectionOf(words.commands.here, undefined),
    sectionOf(words.commands.do, 'do'),
    sectionOf(words.commands.go, 'go'),
  ].filter(({ entries }) => entries.length > 0);
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
