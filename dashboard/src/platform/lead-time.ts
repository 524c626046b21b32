import { pluralize } from '@daybook/booking/locale';
import { splitLeadTime } from './lead-time.rules.ts';
import { formatNumber } from './numbers.ts';
import { start } from './start.ts';
import { words } from './words/words.ts';

/** `5 hours`, `2.4 days`: how long before an event it was booked. */
export function formatLeadTime(hours: number): string {
  const { unit, count } = splitLeadTime(hours);
  return pluralize(start.words, words.home.week[unit], count, { n: formatNumber(count) });
}
