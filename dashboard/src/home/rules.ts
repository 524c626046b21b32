import type { Input, Result } from '@daybook/client';

/** What the first page shows, and what a new workspace needs. Pure, so that Node can test it. */

/** In the browser's storage: the welcome was skipped. */
export const skippedKey = 'daybook welcome skipped';

type Steps = Result<'readFirstSteps'>;

/** Nothing is set up yet: not who it is, not when, not what can be booked. */
export function isNew(steps: Steps): boolean {
  const first = steps.filter(({ key }) => key === 'profile' || key === 'hours' || key === 'page');
  return first.length > 0 && first.every(({ isDone }) => !isDone);
}

/** The end of somebody's link, from their name: `mara-lindqvist`; undefined where no Latin letter is left. */
export function suggestSlug(name: string): string | undefined {
  const slug = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  return slug.length < 2 ? undefined : slug;
}

type Weekly = NonNullable<Input<'updateSchedule'>['body']['weekly_hours']>;
type Weekday = Weekly[number]['day'];

export const weekdays: readonly Weekday[] = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
export const workdays: readonly Weekday[] = weekdays.slice(0, 5);

/** The same hours on every day that is chosen. */
export function buildWeek(days: ReadonlySet<string>, from: string, to: string): Weekly {
  return weekdays.map((day) => ({ day, timesets: days.has(day) ? [[from, to]] : [] }));
}

type Buckets = Result<'countBookings'>['buckets'];

export function sumBuckets(buckets: Buckets): number {
  return buckets.reduce((sum, { value }) => sum + (value ?? 0), 0);
}

/** The latest figure; undefined where nothing was measured. */
export function getLatestValue(buckets: Buckets): number | undefined {
  return buckets.findLast(({ value }) => value !== null)?.value ?? undefined;
}
