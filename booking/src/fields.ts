import { locationKind } from '@daybook/contract/locations.data';
import type { FormWords } from './words/words.ts';
import type { Place } from './model.ts';

/** The form's fields, and what can be wrong with each: the same on the server and in the browser. */

export type FieldError =
  | 'required'
  | 'notTicked'
  | 'invalidEmail'
  | 'invalidPhone'
  | 'invalidGuests'
  | 'invalid'
  | 'tooLong';

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
  /** Of a group, how many are booked. */
  readonly seats: number;
  /** What was typed before, or came with the address. */
  readonly values: Values;
  /** Sealed by the server: when the form was shown, and a number that makes it count once. */
  readonly token: string;
}

export type Values = Readonly<Record<string, string | readonly string[]>>;

/** What makes a field's value acceptable; `label` is a key of the words, or the text of a question. */
export interface Field {
  readonly name: string;
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
  /** Ids of the places for which alone it is asked. */
  readonly onlyFor?: readonly string[];
}

/** The fields that this form has, in order. Which of the location's are asked depends on what was chosen. */
export function fieldsOf(form: FormModel, location: string | undefined): Field[] {
  if (form.mode === 'move') return [long('reason', 'reason', 512)];
  const names: Field[] = form.splitName
    ? [text('firstName', 'firstName', 100), text('lastName', 'lastName', 100)]
    : [text('name', 'name', 200)];
  const place = placeNamed(form.places, location ?? '');
  const choice: Field[] =
    form.places.length > 1
      ? [
          {
            name: 'location',
            label: 'where',
            kind: 'choice',
            required: true,
            maxLength: 20,
            options: form.places.map(({ id }) => id),
          },
        ]
      : [];
  const calls = form.places.filter(isCall);
  const phone: Field[] =
    form.asksPhone || calls.length > 0
      ? [
          {
            name: 'phone',
            label: 'phone',
            kind: 'phone',
            required: form.asksPhone || (place !== undefined && isCall(place)),
            maxLength: 40,
            ...(!form.asksPhone && { onlyFor: idsOf(calls) }),
          },
        ]
      : [];
  const open = form.places.filter(isOpenPlace);
  const address: Field[] =
    open.length > 0
      ? [
          {
            ...text('address', 'address', 500),
            required: place !== undefined && isOpenPlace(place),
            onlyFor: idsOf(open),
          },
          { ...text('details', 'addressDetails', 1000), required: false, onlyFor: idsOf(open) },
        ]
      : [];
  return [
    ...names,
    { name: 'email', label: 'email', kind: 'email', required: true, maxLength: 254 },
    ...choice,
    ...phone,
    ...address,
    ...form.questions.map(questionField),
    { name: 'guests', label: 'guests', kind: 'guests', required: false, maxLength: 5200 },
  ];
}

/** The place that a form or an address names: by its id, or as the first of a type. */
export function placeNamed(places: readonly Place[], name: string): Place | undefined {
  return places.find(({ id }) => id === name) ?? places.find(({ type }) => type === name);
}

/** Its kind has an address, and nobody has said which. */
export function isOpenPlace({ type, address }: Place): boolean {
  return type !== '' && locationKind(type).requiredOptions.includes('address') && !address;
}

export function isCall({ type }: Place): boolean {
  return type !== '' && locationKind(type).needsPhone;
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
};

function questionField(question: Question): Field {
  return fieldFor(`q${question.id}`, question);
}

/** The field for a question of a page or a routing form. */
export function fieldFor(name: string, { question, type, isRequired, options }: Omit<Question, 'id'>): Field {
  return {
    name,
    label: { text: question },
    kind: isConsent({ type, options }) ? 'consent' : (questionKinds[type] ?? 'text'),
    required: isRequired,
    maxLength: 5000,
    ...(options && { options }),
  };
}

/** One box to tick, or not: nobody else may tick it beforehand. */
export function isConsent({ type, options }: Pick<Question, 'type' | 'options'>): boolean {
  return type === 'CHECKBOX_INPUT' && options?.length === 1;
}

/** What is wrong with a value, or undefined. */
export function whyNotValue(
  field: Pick<Field, 'kind' | 'required' | 'maxLength' | 'options'>,
  value: readonly string[],
): FieldError | undefined {
  const given = value.map((part) => part.trim()).filter((part) => part !== '');
  const [first] = given;
  if (first === undefined) return whyNotEmpty(field);
  if (given.some((part) => [...part].length > field.maxLength)) return 'tooLong';
  if (field.kind === 'email') return isEmail(first) ? undefined : 'invalidEmail';
  if (field.kind === 'phone') return isPhone(first) ? undefined : 'invalidPhone';
  if (field.kind === 'number') return /^[+-]?\d[\d\s.,']*$/.test(first) ? undefined : 'invalid';
  if (field.kind === 'guests') return isGuests(first) ? undefined : 'invalidGuests';
  if (field.options && !given.every((part) => field.options?.includes(part))) return 'invalid';
  return undefined;
}

function whyNotEmpty({ kind, required }: Pick<Field, 'kind' | 'required'>): FieldError | undefined {
  if (!required) return undefined;
  return kind === 'consent' ? 'notTicked' : 'required';
}

export function isEmail(value: string): boolean {
  return /^[^\s@,;<>"]+@[^\s@,;<>".]+(\.[^\s@,;<>".]+)+$/.test(value) && value.length <= 254;
}

function isPhone(value: string): boolean {
  return /^\+?[\d\s().\-/]+$/.test(value) && (value.match(/\d/g)?.length ?? 0) >= 5;
}

export function guestsIn(value: string): string[] {
  return value.split(/[\s,;]+/).filter((part) => part !== '');
}

function isGuests(value: string): boolean {
  const guests = guestsIn(value);
  const different = new Set(guests.map((guest) => guest.toLowerCase()));
  return guests.length <= 20 && different.size === guests.length && guests.every(isEmail);
}
