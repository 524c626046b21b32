import { describe, expect, test } from 'vitest';
import { parseCalcom } from './calcom.ts';
import { parseCalendly } from './calendly.ts';
import type { Contents, Documents } from './contents.ts';
import { everything as calcom } from './test-calcom.ts';
import { everything as calendly } from './test-calendly.ts';

/**
 * No field is silent: each is named in the report, or what is imported changes when it is missing or another. The oracle does not
 * know our tables of fields.
 */

type Parse = (documents: Documents) => Promise<Contents>;
type Path = readonly (string | number)[];

async function resultOf(parse: Parse, documents: readonly unknown[]) {
  const { leftOut, bookings, ...head } = await parse(() => documents);
  const booked = [];
  for await (const booking of bookings) booked.push(booking);
  const groups = leftOut.groups();
  return {
    text: JSON.stringify({ ...head, booked, groups }),
    named: groups.flatMap(({ field }) => field ?? []),
  };
}

/** Where the documents hold something, below their envelopes. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (value === null || value === undefined || value === false || value === 0 || value === '') return [];
  if (typeof value !== 'object') return [path];
  return Object.entries(value).flatMap(([key, inside]) =>
    pathsIn(inside, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** The value with another one at a place, or nothing. */
function changed(value: unknown, [first = '', ...rest]: Path, change: (old: unknown) => unknown): unknown {
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  copy[first] = rest.length === 0 ? change(copy[first]) : changed(copy[first], rest, change);
  return copy;
}

const alternatives: Readonly<Record<string, string>> = {
  StandardEventType: 'AdhocEventType',
  MEMBER: 'ADMIN',
  roundRobin: 'collective',
};

/** Another value of the same type. */
function other(value: unknown): unknown {
  if (typeof value === 'string' && value in alternatives) return alternatives[value];
  if (typeof value === 'boolean') return !value;
  return typeof value === 'number' ? value + 1 : `${String(value)}x`;
}

/** Whether the report names the field, or one above it. Questions are named by themselves. */
function isNamed(path: Path, named: readonly string[]): boolean {
  const [, ...keys] = path.filter((key) => typeof key === 'string');
  const name = keys.join('.');
  const inside = name.replace(/^(?:bookingFields|custom_questions)\./, '');
  return named.some((field) => `${name}.`.startsWith(`${field}.`) || `${inside}.`.startsWith(`${field}.`));
}

async function silentFields(parse: Parse, documents: readonly unknown[]): Promise<string[]> {
  const whole = await resultOf(parse, documents);
  const silent = [];
  for (const path of pathsIn(documents)) {
    if (path.includes('pagination') || path.length === 2) continue;
    if (isNamed(path, whole.named)) continue;
    const results = await Promise.all(
      [() => undefined, other].map((change) =>
        resultOf(parse, changed(documents, path, change) as unknown[]),
      ),
    );
    if (results.every(({ text }) => text === whole.text)) silent.push(path.join('.'));
  }
  return silent;
}

describe('each field is imported or reported', () => {
  test('of Calendly', async () => {
    expect(await silentFields(parseCalendly, calendly)).toEqual([]);
  });

  test('of Cal.com', async () => {
    expect(await silentFields(parseCalcom, calcom)).toEqual([]);
  });

  test('a field that nobody knew yet is reported by its name', async () => {
    const [first, ...others] = calendly as [{ resource: object }, ...unknown[]];
    const documents = [{ resource: { ...first.resource, shoe: { size: 44, color: 'red' } } }, ...others];
    const { leftOut } = await parseCalendly(() => documents);
    expect(leftOut.groups()).toContainEqual({
      kind: 'Users',
      field: 'shoe',
      why: 'Daybook doesn’t know this field.',
      count: 1,
      examples: ['noa@field.example'],
    });
  });
});
