import { Segmented } from '../kit/choice.tsx';
import { words } from '../platform/words/words.ts';

interface WhoseProps<Value extends string> {
  /** Of those that every list knows, in this order. */
  readonly choices: readonly Value[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** Whose items a list shows: the first of its filters. Without a choice, nothing is asked. */
export function Whose<Value extends 'mine' | 'team' | 'everyone' | 'unassigned'>({
  choices,
  value,
  onChange,
}: WhoseProps<Value>) {
  if (choices.length < 2) return null;
  return (
    <Segmented
      label={words.filters.whose}
      value={value}
      onChange={onChange}
      choices={choices.map((choice) => ({ value: choice, label: words.filters[choice] }))}
    />
  );
}
