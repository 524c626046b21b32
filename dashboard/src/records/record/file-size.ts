import { interpolate } from '@daybook/booking/locale';
import { formatNumber } from '../../platform/numbers.ts';
import { words } from '../../platform/words/words.ts';

const kilobyte = 1024;

/** In the unit in which it is a short number. */
export function formatFileSize(bytes: number): string {
  const { units } = words.records.files;
  if (bytes < kilobyte) return interpolate(units.b, { n: formatNumber(bytes) });
  if (bytes < kilobyte ** 2) return interpolate(units.kb, { n: formatNumber(Math.round(bytes / kilobyte)) });
  return interpolate(units.mb, { n: formatNumber(Math.round((bytes / kilobyte ** 2) * 10) / 10) });
}
