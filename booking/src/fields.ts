import type { Place } from './place.ts';
import type { FormWords } from './words/words.ts';

/** The fields of a form and their validation, which server and browser share. */

export type FieldError =
  | 'required'
  | 'notTicked'
  | 'invalidEmail'
  | 'invalidPhone'
  | 'invalidGuests'
  | 'invalid'
  | 'tooLong';

/** By the name of the field. */
export type FieldErrors = Readonly<Record<string, FieldError>>;

export interface Question {
  readonly id: number;
  readonly question: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly options: readonly string[] | null;
}

export interface FormModel {
  readonly mode: 'book' | 'move';
  readonly splitName: boolean;
  readonly asksPhone: boolean;
  readonly places: readonly Place[];
  readonly questions: readonly Question[];
  readonly host: string;
  /** Seats to book; 1 unless it is a group event type. */
  readonly seats: number;
  /** Submitted before, or prefilled from the URL. */
  readonly values: Values;
  /** See `form-token.ts` of the server. */
  readonly token: string;
}

export type Values = Readonly<Record<string, string | readonly string[]>>;

export interface Field {
  readonly name: string;
  /** A key of the words, or the text of a question. */
  readonly label: keyof FormWords | { readonly text: string };
  readonly kind:
    | 'text'
    | 'email'
    | 'phone'
    | 'number'
    | 'guests'
    | 'long'
    | 'choice'
    | 'choices'
    | 'select'
    | 'consent';
  readonly required: boolean;
  readonly maxLength: number;
  readonly options?: readonly string[];
  /** The only type of location for which it is shown. */
  readonly onlyFor?: string;
}

/** The fields of a form, in order. Which of them are required depends on the chosen location. */
export function fieldsOf(form: FormModel, location: string | undefined): Field[] {
  if (form.mode === 'move') return [long('reason', 'reason', 512)];
  const names: Field[] = form.splitName
    ? [text('firstName', 'firstName', 100), text('lastName', 'lastName', 100)]
    : [text('name', 'name', 200)];
  const place = form.places.find(({ type }) => type === location);
  const choice: Field[] =
    form.places.length > 1
      ? [
          {
            name: 'location',
            label: 'where',
            kind: 'choice',
            required: true,
            maxLength: 20,
            options: form.places.map(({ type }) => type),
          },
        ]
      : [];
  const needsPhone = form.asksPhone || form.places.some(({ type }) => type === 'PHONE_CALL');
  const phone: Field[] = needsPhone
    ? [
        {
          name: 'phone',
          label: 'phone',
          kind: 'phone',
          required: form.asksPhone || location === 'PHONE_CALL',
          maxLength: 40,
          ...(!form.asksPhone && { onlyFor: 'PHONE_CALL' }),
        },
      ]
    : [];
  const asksAddress = form.places.some(needsAddress);
  const address: Field[] = asksAddress
    ? [
        {
          ...text('address', 'address', 500),
          required: place !== undefined && needsAddress(place),
          onlyFor: 'IN_PERSON',
        },
        { ...text('details', 'addressDetails', 1000), required: false, onlyFor: 'IN_PERSON' },
      ]
    : [];
  return [
    ...names,
    { name: 'email', label: 'email', kind: 'email', required: true, maxLength: 254 },
    ...choice,
    ...phone,
    ...address,
    ...form.questions.map((question) => questionField(`q${question.id}`, question)),
    { name: 'guests', label: 'guests', kind: 'guests', required: false, maxLength: 5200 },
  ];
}

/** In person, but the host gave no address, so the invitee does. */
export function needsAddress({ type, address }: Place): boolean {
  return type === 'IN_PERSON' && !address;
}

function text(name: string, label: keyof FormWords, maxLength: number): Field {
  return { name, label, kind: 'text', required: true, maxLength };
}

function long(name: string, label: keyof FormWords, maxLength: number): Field {
  return { name, label, kind: 'long', required: false, maxLength };
}

const questionKinds: Readonly<Record<string, Field['kind']>> = {
  TEXT_INPUT: 'text',
  MULTILINE_INPUT: 'long',
  RADIO_INPUT: 'choice',
  SELECT_INPUT: 'select',
  CHECKBOX_INPUT: 'choices',
  PHONE_INPUT: 'phone',
  EMAIL_INPUT: 'email',
  NUMBER_INPUT: 'number',
};

/** The field for a question of a booking page or a routing form. */
export function questionField(
  name: string,
  { question, type, isRequired, options }: Omit<Question, 'id'>,
): Field {
  return {
    name,
    label: { text: question },
    kind: isConsent({ type, options }) ? 'consent' : (questionKinds[type] ?? 'text'),
    required: isRequired,
    maxLength: 5000,
    ...(options && { options }),
  };
}

/** A single checkbox, which must never be prefilled: consent is given by the invitee. */
export function isConsent({ type, options }: Pick<Question, 'type' | 'options'>): boolean {
  return type === 'CHECKBOX_INPUT' && options?.length === 1;
}

/** All that is wrong with the values of a form. */
export function validateFields(fields: readonly Field[], values: Values): FieldErrors {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = values[field.name] ?? '';
      const error = validateValue(field, typeof value === 'string' ? [value] : value);
      return error ? [[field.name, error]] : [];
    }),
  );
}

export function validateValue(
  field: Pick<Field, 'kind' | 'required' | 'maxLength' | 'options'>,
  value: readonly string[],
): FieldError | undefined {
  const given = value.map((part) => part.trim()).filter((part) => part !== '');
  const [first] = given;
  if (first === undefined) return validateEmpty(field);
  if (given.some((part) => [...part].length > field.maxLength)) return 'tooLong';
  if (field.kind === 'email') return isEmail(first) ? undefined : 'invalidEmail';
  if (field.kind === 'phone') return isPhone(first) ? undefined : 'invalidPhone';
  if (field.kind === 'number') return /^[+-]?\d[\d\s.,']*$/.test(first) ? undefined : 'invalid';
  if (field.kind === 'guests') return isGuests(first) ? undefined : 'invalidGuests';
  if (field.options && !given.every((part) => field.options?.includes(part))) return 'invalid';
  return undefined;
}

function validateEmpty({ kind, required }: Pick<Field, 'kind' | 'required'>): FieldError | undefined {
  if (!required) return undefined;
  return kind === 'consent' ? 'notTicked' : 'required';
}

export function isEmail(value: string): boolean {
  return /^[^\s@,;<>"]+@[^\s@,;<>".]+(\.[^\s@,;<>".]+)+$/.test(value) && value.length <= 254;
}

function isPhone(value: string): boolean {
  return /^\+?[\d\s().\-/]+$/.test(value) && (value.match(/\d/g)?.length ?? 0) >= 5;
}

export function parseGuests(value: string): string[] {
  return value.split(/[\s,;]+/).filter((part) => part !== '');
}

function isGuests(value: string): boolean {
  const guests = parseGuests(value);
  const distinct = new Set(guests.map((guest) => guest.toLowerCase()));
  return guests.length <= 20 && distinct.size === guests.length && guests.every(isEmail);
}
