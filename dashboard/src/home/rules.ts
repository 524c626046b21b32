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

interface Meeting {
  readonly startTime: string;
  readonly endTime: string;
}

/** How long before its start an event can be joined. */
export const joinMs = 10 * 60_000;

/** From ten minutes before the start until the end. */
export function isJoinTime({ startTime, endTime }: Meeting, nowMs: number): boolean {
  return nowMs >= Date.parse(startTime) - joinMs && nowMs < Date.parse(endTime);
}

/** The event that takes place now, or the next one. */
export function findNext<Event extends Meeting>(events: readonly Event[], nowMs: number): Event | undefined {
  return events.find(({ endTime }) => Date.parse(endTime) > nowMs);
}

export type AttentionItem = Result<'readAttention'>[number];
export type AttentionKind = AttentionItem['kind'];

/** What waits for a decision comes first, then what invitees would notice, then what the workspace needs. */
const byUrgency: readonly AttentionKind[] = [
  'request_open',
  'poll_open',
  'link_missing',
  'conference_failing',
  'calendar_failing',
  'calendar_unreadable',
  'mail_failed',
  'refund_refused',
  'calls_paused',
  'webhook_disabled',
  'webhook_failing',
  'effect_failed',
  'job_failed',
];

/** The API lists no more of one kind. */
const maxOfKind = 20;

export interface AttentionGroup {
  readonly kind: AttentionKind;
  readonly items: readonly AttentionItem[];
  /** Shown as one line that can be opened. */
  readonly isFolded: boolean;
  /** There may be more than were listed. */
  readonly isCut: boolean;
}

/** One group for each kind, the most urgent first. */
export function groupAttention(items: readonly AttentionItem[]): readonly AttentionGroup[] {
  return byUrgency.flatMap((kind) => {
    const ofKind = items.filter((item) => item.kind === kind);
    if (ofKind.length === 0) return [];
    return [{ kind, items: ofKind, isFolded: ofKind.length > 2, isCut: ofKind.length >= maxOfKind }];
  });
}
