import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeBrandColors, computeContrast, surfaces } from './color.ts';

test.each(['light', 'dark'] as const)(
  '17: any brand colour has the contrast that WCAG demands: %s',
  (scheme) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xff_ff_ff }), (number) => {
        const { fill, onFill, text, tint } = computeBrandColors(number.toString(16).padStart(6, '0'), scheme);
        expect(computeContrast(onFill, fill)).toBeGreaterThanOrEqual(4.5);
        expect(computeContrast(fill, surfaces[scheme])).toBeGreaterThanOrEqual(3);
        expect(computeContrast(text, surfaces[scheme])).toBeGreaterThanOrEqual(4.5);
        expect(computeContrast(text, tint)).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: 2000 },
    );
  },
);

test('a colour with enough contrast is not changed', () => {
  expect(computeBrandColors('2563eb', 'light').fill).toBe('#2563eb');
});
