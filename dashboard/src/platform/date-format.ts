import { minutesPerDay } from '@daybook/booking/calendar';
import type { Locale } from '@daybook/booking/locale';

const dayMs = minutesPerDay * 60_000;

/** Writes days as `17 Nov 2026`. English dates begin with the day, as the longer ones do. */
export function createShortDateFormat({
  tag,
  region,
}: Pick<Locale, 'tag' | 'region'>): (day: number) => string {
  const name = tag === 'en' ? 'en-GB' : `${tag}-${region}`;
  // oxlint-disable-next-line no-restricted-globals -- a calendar date in UTC, which needs no rules of zones
  const format = new Intl.DateTimeFormat(`${name}-u-ca-gregory-nu-latn`, {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
  return (day) => format.format(day * dayMs);
}
