import type { Operation } from '@daybook/client';
import { zoneNames } from '@daybook/contract/zone-names.gen';
import { useId, type ReactNode } from 'react';
import { SelectField, type Choice } from '../kit/field.tsx';
import { Heading } from '../kit/heading.tsx';
import { clockIn, dayText, wallAt } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { useSession } from '../shell/session.ts';

/** What the pages of settings are made of. */

interface PageProps {
  readonly title: string;
  /** The link to the list that this page belongs to. */
  readonly back?: ReactNode;
  readonly action?: ReactNode;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

export function Page({ title, back, action, isWide = false, children }: PageProps) {
  return (
    <div className="body">
      <div className={`setting-page col gap4${isWide ? ' wide' : ''}`}>
        <div className="row wrap">
          {back && <span className="muted">{back} /</span>}
          <Heading text={title} level={2} />
          <span className="grow" />
          {action}
        </div>
        {children}
      </div>
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  readonly hint?: string;
  readonly action?: ReactNode;
  /** Rows reach from edge to edge. */
  readonly isList?: boolean;
  readonly children: ReactNode;
}

export function Section({ title, hint, action, isList = false, children }: SectionProps) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <header>
        <div className="grow">
          <h3 id={id}>{title}</h3>
          {hint && <p className="help">{hint}</p>}
        </div>
        {action}
      </header>
      <div className={isList ? '' : 'setting col gap4'}>{children}</div>
    </section>
  );
}

/** Shows fields to people who may not change them, with the reason. */
export function Guarded({
  why,
  children,
}: {
  readonly why: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <fieldset className="col gap4" disabled={why !== undefined}>
      {why && <p className="note info">{why}</p>}
      {children}
    </fieldset>
  );
}

/** Why the reader may not call an operation; undefined when they may. */
export function useWhyNot(operation: Operation): string | undefined {
  return useSession().may.includes(operation) ? undefined : words.settings.refusals.adminsOnly;
}

/** Changes of these are seen in the rail and the account menu, too. */
export const inSession = ['Session'];

export function Save({ isPending, label = words.shell.save }: { isPending: boolean; label?: string }) {
  return (
    <div className="row end">
      <button type="submit" className="btn main" disabled={isPending}>
        {label}
      </button>
    </div>
  );
}

const zoneChoices: readonly Choice[] = zoneNames.map((zone) => ({
  value: zone,
  label: zone.replaceAll('_', ' '),
}));

export function ZoneField({ value, help }: { readonly value: string; readonly help?: string }) {
  return (
    <SelectField
      label={words.settings.zone}
      name="timezone"
      value={value}
      choices={zoneChoices}
      {...(help && { help })}
    />
  );
}

interface OptionsProps<Value extends string> {
  readonly label: string;
  readonly name: string;
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly label: string; readonly hint?: string }[];
  readonly onChange: (value: Value) => void;
}

/** A few choices beside each other, all of them to be seen. */
export function Segmented<Value extends string>(props: OptionsProps<Value>) {
  return <Options {...props} className="seg" />;
}

/** A few choices below each other, each with a sentence. */
export function Options<Value extends string>({
  label,
  name,
  value,
  choices,
  onChange,
  className = 'options',
}: OptionsProps<Value> & { readonly className?: string }) {
  return (
    <fieldset className="field">
      <legend className="lbl">{label}</legend>
      <div className={className}>
        {choices.map((choice) => (
          <label key={choice.value}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            <span>
              {choice.label}
              {choice.hint && <span className="help">{choice.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** `Tuesday, 17 November, 09:30` */
export function momentText(instant: string): string {
  const { day, clock } = wallAt(instant);
  return `${dayText(day)}, ${clockIn(clock)}`;
}
