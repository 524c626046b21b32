import { interpolate } from '@daybook/booking/locale';
import { numberText } from '../platform/numbers.ts';
import { words } from '../platform/words/words.ts';

const kilobyte = 1024;

/** In the unit in which it is a short number. */
export function fileSizeText(bytes: number): string {
  const { units } = words.records.files;
  if (bytes < kilobyte) return interpolate(units.b, { n: numberText(bytes) });
  if (bytes < kilobyte ** 2) return interpolate(units.kb, { n: numberText(Math.round(bytes / kilobyte)) });
  return interpolate(units.mb, { n: numberText(Math.round((bytes / kilobyte ** 2) * 10) / 10) });
}
