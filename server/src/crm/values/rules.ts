import { email, instant } from '@daybook/contract/fields';
import { isWholeCurrency } from '../../platform/money.ts';
import { isPhoneNumber } from '../../platform/phone.ts';
import { formatDomain } from '../../platform/text.ts';
import type { Attribute, Option } from '../schema/public.ts';

/**
 * A value as a record stores it: text, number or boolean; a date or instant as text; an option by its id; a list of
 * those for multiselect, user and email addresses. No value is null.
 */
export type StoredValue = string | number | boolean | readonly string[] | readonly number[] | null;

/** The values of a record by attribute key. */
export type Data = Readonly<Record<string, StoredValue>>;

export type ParseResult = { readonly value: StoredValue } | { readonly expected: string };

const maxItems = 1000;

/** What a caller sent for an attribute, as it will be stored, or what was expected instead. */
export function parseValue(attribute: Attribute, given: unknown): ParseResult {
  if (given === null || given === undefined || given === '') return { value: null };
  if (attribute.isList) return parseList(attribute, given, (item) => parseText(attribute, item));
  switch (attribute.type) {
    case 'text':
      return parseText(attribute, given);
    case 'phone_number':
      return parsePhone(given);
    case 'number':
      return parseNumber(given);
    case 'currency':
      return parseMoney(attribute, given);
    case 'rating':
      return typeof given === 'number' && Number.isInteger(given) && given >= 0 && given <= 5
        ? { value: given }
        : { expected: 'must be a whole number from 0 to 5' };
    case 'checkbox':
      return typeof given === 'boolean' ? { value: given } : { expected: 'must be true or false' };
    case 'date':
      return typeof given === 'string' && isDate(given)
        ? { value: given }
        : { expected: 'must be a date as YYYY-MM-DD' };
    case 'datetime':
      return parseInstant(given);
    case 'select':
    case 'status':
      return parseOption(attribute, given);
    case 'multiselect':
      return parseList(attribute, given, (item) => parseOption(attribute, item));
    case 'relation':
      return parseList(attribute, given, parseUuid);
    case 'user':
      return parseList(attribute, given, parseMemberId);
  }
}

function parseNumber(given: unknown): ParseResult {
  return typeof given === 'number' && Number.isFinite(given)
    ? { value: given }
    : { expected: 'must be a finite number' };
}

function parseMoney({ currency }: Attribute, given: unknown): ParseResult {
  const code = currency?.code ?? '';
  return isWholeCurrency(code) && typeof given === 'number' && !Number.isInteger(given)
    ? { expected: `must be a whole number, because ${code} has no decimals` }
    : parseNumber(given);
}

function parseText({ maxLength, validation }: Attribute, given: unknown): ParseResult {
  const text = typeof given === 'string' ? given.trim() : undefined;
  if (text === undefined || [...text].length > maxLength) {
    return { expected: `must be text of at most ${maxLength} characters` };
  }
  if (text === '') return { value: null };
  if (validation === 'email') {
    const address = canonicalize('email', text);
    return email.safeParse(address).success
      ? { value: address }
      : { expected: 'must be a valid email address' };
  }
  if (validation === 'url' && !isUrl(text)) return { expected: 'must be a web address' };
  if (validation === 'domain') {
    const domain = domainFrom(text);
    return domain ? { value: domain } : { expected: 'must be a domain, such as juniper.example' };
  }
  return { value: text };
}

function isUrl(text: string): boolean {
  try {
    return /^https?:$/.test(new URL(text).protocol);
  } catch {
    return false;
  }
}

/** `https://www.Juniper.example/about` is `juniper.example`. */
function domainFrom(text: string): string | undefined {
  const host = text
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/[/?#].*$/s, '')
    .replace(/^www\./, '')
    .replace(/:\d+$/, '');
  const domain = canonicalize('domain', host);
  return email.safeParse(`x@${domain}`).success ? domain : undefined;
}

/**
 * The form in which a domain or an address is stored and found. `xn--mller-kva.example` and `müller.example` are the same, and
 * stored in the letters that people read.
 */
export function canonicalize(validation: Attribute['validation'], text: string): string {
  if (validation !== 'domain' && validation !== 'email') return text;
  const lower = text.trim().toLowerCase();
  const at = lower.lastIndexOf('@') + 1;
  const domain = lower.slice(at);
  return lower.slice(0, at) + formatDomain(domain);
}

function parsePhone(given: unknown): ParseResult {
  const phone = typeof given === 'string' ? normalizePhone(given) : undefined;
  return phone === undefined
    ? { expected: 'must be a phone number in international form, such as +493012345678' }
    : { value: phone };
}

/** E.164 of a number that was written with spaces, dashes and brackets, by the rule of numbers that are called. */
export function normalizePhone(text: string): string | undefined {
  const digits = text.slice(0, 60).replaceAll(/[\s().\u00A0/-]/g, '');
  return isPhoneNumber(digits) ? digits : undefined;
}

export function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < '0001') return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function parseInstant(given: unknown): ParseResult {
  const expected = 'must be an ISO 8601 time with an offset, such as 2027-01-31T09:00:00Z';
  if (typeof given !== 'string' || !instant.safeParse(given).success) return { expected };
  const fraction = /\.(\d+)/.exec(given)?.[1] ?? '';
  const seconds = new Date(given.replace(/\.\d+/, '')).toISOString().slice(0, 19);
  return { value: `${seconds}.${fraction.slice(0, 6).padEnd(6, '0')}Z` };
}

/** An option by `{ id }`, as records show it, or by its label. */
export function findOption(options: readonly Option[], given: unknown): Option | undefined {
  if (typeof given === 'object' && given !== null) {
    const { id, value } = given as { id?: unknown; value?: unknown };
    return id === undefined ? findOption(options, value) : options.find((option) => option.id === id);
  }
  if (typeof given !== 'string') return undefined;
  const label = given.trim();
  return (
    options.find(({ value }) => value === label) ??
    options.find(({ value }) => value.toLowerCase() === label.toLowerCase())
  );
}

function parseOption({ options }: Attribute, given: unknown): ParseResult {
  const option = findOption(options, given);
  if (option) return { value: option.id };
  const labels = options.filter(({ isArchived }) => !isArchived).map(({ value }) => value);
  return {
    expected:
      labels.length === 0
        ? 'has no options yet'
        : `must be one of its options: ${labels.slice(0, 10).join(', ').slice(0, 500)}`,
  };
}

function parseList(
  attribute: Attribute,
  given: unknown,
  parseItem: (item: unknown) => ParseResult,
): ParseResult {
  if (!Array.isArray(given)) return { expected: 'must be a list' };
  if (given.length > maxItems) return { expected: `must have at most ${maxItems} items` };
  const items: (string | number)[] = [];
  for (const [index, item] of given.entries()) {
    const parsed = parseItem(item);
    if ('expected' in parsed)
      return { expected: `must be a list in which item ${index + 1} ${parsed.expected}` };
    const { value } = parsed;
    if (value === null) return { expected: `must be a list without empty items` };
    if (!items.includes(value as string | number)) items.push(value as string | number);
  }
  return { value: items.length === 0 && !attribute.relation ? null : (items as string[] | number[]) };
}

function parseUuid(given: unknown): ParseResult {
  const isUuid = typeof given === 'string' && uuidPattern.test(given);
  return isUuid ? { value: given.toLowerCase() } : { expected: 'must be the UUID of a record' };
}

export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function parseMemberId(given: unknown): ParseResult {
  const isId = typeof given === 'string' && memberIdPattern.test(given);
  return isId ? { value: given } : { expected: 'must be the UUID of a user' };
}

export const memberIdPattern = /^[0-9A-Z]{15}$/;
