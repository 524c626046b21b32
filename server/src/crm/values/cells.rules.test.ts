import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Attribute } from '../schema/public.ts';
import { parseCell, serializeCell } from './cells.rules.ts';
import { createDateOrderDetector, createDecimalDetector } from './notation.rules.ts';

const attribute = (fields: Partial<Attribute>) =>
  ({ options: [], isList: false, ...fields }) as unknown as Attribute;

const text = fc
  .array(fc.constantFrom(...`'=+-@＝;", \u00A0|1.x\né😀\\`), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join('').trim())
  .filter((value) => value !== '');

test('a cell of any text or list of texts is read as it was written', () => {
  fc.assert(
    fc.property(text, (value) => {
      expect(
        parseCell(attribute({ type: 'text' }), serializeCell(attribute({ type: 'text' }), value), {}),
      ).toBe(value);
    }),
    { numRuns: 2_000 },
  );
  fc.assert(
    fc.property(fc.uniqueArray(text, { minLength: 1, maxLength: 4 }), (values) => {
      const options = values.map((value, id) => ({ id, value }) as Attribute['options'][number]);
      const tags = attribute({ type: 'multiselect', options });
      const cell = serializeCell(
        tags,
        options.map(({ id }) => id),
      );
      expect(parseCell(tags, cell, {})).toEqual(values);
      expect(cell).not.toMatch(/^[=+\-@\t\r\n＝]/);
    }),
    { numRuns: 2_000 },
  );
});

test('a cell of any number is read as it was written', () => {
  const number = attribute({ type: 'number' });
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(parseCell(number, serializeCell(number, value), {})).toBe(value === 0 ? 0 : value);
    }),
  );
});

test('a column of numbers or dates has one notation, needs none, or shows the cells that contradict each other', () => {
  const decimalOf = (cells: string[]) => {
    const detector = createDecimalDetector();
    for (const cell of cells) detector.take(cell);
    return detector.detect();
  };
  expect(decimalOf(['1.234', '-5', '1e3', 'many', ''])).toEqual({ notation: undefined });
  expect(decimalOf(['1.234', '1,5'])).toEqual({ notation: ',' });
  expect(decimalOf(['1,234', '1,234,567'])).toEqual({ notation: '.' });
  expect(decimalOf(['1,234', '5'])).toEqual({ cells: ['1,234'] });
  expect(decimalOf(['1,5', '1.5'])).toEqual({ cells: ['1,5', '1.5'] });
  const dates = createDateOrderDetector();
  for (const cell of ['2026-01-02', '03/03/2026', '31.12.2026']) dates.take(cell);
  expect(dates.detect()).toEqual({ notation: 'dmy' });
});
