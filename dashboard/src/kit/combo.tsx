import { interpolate } from '@daybook/booking/locale';
import { Fragment, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Popover } from 'react-aria-components/Popover';
import { words } from '../platform/words/words.ts';
import { moveOption } from './combo.rules.ts';
import type { Choice, Control } from './field.tsx';
import { Icon } from './icon.tsx';

/** A text field with a list: type to find, arrows to go through it, Enter to choose, Escape to close it. */

interface OptionDetails {
  /** What tells two of the same name apart. */
  readonly detail?: string | undefined;
  /** Stands at the end of the line. */
  readonly side?: string | undefined;
}

export interface ComboOption extends Choice, OptionDetails {
  /** The heading above the first option of each group. */
  readonly group?: string | undefined;
}

interface ComboProps {
  readonly control: Partial<Control> & {
    readonly 'data-unread'?: true | undefined;
    readonly 'aria-label'?: string;
  };
  /** Of the list. */
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Those that match the text, best first. */
  readonly options: readonly ComboOption[];
  /** Details that take a while: they are computed for what is shown. */
  readonly describe?: ((value: string) => OptionDetails) | undefined;
  readonly chosen: string;
  readonly onChoose: (value: string) => void;
  readonly onLeave: () => void;
  /** Of a list that is empty; without, it is not shown then. */
  readonly empty?: string | undefined;
  /** Typed text is a value of its own, and closes the list. */
  readonly isFree?: boolean | undefined;
  readonly placeholder?: string | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly icon?: 'down' | 'clock';
  readonly className?: string;
}

const maxShown = 100;

export function Combo(props: ComboProps) {
  const { control, label, text, options, chosen, isFree = false, empty, className = 'input' } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const [isMoved, setIsMoved] = useState(false);
  const shown = isFree ? options : options.slice(0, maxShown);
  const active = isOpen ? Math.min(at, shown.length - 1) : -1;
  const hasList = isOpen && (shown.length > 0 || empty !== undefined);
  useLayoutEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active, hasList]);
  // Beside the page, its list would be in none of the regions that screen readers go through.
  const landmark = input.current?.closest('[role="dialog"]') ?? document.getElementById('content');
  const open = (): void => {
    setIsOpen(true);
    setAt(shown.findIndex(({ value }) => value === chosen));
  };
  const choose = (option: ComboOption | undefined): void => {
    if (!option) return;
    setIsOpen(false);
    props.onChoose(option.value);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && active >= 0) choose(shown[active]);
    else if (event.key === 'Enter' && isFree) return props.onLeave();
    else if (event.key === 'Escape' && isOpen) setIsOpen(false);
    else if (event.key === 'Tab' && isOpen) {
      if (!isFree && text !== '' && active >= 0) choose(shown[active]);
      return setIsOpen(false);
    } else {
      const next = moveOption(event, isOpen ? active : -1, shown.length);
      if (next === undefined) return;
      if (isOpen) setAt(next);
      else open();
    }
    event.preventDefault();
    // A dialog around it would close as well.
    event.stopPropagation();
  };
  return (
    <div className="combo grow">
      <input
        {...control}
        ref={input}
        className={className}
        role="combobox"
        aria-expanded={hasList}
        aria-controls={hasList ? `${id}-list` : undefined}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder={props.placeholder}
        autoFocus={props.autoFocus}
        value={text}
        onFocus={({ target }) => target.select()}
        onPointerUp={() => !isOpen && open()}
        onChange={({ target }) => {
          props.onText(target.value);
          setIsOpen(!isFree);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setIsOpen(false);
          props.onLeave();
        }}
      />
      <button
        type="button"
        className="btn quiet small square"
        tabIndex={-1}
        aria-label={words.kit.choices}
        // The text field keeps the focus, or its list would close before the click.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => {
          input.current?.focus();
          if (isOpen) setIsOpen(false);
          else open();
        }}
      >
        <Icon name={props.icon ?? 'down'} />
      </button>
      <Popover
        className="pop menu found"
        triggerRef={input}
        isOpen={hasList}
        // It wants to close whenever something scrolls, as when a phone shows its keyboard. A new offset makes it follow.
        onOpenChange={() => setIsMoved(!isMoved)}
        isNonModal
        maxHeight={320}
        offset={isMoved ? 4 : 4.01}
        placement="bottom start"
        style={{ minWidth: input.current?.offsetWidth, position: 'fixed' }}
        {...(landmark && { UNSTABLE_portalContainer: landmark })}
      >
        <div id={`${id}-list`} role="listbox" aria-label={label}>
          {shown.map((option, index) => (
            <Fragment key={`${option.group} ${option.value}`}>
              {option.group && option.group !== shown[index - 1]?.group && (
                <p className="lbl" role="presentation">
                  {option.group}
                </p>
              )}
              <Option
                id={`${id}-${index}`}
                option={option}
                describe={props.describe}
                isActive={index === active}
                isChosen={option.value === chosen}
                onPoint={() => setAt(index)}
                onChoose={() => choose(option)}
              />
            </Fragment>
          ))}
        </div>
        {shown.length === 0 && (
          <p className="none muted small" role="status">
            {empty}
          </p>
        )}
        {shown.length < options.length && (
          <p className="none muted small">
            {interpolate(words.controls.more, { n: options.length - shown.length })}
          </p>
        )}
      </Popover>
    </div>
  );
}

interface OptionProps {
  readonly id: string;
  readonly option: ComboOption;
  readonly describe: ComboProps['describe'];
  readonly isActive: boolean;
  readonly isChosen: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

function Option({ id, option, describe, isActive, isChosen, onPoint, onChoose }: OptionProps) {
  const { detail = option.detail, side = option.side } = describe?.(option.value) ?? {};
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className="opt"
      data-focused={isActive || undefined}
      onPointerMove={onPoint}
      // The text field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className="grow cut">
        {option.label}
        {detail && <span className="muted small"> {detail}</span>}
      </span>
      {side && <span className="muted small nowrap">{side}</span>}
      {isChosen && <Icon name="check" />}
    </div>
  );
}
