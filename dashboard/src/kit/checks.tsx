import { useId } from 'react';
import { words } from '../platform/words/words.ts';
import { useFieldErrors, type Choice } from './field.tsx';

interface ChecksProps {
  readonly legend: string;
  /** The path of the list in the request. */
  readonly name: string;
  readonly choices: readonly (Choice & { readonly hint?: string })[];
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
  readonly isLegendHidden?: boolean;
}

/** Several of a list. */
export function Checks({ legend, name, choices, value, onChange, isLegendHidden = false }: ChecksProps) {
  const id = useId();
  const errors = useFieldErrors(name);
  const isWrong = errors.length > 0;
  const toggle = (choice: string, isOn: boolean): void =>
    onChange(isOn ? [...value, choice] : value.filter((other) => other !== choice));
  return (
    <fieldset className="checks">
      <legend className={isLegendHidden ? 'hidden' : 'lbl'}>{legend}</legend>
      {choices.map(({ value: choice, label, hint }, index) => (
        <label key={choice}>
          <input
            type="checkbox"
            name={name}
            value={choice}
            checked={value.includes(choice)}
            aria-describedby={isWrong ? id : undefined}
            aria-invalid={isWrong && index === 0 ? true : undefined}
            onChange={({ target }) => toggle(choice, target.checked)}
          />
          <span>
            {label}
            {hint && <span className="muted small"> {hint}</span>}
          </span>
        </label>
      ))}
      {isWrong && (
        <p className="wrong" id={id}>
          {value.length === 0 ? words.kit.chooseOne : errors.join(' ')}
        </p>
      )}
    </fieldset>
  );
}
