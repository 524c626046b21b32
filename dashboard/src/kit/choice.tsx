import { useId } from 'react';
import { useFieldErrors, type Choice } from './field.tsx';

/** One or several of a few. The browser's own controls, so that keyboard and forms work as everywhere. */

interface CheckboxProps {
  readonly label: string;
  readonly name?: string;
  readonly value?: string;
  readonly help?: string;
  readonly isOn: boolean;
  /** Some of what it stands for is chosen. */
  readonly isMixed?: boolean;
  /** Without, the form reads it. */
  readonly onChange?: (isOn: boolean) => void;
  readonly isLabelHidden?: boolean;
  readonly isDisabled?: boolean;
}

export function Checkbox({
  label,
  name,
  value,
  help,
  isOn,
  isMixed = false,
  onChange,
  isLabelHidden = false,
  isDisabled = false,
}: CheckboxProps) {
  const id = useId();
  return (
    <label className="choice">
      <input
        type="checkbox"
        name={name}
        value={value}
        disabled={isDisabled}
        aria-describedby={help ? id : undefined}
        ref={(element) => {
          if (element) element.indeterminate = isMixed;
        }}
        {...(onChange
          ? { checked: isOn, onChange: ({ target }) => onChange(target.checked) }
          : { defaultChecked: isOn })}
      />
      <span className={isLabelHidden ? 'hidden' : ''}>
        {label}
        {help && (
          <span className="help" id={id}>
            {help}
          </span>
        )}
      </span>
    </label>
  );
}

interface RadioGroupProps<Value extends string> {
  readonly label: string;
  readonly name: string;
  readonly choices: readonly (Choice & {
    readonly value: Value;
    readonly help?: string;
    /** The help says why. */
    readonly isDisabled?: boolean;
  })[];
  readonly value: Value;
  /** Without, the form reads it. */
  readonly onChange?: (value: Value) => void;
}

export function RadioGroup<Value extends string>({
  label,
  name,
  choices,
  value,
  onChange,
}: RadioGroupProps<Value>) {
  const id = useId();
  const errors = useFieldErrors(name);
  return (
    <fieldset className="field" aria-describedby={errors.length > 0 ? id : undefined}>
      <legend className="lbl">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="choice">
          <input
            type="radio"
            name={name}
            value={choice.value}
            disabled={choice.isDisabled}
            aria-invalid={errors.length > 0 || undefined}
            {...(onChange
              ? { checked: choice.value === value, onChange: () => onChange(choice.value) }
              : { defaultChecked: choice.value === value })}
          />
          <span>
            {choice.label}
            {choice.help && <span className="help">{choice.help}</span>}
          </span>
        </label>
      ))}
      {errors.length > 0 && (
        <p className="wrong" id={id}>
          {errors.join(' ')}
        </p>
      )}
    </fieldset>
  );
}

interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly choices: readonly (Choice & { readonly value: Value })[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A choice between a few, side by side, such as the kind of a view. */
export function Segmented<Value extends string>({ label, choices, value, onChange }: SegmentedProps<Value>) {
  const name = useId();
  return (
    <fieldset className="seg" aria-label={label}>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            className="hidden"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}
