import { foldForSearch } from '@daybook/contract/folding.data';
import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import { words } from '../platform/words/words.ts';
import { Icon } from './icon.tsx';

/** A list to choose from, opened at a place of the page: type to find, arrows to move, Enter to choose, Escape to leave. */

export interface PickerChoice {
  readonly id: string;
  /** What is searched and read aloud. */
  readonly label: string;
  /** What is shown, if it is more than the label. */
  readonly content?: ReactNode;
}

interface PickerProps {
  readonly label: string;
  /** Below which it opens. */
  readonly anchor: HTMLElement;
  readonly choices: readonly PickerChoice[];
  readonly chosen?: readonly string[];
  /** Stays open, so that several can be chosen. */
  readonly isMultiple?: boolean;
  /** What was typed already. */
  readonly text?: string;
  /** Where the choices are found by somebody else, who is told what is typed. */
  readonly onSearch?: (text: string) => void;
  readonly onChoose: (id: string, text: string) => void;
  readonly onClose: () => void;
}

const margin = 8;
const height = 320;

export function Picker(props: PickerProps) {
  const { label, anchor, choices, chosen = [], isMultiple = false, onSearch, onChoose, onClose } = props;
  const [text, setText] = useState(props.text ?? '');
  const [at, setAt] = useState(() =>
    Math.max(0, text ? 0 : choices.findIndex((choice) => choice.id === chosen[0])),
  );
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const found = onSearch ? choices : choices.filter((choice) => isFound(choice.label, text));
  const current = Math.min(at, found.length - 1);
  useLayoutEffect(() => place(panel.current, anchor));
  useLayoutEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, current]);
  useEffect(() => {
    const leave = (event: PointerEvent): void => {
      const isInside = [panel.current, anchor].some((each) => each?.contains(event.target as Node));
      if (!isInside) onClose();
    };
    addEventListener('pointerdown', leave, true);
    return () => removeEventListener('pointerdown', leave, true);
  }, [anchor, onClose]);
  const search = (value: string): void => {
    setText(value);
    setAt(0);
    onSearch?.(value);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key === 'ArrowDown') setAt((current + 1) % Math.max(1, found.length));
    else if (event.key === 'ArrowUp') setAt((current - 1 + found.length) % Math.max(1, found.length));
    else if (event.key === 'Escape' || event.key === 'Tab') onClose();
    else if (event.key === 'Enter') {
      const choice = found[current];
      if (choice) onChoose(choice.id, text);
      else if (found.length === 0) onClose();
    } else return;
    if (event.key !== 'Tab') event.preventDefault();
  };
  return createPortal(
    <div ref={panel} className="pop picker">
      <div className="opt picker-find">
        <Icon name="search" />
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened to be typed into
          autoFocus
          className="grow"
          role="combobox"
          aria-label={label}
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={found.length > 0 ? `${id}-${current}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          placeholder={label}
          value={text}
          onChange={(event) => search(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      {found.length === 0 && (
        <p className="opt faint small" role="status">
          {words.kit.noMatch}
        </p>
      )}
      <div id={`${id}-list`} role="listbox" aria-label={label} aria-multiselectable={isMultiple}>
        {found.map((choice, index) => (
          <div
            key={choice.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={chosen.includes(choice.id)}
            className={`opt${index === current ? ' is-on' : ''}`}
            onPointerMove={() => setAt(index)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(choice.id, text)}
          >
            {choice.content ?? <span className="cut">{choice.label}</span>}
            <span className="grow" />
            {chosen.includes(choice.id) && <Icon name="check" />}
          </div>
        ))}
      </div>
    </div>,
    document.getElementById('content') ?? document.body,
  );
}

interface PickerButtonProps extends Omit<PickerProps, 'anchor' | 'onClose' | 'label'> {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
  /** Shows less than the label says. */
  readonly isShort?: boolean;
  readonly isDisabled?: boolean;
  readonly title?: string;
}

/** A button that opens a picker, and has the focus again when it is closed. */
export function PickerButton(props: PickerButtonProps) {
  const { className = 'btn', children, isShort = false, isDisabled, title, onChoose, ...picker } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback((): void => {
    setIsOpen(false);
    button.current?.focus();
  }, []);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-label={isShort ? picker.label : undefined}
        title={title ?? (isShort ? picker.label : undefined)}
        disabled={isDisabled}
        onClick={() => setIsOpen(!isOpen)}
      >
        {children}
      </button>
      {isOpen && button.current && (
        <Picker
          {...picker}
          anchor={button.current}
          onChoose={(id, text) => {
            if (!picker.isMultiple) close();
            onChoose(id, text);
          }}
          onClose={close}
        />
      )}
    </>
  );
}

function isFound(label: string, text: string): boolean {
  return foldForSearch(label).includes(foldForSearch(text.trim()));
}

/** Below the anchor, or above it where there is no room; never beyond the window. */
function place(panel: HTMLElement | null, anchor: HTMLElement): void {
  if (!panel) return;
  const { left, right, top, bottom } = anchor.getBoundingClientRect();
  const isRtl = document.documentElement.dir === 'rtl';
  const width = panel.offsetWidth;
  const wanted = isRtl ? right - width : left;
  const x = Math.max(margin, Math.min(wanted, innerWidth - width - margin));
  const hasRoom = bottom + height < innerHeight || top < height;
  panel.style.left = `${x}px`;
  panel.style.top = hasRoom ? `${bottom + 4}px` : '';
  panel.style.bottom = hasRoom ? '' : `${innerHeight - top + 4}px`;
}
