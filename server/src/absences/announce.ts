import { subtractRanges } from '@daybook/engine/ranges';
import type { Ctx } from '../platform/context.ts';
import { resolveHostZone } from '../platform/zones.ts';
import { listAway } from './read-absences.ts';
import { toRange } from './rules.ts';
import { listAnnounced, type AnnouncedRow } from './store.ts';
import { formatInstant } from './view.ts';

/** An absence as visitors of a page see it. Why somebody is away is not among it. */
export interface Announcement {
  readonly startTime: string;
  readonly endTime: string;
  /** The first and the last date of whole days. */
  readonly days: readonly [string, string] | null;
  readonly message: string | null;
  /** With the path of their page of the same name, else of all their pages; null when they have none. */
  readonly replacement: { readonly name: string; readonly path: string | null } | null;
}

/** Absences of a host that have something to say to visitors of a page. */
export async function listAnnouncements(
  ctx: Ctx,
  host: { readonly slug: string },
  pageSlug: string,
): Promise<Announcement[]> {
  const announcements: Announcement[] = [];
  for (const row of await listAnnounced(ctx, host.slug, pageSlug)) {
    const { start, end } = toRange(row, resolveHostZone(row));
    const time = { start: formatInstant(start), end: formatInstant(end) };
    const replacement = (await isAwayAsWell(ctx, row, time)) ? null : row.replacement;
    const isOver = Date.parse(time.end) <= ctx.now.getTime();
    if (isOver || (row.message === null && replacement === null)) continue;
    announcements.push({
      startTime: time.start,
      endTime: time.end,
      days: row.starts_on !== null && row.ends_on !== null ? [row.starts_on, row.ends_on] : null,
      message: row.message,
      replacement: replacement && { name: replacement.name, path: pathOf(replacement) },
    });
  }
  return announcements;
}

/** For all of the time: colleagues who are there for a part of it can take meetings in that part. */
async function isAwayAsWell(
  ctx: Ctx,
  { replacement }: AnnouncedRow,
  time: { readonly start: string; readonly end: string },
): Promise<boolean> {
  if (!replacement) return false;
  const away = await listAway(ctx, [replacement.id], time);
  const left = away.reduce(
    (ranges, { start, end }) => subtractRanges(ranges, [Date.parse(start), Date.parse(end)]),
    [Date.parse(time.start), Date.parse(time.end)] as readonly number[],
  );
  return left.length === 0;
}

function pathOf({ slug, pageSlug, hasPages }: NonNullable<AnnouncedRow['replacement']>): string | null {
  if (pageSlug !== null) return `/${slug}/${pageSlug}`;
  return hasPages ? `/${slug}` : null;
}
