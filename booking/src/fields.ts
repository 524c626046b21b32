import { getLocationKind } from '@daybook/contract/locations.data';
import type { Place } from './place.ts';
import type { FormWords } from './words/words.ts';

/** The fields of a form and their validation, which server and browser share. */

export type FieldError =
  | 'required'
  | 'notTicked'
  | 'invalidEmail'
  | 'invalidPhone'
  | 'invalidGuests'
  | 'wrongCode'
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

/** A country, with the code that its phone numbers begin with: `49`. */
export interface CallingCode {
  readonly country: string;
  readonly name: string;
  readonly code: string;
}

/** The countries to choose from for a phone number, and the one where the visitor probably is. */
export interface PhoneCountries {
  readonly all: readonly CallingCode[];
  readonly guess: string;
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
  /** Of what kind a series may be; null where there is none. */
  readonly recurrence: {
    readonly frequencies: readonly ('weekly' | 'biweekly' | 'monthly')[];
    readonly maximumOccurrences: number;
  } | null;
  readonly phoneCountries: PhoneCountries;
  /** Submitted before, or prefilled from the URL. */
  readonly values: Values;
  /** See `form-token.ts` of the server. */
  readonly token: string;
  /** Where the files are sent that a question asks for, and the script that does. */
  readonly upload?: { readonly path: string; readonly script: string } | undefined;
  /** A code was mailed to the visitor's address, and this names it: the form has a field for it. */
  readonly confirmation: string | null;
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
    | 'consent'
    | 'file';
  readonly required: boolean;
  readonly maxLength: number;
  readonly options?: readonly string[];
  /** Ids of the only locations for which it is shown. */
  readonly onlyFor?: readonly string[];
}

/** The fields of a form, in order. Which of them are required depends on the chosen location. */
export function listFields(form: FormModel, location: string | undefined): Field[] {
  if (form.mode === 'move') return [long('reason', 'reason', 512)];
  const names: Field[] = form.splitName
    ? [text('firstName', 'firstName', 100), text('lastName', 'lastName', 100)]
    : [text('name', 'name', 200)];
  const place = findPlace(form.places, location ?? '');
  const choice: Field[] =
    form.places.length > 1
      ? [
          {
            name: 'location',
            label: 'where',
            kind: 'choice',
            required: true,
            maxLength: 20,
            options: idsOf(form.places),
          },
        ]
      : [];
  const calls = form.places.filter(isPhoneNeeded);
  const phone: Field[] =
    form.asksPhone || calls.length > 0
      ? [
          {
            name: 'phone',
            label: 'phone',
            kind: 'phone',
            required: form.asksPhone || (place !== undefined && isPhoneNeeded(place)),
            maxLength: 40,
            ...(!form.asksPhone && { onlyFor: idsOf(calls) }),
          },
        ]
      : [];
  const withoutAddress = form.places.filter(isAddressNeeded);
  const address: Field[] =
    withoutAddress.length > 0
      ? [
          {
            ...text('address', 'address', 500),
            required: place !== undefined && isAddressNeeded(place),
            onlyFor: idsOf(withoutAddress),
          },
          { ...text('details', 'addressDetails', 1000), required: false, onlyFor: idsOf(withoutAddress) },
        ]
      : [];
  const code: Field[] = form.confirmation === null ? [] : [text('code', 'code', 20)];
  return [
    ...code,
    ...names,
    { name: 'email', label: 'email', kind: 'email', required: true, maxLength: 254 },
    ...choice,
    ...phone,
    ...address,
    ...form.questions.map((question) => buildQuestionField(`q${question.id}`, question)),
    { name: 'guests', label: 'guests', kind: 'guests', required: false, maxLength: 5200 },
  ];
}

/** The name of the field beside a phone number. */
export function getCountryField(name: string): string {
  return `${name}-country`;
}

/** The location that a form or a URL names: by its id, or as the first of a type. */
export function findPlace(places: readonly Place[], name: string): Place | undefined {
  return places.find(({ id }) => id === name) ?? places.find(({ type }) => type === name);
}

/** In person, but the host gave no address, so the invitee does. */
export function isAddressNeeded({ type, address }: Place): boolean {
  return type !== '' && getLocationKind(type).requiredOptions.includes('address') && !address;
}

export function isPhoneNeeded({ type }: Place): boolean {
  return type !== '' && getLocationKind(type).needsPhone;
}

function idsOf(places: readonly Place[]): string[] {
  return places.map(({ id }) => id);
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
  FILE_INPUT: 'file',
};

/** The field for a question of a booking page or a routing form. */
export function buildQuestionField(
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
