import {
  createContext,
  lazy,
  Suspense,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
  type MouseEvent,
  type ReactNode,
} from 'react';
import type { Edit } from '../platform/edit.ts';
import { ResetContext } from './kept.tsx';

/** Forms: every field has a label, and shows what the server says about it. */

type Errors = Readonly<Record<string, readonly string[]>>;

/** Few ever see it, and forms are part of the first screen. */
const ConflictDialog = lazy(() =>
  import('./conflict-dialog.tsx').then((file) => ({ default: file.ConflictDialog })),
);

const FormErrors = createContext<Errors>({});

/** What the server says about a field, and about the items of a list of that name. */
export function useFieldErrors(name: string): readonly string[] {
  const errors = useContext(FormErrors);
  const isOfField = (path: string): boolean => path === name || path.startsWith(`${name}.`);
  return Object.entries(errors).flatMap(([path, texts]) => (isOfField(path) ? texts : []));
}

interface FormProps {
  /** For a submit button outside of it. */
  readonly id?: string;
  readonly errors: Errors;
  /** Of `useEdit`, for what others can change meanwhile. */
  readonly edit?: Edit;
  readonly onSubmit: (values: FormData) => void;
  readonly children: ReactNode;
}

/**
 * Fields are named by their dotted path in the request, as the errors of a 422 are. The first wrong one gets the focus; what is
 * said about no field of the form stands above it.
 */
export function Form({ id, errors, edit, onSubmit, children }: FormProps) {
  const element = useRef<HTMLFormElement>(null);
  const [version, setVersion] = useState(0);
  const resetAround = useContext(ResetContext);
  const takeTheirs = async (): Promise<void> => {
    await edit?.takeTheirs();
    setVersion(version + 1);
    resetAround(true);
  };
  useEffect(() => {
    if (edit?.savedAt) resetAround(false);
  }, [edit?.savedAt]);
  const [others, setOthers] = useState<readonly string[]>([]);
  useEffect(() => {
    const form = element.current;
    form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    // An item of a list is shown at the field of the list.
    const hasField = (path: string): boolean =>
      path
        .split('.')
        .some((_, index, parts) => form?.elements.namedItem(parts.slice(0, index + 1).join('.')) != null);
    setOthers(Object.entries(errors).flatMap(([name, texts]) => (hasField(name) ? [] : texts)));
  }, [errors]);
  return (
    <form
      ref={element}
      id={id}
      noValidate
      className="col gap4"
      onInput={edit?.touch}
      onClick={(event: MouseEvent) => {
        if ((event.target as Element).closest('button[type="button"]')) edit?.touch();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        // A date or a duration that can't be read would be sent as none.
        const unread = event.currentTarget.querySelector<HTMLElement>('[data-unread]');
        if (unread) unread.focus();
        else onSubmit(new FormData(event.currentTarget));
      }}
    >
      {others.length > 0 && (
        <p className="note bad" role="alert">
          {others.join(' ')}
        </p>
      )}
      <FormErrors key={version} value={errors}>
        {children}
      </FormErrors>
      <Suspense>
        {edit?.conflict && (
          <ConflictDialog
            conflict={edit.conflict}
            id={edit.id}
            form={element.current}
            onKeepMine={edit.keepMine}
            onTakeTheirs={() => void takeTheirs()}
            onClose={edit.close}
          />
        )}
      </Suspense>
    </form>
  );
}

export interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly help?: string | undefined;
}

export interface Control {
  readonly id: string;
  readonly name: string;
  readonly 'aria-invalid'?: true | undefined;
  readonly 'aria-describedby'?: string | undefined;
}

interface FieldFrameProps extends FieldProps {
  /** What is wrong with what is typed, known before it is sent. */
  readonly fault?: string | undefined;
  readonly isLabelHidden?: boolean | undefined;
  readonly children: (control: Control) => ReactNode;
}

/** A label, the control that is rendered between, help, and the error. */
export function Field({ label, name, help, fault, isLabelHidden, children }: FieldFrameProps) {
  const id = useId();
  const refusals = useFieldErrors(name);
  const errors = fault ? [fault] : refusals;
  const described = [...(help ? [`${id}-help`] : []), ...(errors.length > 0 ? [`${id}-error`] : [])];
  const control: Control = {
    id,
    name,
    ...(errors.length > 0 && { 'aria-invalid': true }),
    ...(described.length > 0 && { 'aria-describedby': described.join(' ') }),
  };
  return (
    <div className="field">
      <label id={`${id}-label`} htmlFor={id} className={isLabelHidden ? 'hidden' : undefined}>
        {label}
      </label>
      {children(control)}
      {help && (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {errors.length > 0 && (
        <p className="wrong" id={`${id}-error`}>
          {errors.join(' ')}
        </p>
      )}
    </div>
  );
}

interface TextFieldProps extends FieldProps {
  readonly autoComplete?: string;
  readonly type?: 'text' | 'email' | 'color' | 'search' | 'url' | 'tel' | 'password';
  readonly value?: string;
  readonly onChange?: (value: string) => void;
  readonly maxLength?: number;
  readonly autoFocus?: boolean;
  readonly rows?: number;
  readonly placeholder?: string;
  readonly inputMode?: 'numeric' | 'text';
}

/** Controlled with `onChange`; without, the form reads it. */
export function TextField({ label, name, help, value = '', onChange, rows, ...more }: TextFieldProps) {
  return (
    <Field label={label} name={name} help={help}>
      {(control) => {
        const state = onChange
          ? { value, onChange: (event: { target: { value: string } }) => onChange(event.target.value) }
          : { defaultValue: value };
        return rows === undefined ? (
          <input className="input" {...control} {...state} {...more} />
        ) : (
          <textarea className="input area" rows={rows} {...control} {...state} {...without(more)} />
        );
      }}
    </Field>
  );
}

function without({ type: _, ...rest }: { type?: string }) {
  return rest;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

interface SelectFieldProps extends FieldProps {
  readonly choices: readonly Choice[];
  readonly value?: string;
  readonly onChange?: (value: string) => void;
}

export function SelectField({ label, name, help, choices, value = '', onChange }: SelectFieldProps) {
  return (
    <Field label={label} name={name} help={help}>
      {(control) => {
        const state = onChange
          ? { value, onChange: (event: { target: { value: string } }) => onChange(event.target.value) }
          : { defaultValue: value };
        return (
          <select className="input" {...control} {...state}>
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </select>
        );
      }}
    </Field>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly isLabelHidden?: boolean;
}

export function Switch({ label, isOn, onChange, isLabelHidden = false }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      className="switch-button"
      onClick={() => onChange(!isOn)}
    >
      <span className={`switch${isOn ? ' on' : ''}`} />
      <span className={isLabelHidden ? 'hidden' : ''}>{label}</span>
    </button>
  );
}
