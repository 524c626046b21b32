/** Amounts of money: as people write them, and in the minor units in which payment providers count. */

/** Currencies in which there are no parts of a unit. */
const whole = new Set('BIF CLP DJF GNF ISK JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' '));
/** Of those, the ones that providers still count in hundredths, which are always 00. */
const wholeInHundredths = new Set(['ISK', 'UGX']);
/** Currencies with thousandths, of which providers take whole hundredths. All others have hundredths. */
const thousandths = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '));

export function isWholeCurrency(currency: string): boolean {
  return whole.has(currency);
}

/** How many minor units a unit has, and of how many an amount is a multiple. */
export function getUnits(currency: string): { readonly perUnit: number; readonly step: number } {
  if (wholeInHundredths.has(currency)) return { perUnit: 100, step: 100 };
  if (whole.has(currency)) return { perUnit: 1, step: 1 };
  return thousandths.has(currency) ? { perUnit: 1000, step: 10 } : { perUnit: 100, step: 1 };
}

/** An amount in minor units. */
export function toMinor(amount: string, currency: string): number {
  return Math.round(Number(amount) * getUnits(currency).perUnit);
}

/** A share of an amount, to the nearest one that a provider takes. */
export function computeShare(minor: number, percent: number, currency: string): number {
  const { step } = getUnits(currency);
  return Math.min(minor, Math.round((minor * percent) / 100 / step) * step);
}

export function formatMinor(minor: number, currency: string): string {
  const amount = minor / getUnits(currency).perUnit;
  return isWholeCurrency(currency) ? String(amount) : amount.toFixed(2);
}

/** Of an amount with at most two decimals. */
export function findAmountProblem(amount: string, currency: string): string | undefined {
  if (!isWholeCurrency(currency) || Number.isInteger(Number(amount))) return undefined;
  return `Must be a whole number: ${currency} has no decimals.`;
}
