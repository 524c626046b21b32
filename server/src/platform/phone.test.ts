import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listCountries, isPhoneNumber, addCallingCode } from './phone.ts';

const piece = fc.constantFrom(
  '+',
  '49',
  '0',
  '1',
  '00',
  '(',
  ')',
  ' ',
  '-',
  '/',
  ';ext=',
  'x',
  '٣',
  '\u202D',
  '٫',
  '9'.repeat(30),
);
const text = fc.array(fc.oneof({ weight: 5, arbitrary: piece }, fc.string({ maxLength: 4 })), {
  maxLength: 12,
});
const country = fc.constantFrom('DE', 'US', 'AQ', 'XX', '', '__proto__');

test('whatever is typed, it is a number in E.164 or none, and never an error', () => {
  fc.assert(
    fc.property(text, country, (pieces, where) => {
      const typed = pieces.join('');
      const written = addCallingCode(typed, where);
      listCountries(typed);
      for (const each of [typed, written.replaceAll(/[^+\d]/g, '')])
        if (isPhoneNumber(each)) expect(each).toMatch(/^\+[1-9]\d{4,16}$/);
    }),
    { numRuns: 2000 },
  );
});
