import type { Calcom } from './calcom-objects.rules.ts';
import type { PageRules } from './contents.ts';

/** The rules of a page of Cal.com as Daybook has them. What it has otherwise becomes stricter, never looser, and is reported. */

type Page = Calcom<'pages'>;
/** Reports a field of the page. */
export type ReportField = (field: string, why: string) => void;

/** The longest that Daybook knows: 30 days. */
const maxNoticeMinutes = 43_200;
const maxWindowDays = 730;

export function parsePageRules(given: Page, zone: string | undefined, say: ReportField): PageRules {
  return {
    bookingWindow: windowFrom(given.bookingWindow, say),
    ...limitsFrom(given, say),
    inviteeLimit: inviteeLimitFrom(given),
    lockedTimezone: given.lockTimeZoneToggleOnBookingPage ? (given.lockedTimeZone ?? zone ?? null) : null,
    cancellationNotice: noticeFrom(given.disableCancelling, 'disableCancelling', say),
    reschedulingNotice: noticeFrom(given.disableRescheduling, 'disableRescheduling', say),
    requiresConfirmation: needsConfirmation(given, say),
    recurrence: recurrenceFrom(given.recurrence, say),
    ...priceFrom(given, say),
    redirectUrl: redirectFrom(given.successRedirectUrl, say),
    confirmAddress: given.requiresBookerEmailVerification ? 'always' : 'never',
  };
}

/** Without a window, Cal.com offers times without end. */
function windowFrom(given: unknown, say: ReportField): PageRules['bookingWindow'] {
  const window = (Array.isArray(given) ? given[0] : given) as Record<string, unknown> | null | undefined;
  if (!window || window['disabled'] === true) return { type: 'unlimited' };
  const { type, value, rolling } = window;
  if (type === 'range' && Array.isArray(value)) {
    const [startDate, endDate] = value.map((date) => String(date).slice(0, 10));
    if (startDate && endDate) return { type: 'range', startDate, endDate };
  }
  const days = Number(value);
  if (!(days >= 1) || (type !== 'businessDays' && type !== 'calendarDays')) {
    say('bookingWindow', 'It can’t be read; the booking window is 60 days.');
    return { type: 'rolling', days: 60 };
  }
  if (type === 'businessDays') say('bookingWindow', 'Counted in calendar days instead of business days.');
  if (rolling === true)
    say('bookingWindow', 'The window is counted from today, whether or not times are left in it.');
  const calendarDays = type === 'businessDays' ? Math.floor(days / 5) * 7 + (days % 5) : days;
  if (calendarDays > maxWindowDays) say('bookingWindow', `At most ${maxWindowDays} days ahead.`);
  return { type: 'rolling', days: Math.min(Math.floor(calendarDays), maxWindowDays) };
}

const periods = ['day', 'week', 'month', 'year'] as const;

/** By the period, under both of the names that Cal.com has had for it. */
function periodsIn(given: Page['bookingLimitsCount']): Partial<Record<(typeof periods)[number], number>> {
  if (!given || given['disabled'] === true) return {};
  return Object.fromEntries(
    periods.flatMap((period) => {
      const value = given[period] ?? given[`PER_${period.toUpperCase()}`];
      return typeof value === 'number' && value >= 1 ? [[period, value]] : [];
    }),
  );
}

function limitsFrom({ bookingLimitsCount, bookingLimitsDuration }: Page, say: ReportField): PageRules {
  const [counts, minutes] = [periodsIn(bookingLimitsCount), periodsIn(bookingLimitsDuration)];
  const noYears = 'Daybook has no limits for a year.';
  if (counts.year !== undefined) say('bookingLimitsCount', noYears);
  if (minutes.year !== undefined) say('bookingLimitsDuration', noYears);
  return {
    dailyLimit: atMost(1000, counts.day),
    weeklyLimit: atMost(1000, counts.week),
    monthlyLimit: atMost(1000, counts.month),
    dailyMinutes: atMost(44_640, minutes.day),
    weeklyMinutes: atMost(44_640, minutes.week),
    monthlyMinutes: atMost(44_640, minutes.month),
  };
}

const atMost = (max: number, value: number | undefined): number | null =>
  value === undefined ? null : Math.min(Math.floor(value), max);

function inviteeLimitFrom({ bookerActiveBookingsLimit: limit }: Page): PageRules['inviteeLimit'] {
  const bookings = limit?.disabled ? undefined : limit?.maximumActiveBookings;
  return bookings == null ? null : { bookings: Math.min(Math.max(bookings, 1), 1000), period: 'upcoming' };
}

function noticeFrom(
  given: Page['disableCancelling'],
  field: 'disableCancelling' | 'disableRescheduling',
  say: ReportField,
): number {
  if (given?.minutesBefore != null) {
    if (given.minutesBefore > maxNoticeMinutes) say(field, 'At most 30 days before the event.');
    return Math.min(given.minutesBefore, maxNoticeMinutes);
  }
  if (!given?.disabled) return 0;
  say(field, 'Invitees can’t do so in the last 30 days before the event, the longest period in Daybook.');
  return maxNoticeMinutes;
}

function needsConfirmation({ confirmationPolicy: policy }: Page, say: ReportField): boolean {
  if (!policy || policy.disabled || policy.type == null || policy.type === 'never') return false;
  if (policy.type === 'time')
    say('confirmationPolicy', 'Every booking needs to be confirmed, not only those at short notice.');
  if (policy.blockUnconfirmedBookingsInBooker === false)
    say('confirmationPolicy', 'A request holds its time until it is answered.');
  return true;
}

function recurrenceFrom(given: Page['recurrence'], say: ReportField): PageRules['recurrence'] {
  if (!given || given.disabled) return null;
  const { frequency, interval = 1, occurrences } = given;
  const found =
    frequency === 'weekly' && interval === 1
      ? 'weekly'
      : frequency === 'weekly' && interval === 2
        ? 'biweekly'
        : frequency === 'monthly' && interval === 1
          ? 'monthly'
          : undefined;
  if (!found || !(Number(occurrences) >= 2)) {
    say(
      'recurrence',
      'Daybook repeats weekly, every two weeks, or monthly; the page doesn’t support series.',
    );
    return null;
  }
  if (Number(occurrences) > 52) say('recurrence', 'A series has at most 52 bookings.');
  return { frequencies: [found], maximumOccurrences: Math.min(Number(occurrences), 52) };
}

/** Currencies that Stripe counts whole; all others have hundredths. */
const wholeCurrencies = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' ');

/** Prices are in the smallest unit of their currency. */
function priceFrom({ price, currency, metadata }: Page, say: ReportField): PageRules {
  const stripe = stripeIn(metadata);
  const minor = price || (stripe['enabled'] === true ? Number(stripe['price'] ?? 0) : 0);
  if (!(minor > 0)) return { price: null, currency: null };
  const code = String(currency ?? stripe['currency'] ?? 'usd').toUpperCase();
  if (stripe['paymentOption'] === 'HOLD')
    say('metadata.apps.stripe.paymentOption', 'The price is paid when booking, not held for a no-show.');
  return {
    price: wholeCurrencies.includes(code) ? String(minor) : (minor / 100).toFixed(2),
    currency: code,
    refundPolicy: refundPolicyFrom(stripe),
  };
}

function stripeIn(metadata: Page['metadata']): Record<string, unknown> {
  const apps = (metadata?.['apps'] ?? {}) as Record<string, unknown>;
  return (apps['stripe'] ?? {}) as Record<string, unknown>;
}

/** Null pays back all. */
function refundPolicyFrom({
  refundPolicy,
  refundDaysCount,
}: Record<string, unknown>): PageRules['refundPolicy'] {
  const policy = String(refundPolicy ?? '').toUpperCase();
  if (policy === 'NEVER') return { fullUntilHours: null, laterPercent: 0 };
  if (policy === 'DAYS')
    return { fullUntilHours: Math.min(Number(refundDaysCount ?? 0) * 24, 8760), laterPercent: 0 };
  return null;
}

function redirectFrom(url: string | null | undefined, say: ReportField): string | null {
  if (!url) return null;
  if (url.startsWith('https://') && URL.canParse(url) && url.length <= 2000) return url;
  say('successRedirectUrl', 'Daybook only redirects to URLs that start with https://.');
  return null;
}
