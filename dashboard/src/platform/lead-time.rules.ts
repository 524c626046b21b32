const hoursPerDay = 24;

/** In hours below two days, in days from then on, with one decimal. */
export function splitLeadTime(hours: number): { readonly unit: 'hours' | 'days'; readonly count: number } {
  const isShort = hours < 2 * hoursPerDay;
  const count = Math.round((isShort ? hours : hours / hoursPerDay) * 10) / 10;
  return { unit: isShort ? 'hours' : 'days', count };
}
