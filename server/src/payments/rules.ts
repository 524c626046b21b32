import type { RefundPolicy } from '../scheduled-events/public.ts';

/** Currencies that are counted whole, as Stripe lists them. All others have hundredths: no price has more digits. */
const whole = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
/** Currencies with thousandths, of which providers take whole hundredths. */
const thousandths = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '));

function unitsIn(currency: string): number {
  if (whole.has(currency)) return 1;
  return thousandths.has(currency) ? 1000 : 100;
}

/** An amount in the smallest unit of its currency. */
export function minorOf(amount: string, currency: string): number {
  return Math.round(Number(amount) * unitsIn(currency));
}

export function amountText(minor: number, currency: string): string {
  const units = unitsIn(currency);
  return units === 1 ? String(minor) : (minor / units).toFixed(2);
}

interface Cancelled {
  readonly amountMinor: number;
  readonly policy: RefundPolicy | null;
  readonly startsAt: string;
  readonly byHost: boolean;
}

/** What somebody gets back whose booking is cancelled, of all that they paid. */
export function refundFor({ amountMinor, policy, startsAt, byHost }: Cancelled, now: Date): number {
  if (byHost || policy === null) return amountMinor;
  const { fullUntilHours, laterPercent } = policy;
  const hoursLeft = (Date.parse(startsAt) - now.getTime()) / 3_600_000;
  const isInTime = fullUntilHours !== null && hoursLeft >= fullUntilHours;
  return isInTime ? amountMinor : Math.floor((amountMinor * laterPercent) / 100);
}
