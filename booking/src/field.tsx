import type { ComponentChildren } from 'preact';
import { getCountryField, isPhoneNeeded, type Field, type FieldError, type FormModel } from './fields.ts';
import { interpolate } from './locale.ts';
import { formatPlace, type Place } from './place.ts';
import type { FormWords, Words } from './words/words.ts';

interface FieldProps {
  readonly field: Field;
  readonly form: FormModel;
  readonly words: Words;
  readonly error: FieldError | undefined;
}

export function FieldBox(props: FieldProps) {
  const { field, form, words, error } = props;
  const hint = hintOf(field, form, words);
  const messages = (
    <>
      {hint && (
        <p class="hint" id={`${field.name}-hint`}>
          {hint}
        </p>
      )}
      <p class="error" id={`${field.name}-error`}>
        {error ? words.form[error] : ''}
      </p>
    </>
  );
  if (field.kind === 'choice' || field.kind === 'choices' || field.kind === 'consent')
    return <Choices {...props}>{messages}</Choices>;
  return (
    <div class="field">
      <label for={field.name}>
        <Label field={field} words={words.form} />
      </label>
      {field.kind === 'phone' ? (
        <div class="phone">
          <Country {...props} />
          <Control {...props} hasHint={hint !== undefined} />
        </div>
      ) : (
        <Control {...props} hasHint={hint !== undefined} />
      )}
      {messages}
    </div>
  );
}

function Label({ field, words }: { field: Field; words: FormWords }) {
  const text = typeof field.label === 'string' ? words[field.label] : field.label.text;
  return (
    <>
      {text}
      {!field.required && <span class="optional"> ({words.optional})</span>}
    </>
  );
}

/** For numbers without a country code; one that begins with + stands for itself. */
function Country({ field, form, words }: FieldProps) {
  const name = getCountryField(field.name);
  const submitted = getFieldValue(form, name);
  const chosen = submitted === '' ? form.phoneCountries.guess : submitted;
  return (
    <select
      name={name}
      aria-label={words.form.phoneCountry}
      autocomplete="tel-country-code"
      data-guess={submitted === '' ? '' : undefined}
    >
      {form.phoneCountries.all.map((entry) => (
        <option key={entry.country} value={entry.country} selected={entry.country === chosen}>
          {/* Isolated, since text from right to left would move the plus sign behind the number. */}
          {`${entry.name} (\u2066+${entry.code}\u2069)`}
        </option>
      ))}
    </select>
  );
}

function Control({ field, form, words, error, hasHint }: FieldProps & { hasHint: boolean }) {
  const shared = {
    id: field.name,
    name: field.name,
    required: field.required,
    maxlength: field.maxLength,
    'aria-describedby': `${hasHint ? `${field.name}-hint ` : ''}${field.name}-error`,
    'aria-invalid': error ? 'true' : undefined,
    // If several are invalid, browsers focus the first.
    autofocus: error ? true : undefined,
    'data-kind': field.kind,
    'data-for': field.onlyFor?.join(' '),
  } as const;
  const value = getFieldValue(form, field.name);
  if (field.kind === 'file') return <FileControl shared={shared} value={value} words={words} />;
  if (field.kind === 'long') return <textarea {...shared} rows={4} defaultValue={value} />;
  if (field.kind === 'select') {
    const { maxlength: _, ...rest } = shared;
    return (
      <select {...rest}>
        <option value="">{words.form.choose}</option>
        {(field.options ?? []).map((option) => (
          <option key={option} value={option} selected={option === value}>
            {option}
          </option>
        ))}
      </select>
    );
  }
  return <input {...shared} {...inputs[field.kind]} {...autocomplete[field.name]} defaultValue={value} />;
}

interface FileControlProps {
  readonly shared: { readonly id: string; readonly name: string; readonly maxlength: number };
  readonly value: string;
  readonly words: Words;
}

/** The script of the page sends what is chosen, and its token is what the form has: nothing is chosen without it. */
function FileControl({ shared: { name, maxlength: _, ...rest }, value, words: { files } }: FileControlProps) {
  return (
    <>
      <input {...rest} type="file" data-name={name} disabled />
      <input type="hidden" name={name} value={value} />
      <p
        class="hint"
        role="status"
        data-sending={files.sending}
        data-sent={files.sent}
        data-failed={files.failed}
        data-too-many={files.tooMany}
      >
        {value === '' ? <noscript>{files.needsScript}</noscript> : files.sent}
      </p>
    </>
  );
}

const inputs: Partial<Record<Field['kind'], object>> = {
  text: { type: 'text' },
  email: { type: 'email', inputmode: 'email' },
  phone: { type: 'tel', inputmode: 'tel' },
  number: { type: 'text', inputmode: 'decimal' },
  guests: { type: 'text', inputmode: 'email' },
};

const autocomplete: Readonly<Record<string, object>> = {
  name: { autocomplete: 'name' },
  firstName: { autocomplete: 'given-name' },
  lastName: { autocomplete: 'family-name' },
  email: { autocomplete: 'email' },
  phone: { autocomplete: 'tel' },
  guests: { autocomplete: 'off' },
  code: { autocomplete: 'one-time-code', inputmode: 'numeric', autofocus: true },
};

function Choices({ field, form, words, error, children }: FieldProps & { children: ComponentChildren }) {
  const chosen = form.values[field.name] ?? [];
  const isChosen = (option: string): boolean =>
    Array.isArray(chosen) ? chosen.includes(option) : chosen === option;
  return (
    <fieldset
      class="field"
      aria-describedby={`${field.name}-error`}
      data-kind={field.kind}
      data-required={field.required ? '' : undefined}
      data-name={field.name}
    >
      <legend>
        <Label field={field} words={words.form} />
      </legend>
      {(field.options ?? []).map((option, index) => (
        <label key={option} class="option">
          <input
            type={field.kind === 'choice' ? 'radio' : 'checkbox'}
            name={field.name}
            value={option}
            id={index === 0 ? field.name : undefined}
            defaultChecked={isChosen(option)}
            required={field.kind !== 'choices' && field.required}
            aria-invalid={error ? 'true' : undefined}
          />
          <span>
            {field.name === 'location' ? (
              <PlaceOption words={words} place={form.places.find(({ id }) => id === option)} />
            ) : (
              withLinks(option)
            )}
          </span>
        </label>
      ))}
      {children}
    </fieldset>
  );
}

function PlaceOption({ words, place }: { readonly words: Words; readonly place: Place | undefined }) {
  return (
    <>
      {formatPlace(words, place)}
      {place?.phone && <small>{interpolate(words.form.youCall, { phone: place.phone })}</small>}
    </>
  );
}

/** Links terms that a text refers to. They open in a new tab, so that nothing typed is lost. */
function withLinks(text: string): ComponentChildren {
  return text.split(/(https:\/\/[^\s<>"]*[^\s<>".,;:!?)])/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <a key={index} href={part} target="_blank" rel="noopener noreferrer">
        {part.replace('https://', '')}
      </a>
    ),
  );
}

function hintOf(field: Field, form: FormModel, words: Words): string | undefined {
  if (field.kind === 'guests') return words.form.guestsHint;
  if (field.name !== 'phone') return undefined;
  const isCall = (place: Place): boolean => isPhoneNeeded(place) && !place.phone;
  // Where the number is asked for at every location, who calls depends on the one that is chosen.
  const isTrue = field.onlyFor
    ? form.places.some(isCall)
    : form.places.every(isCall) && form.places.length > 0;
  return isTrue ? interpolate(words.form.hostCalls, { host: form.host }) : undefined;
}

export function getFieldValue({ values }: FormModel, name: string): string {
  const value = values[name];
  return typeof value === 'string' ? value : (value?.join(', ') ?? '');
}

/** Invisible to people: a submission with a value in it comes from a bot. Its class must not give that away. */
export function Honeypot({ words }: { readonly words: Words }) {
  return (
    <div class="extra-field" aria-hidden="true">
      <label>
        {words.form.leaveEmpty}
        <input name="website" tabindex={-1} autocomplete="off" />
      </label>
    </div>
  );
}
