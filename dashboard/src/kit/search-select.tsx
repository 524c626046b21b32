import { useState, type ComponentProps } from 'react';
import { words } from '../platform/words/words.ts';
import { isSameText, searchChoices } from './combo.rules.ts';
import { Combo, type ComboOption } from './combo.tsx';
import { HiddenValue, useFieldValue } from './field-value.tsx';
import { Field, type FieldProps } from './field.tsx';

export interface SearchSelectProps extends FieldProps {
  readonly choices: readonly ComboOption[];
  readonly value?: string | undefined;
  /** Left out, the form reads it. */
  readonly onChange?: ((value: string) => void) | undefined;
  readonly placeholder?: string | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly isLabelHidden?: boolean | undefined;
  /** Finds the choices elsewhere, which is told what is typed; empty for all. */
  readonly onSearch?: ((text: string) => void) | undefined;
  readonly isSearching?: boolean | undefined;
  readonly describe?: ComponentProps<typeof Combo>['describe'];
}

/** One of many, found by typing: a host, a page, a time zone, a currency. */
export function SearchSelect(props: SearchSelectProps) {
  const { label, name, help, choices, value: given = '', onChange, onSearch, isSearching } = props;
  const field = useFieldValue({ value: given, onChange });
  const [typed, setTyped] = useState<string>();
  const chosen = choices.find(({ value }) => value === field.value);
  const search = (text: string | undefined): void => {
    setTyped(text);
    onSearch?.(text ?? '');
  };
  const options = typed === undefined || onSearch ? choices : searchChoices(choices, typed);
  /** What was typed in full is chosen; anything else is given up. */
  const leave = (): void => {
    if (typed === undefined) return;
    const exact = options.find(
      ({ value, label: each }) => isSameText(typed, value) || isSameText(typed, each),
    );
    search(undefined);
    if (exact) field.set(exact.value);
  };
  return (
    <Field label={label} name={name} help={help} isLabelHidden={props.isLabelHidden}>
      {({ name: _, ...control }) => (
        <>
          <Combo
            control={control}
            label={label}
            text={typed ?? chosen?.label ?? ''}
            onText={search}
            options={options}
            describe={props.describe}
            chosen={field.value}
            onChoose={(value) => {
              search(undefined);
              field.set(value);
            }}
            onLeave={leave}
            empty={isSearching ? words.kit.searching : words.kit.noMatch}
            placeholder={props.placeholder}
            autoFocus={props.autoFocus}
          />
          <HiddenValue
            field={field}
            name={name}
            label={label}
            format={(value) => choices.find((choice) => choice.value === value)?.label ?? value}
          />
        </>
      )}
    </Field>
  );
}
