import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { words } from '../platform/words/words.ts';
import { useFieldErrors, type Choice } from './field.tsx';
import { Icon } from './icon.tsx';

export interface ComboBoxOption extends Choice {
  /** What tells two of the same name apart. */
  readonly detail?: string;
}

interface ComboBoxProps {
  readonly label: string;
  readonly name: string;
  readonly help?: string;
  /** What is chosen, with its label. */
  readonly chosen: ComboBoxOption | null;
  readonly onChange: (chosen: ComboBoxOption | null) => void;
  /** Distinguishes the answers of `find` in the cache. */
  readonly source: string;
  /** What matches a text, best first; of the empty text, what is likely. */
  readonly find: (text: string, signal: AbortSignal) => Promise<readonly ComboBoxOption[]>;
}

/** A choice from many, found by typing: a zone, a person, a record. A form finds the value under `name`. */
export function ComboBox({ label, name, help, chosen, onChange, source, find }: ComboBoxProps) {
  const id = useId();
  const errors = useFieldErrors(name);
  const [text, setText] = useState(chosen?.label ?? '');
  const [isOpen, setIsOpen] = useState(false);
  // The text of the choice is no search: all others are offered beside it.
  const searched = text === chosen?.label ? '' : text.trim();
  const { data = [], isFetching } = useQuery({
    queryKey: ['found', source, searched],
    queryFn: ({ signal }) => find(searched, signal),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  const choose = (value: string | null): void => {
    const found = data.find((each) => each.value === value) ?? null;
    setText(found?.label ?? '');
    onChange(found);
  };
  return (
    <AriaComboBox
      className="field"
      items={data}
      inputValue={text}
      onInputChange={setText}
      value={chosen?.value ?? null}
      onChange={(key) => choose(key === null ? null : String(key))}
      onOpenChange={setIsOpen}
      onBlur={() => (text === '' ? onChange(null) : setText(chosen?.label ?? ''))}
      menuTrigger="focus"
      defaultFilter={() => true}
      allowsEmptyCollection
      isInvalid={errors.length > 0}
    >
      <Label>{label}</Label>
      <div className="combo">
        <Input className="input" aria-describedby={help || errors.length > 0 ? id : undefined} />
        <Button className="btn quiet small square" aria-label={words.kit.choices}>
          <Icon name="down" />
        </Button>
      </div>
      <input type="hidden" name={name} value={chosen?.value ?? ''} />
      {(help || errors.length > 0) && (
        <p id={id} className={errors.length > 0 ? 'wrong' : 'help'}>
          {errors.length > 0 ? errors.join(' ') : help}
        </p>
      )}
      <Popover className="pop menu found">
        <ListBox<ComboBoxOption>
          renderEmptyState={() => (
            <p className="none muted small">{isFetching ? words.kit.searching : words.kit.noMatch}</p>
          )}
        >
          {(found) => (
            <ListBoxItem id={found.value} className="opt" textValue={found.label}>
              <span className="cut">{found.label}</span>
              {found.detail && <span className="muted small cut">{found.detail}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}
