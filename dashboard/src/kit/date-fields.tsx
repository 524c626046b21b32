import { words } from '../platform/words/words.ts';
import { DateField } from './date-field.tsx';

interface DateSpan {
  readonly from?: string;
  readonly to?: string;
}

interface DateFieldsProps {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly onChange: (changes: DateSpan) => void;
}

/** The first and the last date of what a list shows. */
export function DateFields({ from = '', to = '', onChange }: DateFieldsProps) {
  return (
    <>
      <DateField
        label={words.lists.from}
        name="from"
        value={from}
        onChange={(date) => onChange({ from: date })}
      />
      <DateField label={words.lists.to} name="to" value={to} onChange={(date) => onChange({ to: date })} />
    </>
  );
}
