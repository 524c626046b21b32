import { parseDay } from '@daybook/booking/calendar';
import { formatMoney, formatNumber, parseNumber } from '../platform/numbers.ts';
import { formatShortDate, formatShortMoment, toInstantAt, toWallTime } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import type { User } from './objects.ts';
import { findRecordName, type Attribute, type CrmRecord } from './rules.ts';

/** Values as text: to be read, and to be typed. */

interface OptionValue {
  readonly id: number;
  readonly value: string | null;
  readonly color: string | null;
}

export const listOptions = (value: unknown): readonly OptionValue[] =>
  (Array.isArray(value) ? value : value ? [value] : []) as OptionValue[];

export const listRecords = (value: unknown): readonly CrmRecord[] =>
  Array.isArray(value)
    ? value.filter((item): item is CrmRecord => typeof item === 'object' && item !== null)
    : [];

export function isEmptyValue(value: unknown): boolean {
  return (
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/** Among text from right to left, the plus of a phone number would stand behind it. */
const isolateNumber = (text: string): string =>
  document.documentElement.dir === 'rtl' ? `\u2066${text}\u2069` : text;

/** A value in one line; empty if there is none. */
export function formatValue(attribute: Attribute, value: unknown, users: readonly User[] = []): string {
  if (isEmptyValue(value)) return '';
  switch (attribute.type) {
    case 'number':
    case 'rating':
      return typeof value === 'number' ? formatNumber(value) : String(value);
    case 'currency':
      return typeof value === 'number' && attribute.currency
        ? formatMoney(value, { ...attribute, currency: attribute.currency })
        : String(value);
    case 'checkbox':
      return value === true ? words.records.yes : words.records.no;
    case 'phone_number':
      return isolateNumber(String(value));
    case 'date':
      return formatShortDate(parseDay(String(value)));
    case 'datetime':
      return formatShortMoment(String(value));
    case 'select':
    case 'status':
    case 'multiselect':
      return listOptions(value)
        .map((option) => option.value ?? '')
        .join(', ');
    case 'user':
      return (value as string[])
        .map((id) => users.find(({ uuid }) => uuid === id)?.name ?? words.records.formerUser)
        .join(', ');
    case 'relation':
      return listRecords(value)
        .map((record) => findRecordName(undefined, record) ?? words.records.unnamed)
        .join(', ');
    default:
      return Array.isArray(value) ? value.join(', ') : String(value);
  }
}

/** What a text field begins with. */
export function formatInput({ type }: Attribute, value: unknown): string {
  if (isEmptyValue(value)) return '';
  if (type === 'datetime') {
    const { day, clock } = toWallTime(String(value));
    return `${new Date(day * 86_400_000).toISOString().slice(0, 10)}T${clock}`;
  }
  if (type === 'number' || type === 'currency') {
    return formatNumber(Number(value)).replaceAll(/[\u00A0\u202F]/g, ' ');
  }
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** What a text field means; what is no number stays text, so that the server says what is wrong. */
export function parseInput({ type, isMultiple }: Attribute, text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === '') return isMultiple ? [] : null;
  if (type === 'number' || type === 'currency' || type === 'rating') return parseNumber(trimmed) ?? trimmed;
  if (type === 'datetime') {
    const [date = '', clock = ''] = trimmed.split('T');
    return toInstantAt(date, clock.slice(0, 5));
  }
  if (isMultiple) return trimmed.split(/[,;\s]+/).filter(Boolean);
  return trimmed;
}
