import { email } from '@daybook/contract/fields';
import type { newSubmission } from '@daybook/contract/routing-forms';
import type { z } from 'zod';
import type { FieldErrors } from '../platform/problems.ts';
import type { Field } from './form.rules.ts';
import { parseNumber } from './rules.ts';

/** A field that was answered, in the form's order. */
export interface AnsweredField {
  readonly field: Field;
  readonly order: number;
  /** The checked options of a checkbox, else one text. Never empty. */
  readonly values: readonly string[];
}

const maxCharacters = 5000;

/** Answers to unknown fields are ignored, as unknown fields of any body are. */
export function parseAnswers(
  fields: readonly Field[],
  given: Readonly<Record<string, unknown>>,
): { answered: AnsweredField[]; errors: FieldErrors } {
  const answered: AnsweredField[] = [];
  const errors: FieldErrors = {};
  for (const [index, field] of fields.entries()) {
    const path = `answers.${field.inputId}`;
    const values = textsOf(Object.hasOwn(given, field.inputId) ? given[field.inputId] : undefined);
    const error = values ? findAnswerProblem(field, values) : expectation(field);
    if (error) errors[path] = [error];
    else if (values && values.length > 0)
      answered.push({ field, order: index + 1, values: normalize(field, values) });
  }
  return { answered, errors };
}

/** Undefined for what no form sends, such as an object. */
function textsOf(value: unknown): string[] | undefined {
  if (value === undefined || value === null) return [];
  if (typeof value === 'number' && Number.isFinite(value)) return [String(value)];
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
  if (!Array.isArray(value) || value.length > 100) return undefined;
  const texts = value.map((item) => (Array.isArray(item) ? undefined : textsOf(item)));
  return texts.every((text) => text !== undefined) ? texts.flat() : undefined;
}

function findAnswerProblem(field: Field, values: readonly string[]): string | undefined {
  if (values.length === 0) return field.isRequired ? 'This field is required.' : undefined;
  if (values.length > 1 && field.type !== 'CHECKBOX_INPUT') return expectation(field);
  const tooLong = values.some((text) => [...text].length > maxCharacters);
  if (tooLong) return `Must have at most ${maxCharacters} characters.`;
  return values.every((text) => isAnswer(field, text)) ? undefined : expectation(field);
}

function isAnswer({ type, options }: Field, text: string): boolean {
  if (type === 'EMAIL_INPUT') return email.safeParse(text).success;
  if (type === 'PHONE_INPUT')
    return /^\+?[\d\s().\-/]{5,40}$/.test(text) && (text.match(/\d/g) ?? []).length >= 5;
  if (type === 'NUMBER_INPUT') return parseNumber(text) !== undefined;
  if (type !== 'MULTILINE_INPUT' && !options && /\p{Cc}/u.test(text)) return false;
  return !options || options.includes(text);
}

function expectation({ type, options }: Field): string {
  if (type === 'EMAIL_INPUT') return 'Must be a valid email address.';
  if (type === 'PHONE_INPUT') return 'Must be a phone number, such as +49 30 901820.';
  if (type === 'NUMBER_INPUT') return 'Must be a number.';
  if (options) return `Must be ${type === 'CHECKBOX_INPUT' ? 'some' : 'one'} of: ${options.join(', ')}.`;
  return type === 'MULTILINE_INPUT' ? 'Must be a text.' : 'Must be one line of text.';
}

/** Options in the order of the form, without duplicates. */
function normalize({ options }: Field, values: readonly string[]): string[] {
  return options ? options.filter((option) => values.includes(option)) : [...values];
}

export function formatAnswer({ values }: Pick<AnsweredField, 'values'>): string {
  return values.join(', ');
}

/** Who the visitor is, as far as the answers say. */
export interface Visitor {
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}

export function findVisitor(answered: readonly AnsweredField[]): Visitor {
  const first = (fits: (field: Field) => boolean) =>
    answered.find(({ field }) => fits(field))?.values[0] ?? null;
  const named = (words: RegExp) =>
    first(
      ({ type, question, inputId }) => type === 'TEXT_INPUT' && (words.test(question) || words.test(inputId)),
    );
  const parts = [named(firstNames), named(lastNames)].filter((part) => part !== null);
  return {
    name: named(wholeNames) ?? (parts.length > 0 ? parts.join(' ') : null),
    email: first(({ type }) => type === 'EMAIL_INPUT'),
    phone: first(({ type }) => type === 'PHONE_INPUT'),
  };
}

const wholeNames =
  /^\W*(?:(?:your |what is your |what’s your |what's your )?(?:full )?name|ihr name|dein name|(?:votre )?nom|(?:su |tu )?nombre|(?:seu )?nome)(?: complet[oe]?)?\W*$/i;
const firstNames = /^\W*(?:your )?(?:first[ _-]?name|given name|vorname|pr[ée]nom)\W*$/i;
const lastNames = /^\W*(?:your )?(?:last[ _-]?name|surname|family name|nachname|apellidos?|sobrenome)\W*$/i;

type SubmissionInput = z.output<typeof newSubmission>;

/** Without empty values; null when there are no others. */
export function omitEmptyAttribution(given: SubmissionInput['adAttribution']): Record<string, string> | null {
  const captured = Object.entries(given ?? {}).filter((entry): entry is [string, string] =>
    Boolean(entry[1]?.trim()),
  );
  return captured.length > 0 ? Object.fromEntries(captured) : null;
}
