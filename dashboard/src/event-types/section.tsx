import type { ReactNode } from 'react';
import { Button } from '../kit/button.tsx';
import { DurationField } from '../kit/duration-field.tsx';
import { TextField } from '../kit/field.tsx';
import { words } from '../platform/words/words.ts';
import { parseTypedLimit, parseTypedNumber, type NumberInput } from './rules.ts';

/** The sections of the editor, in their order. */
export const sections = [
  'what',
  'who',
  'when',
  'where',
  'questions',
  'payment',
  'limits',
  'messages',
  'advanced',
  'links',
] as const;

export type SectionName = (typeof sections)[number];

interface SectionProps {
  readonly name: SectionName;
  readonly hint?: string;
  readonly children: ReactNode;
}

export function Section({ name, hint, children }: SectionProps) {
  return (
    <section id={`section-${name}`} aria-labelledby={`heading-${name}`}>
      <h2 id={`heading-${name}`} tabIndex={-1}>
        {words.pages.sections[name]}
      </h2>
      {hint && <p className="help">{hint}</p>}
      {children}
    </section>
  );
}

interface NumberFieldProps<Value> {
  readonly label: string;
  readonly name: string;
  readonly help?: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A whole number. What is none is sent as it was typed, so that the server says what is wrong with it. */
export function NumberField({ value, onChange, ...field }: NumberFieldProps<NumberInput>) {
  return (
    <TextField
      {...field}
      inputMode="numeric"
      value={String(value)}
      onChange={(text) => onChange(parseTypedNumber(text))}
    />
  );
}

/** The same, and nothing is no limit. */
export function LimitField({ value, onChange, ...field }: NumberFieldProps<NumberInput | null>) {
  return (
    <TextField
      {...field}
      inputMode="numeric"
      placeholder={words.pages.noLimit}
      value={value === null ? '' : String(value)}
      onChange={(text) => onChange(parseTypedLimit(text))}
    />
  );
}

/** A time before an event, in minutes. Empty is none. */
export function NoticeField({ value, onChange, ...field }: NumberFieldProps<NumberInput>) {
  return (
    <DurationField
      {...field}
      placeholder="0"
      value={value === 0 ? null : value}
      onChange={(next) => onChange(next ?? 0)}
      usualUnit="hours"
    />
  );
}

export function AddButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <p>
      <Button label={label} icon="plus" isSmall onClick={onClick} />
    </p>
  );
}
