import type { Ctx } from '../platform/context.ts';
import { isLost } from './entries.ts';
import { listContents, saveEntries } from './entries.store.ts';
import type { CalendarStream } from './ical/public.ts';

interface Entry {
  readonly externalId: string;
  readonly etag: string | null;
  readonly seriesId?: string | null;
  readonly content: CalendarStream;
}

/** What was known of an entry of which nothing can be read any more still counts: unknown is not free. */
export async function storeEntries(ctx: Ctx, calendarId: string, entries: readonly Entry[]): Promise<void> {
  const lost = entries.filter(({ content }) => isLost(content)).map(({ externalId }) => externalId);
  const known = await listContents(ctx, calendarId, lost);
  const contentFor = ({ externalId, content }: Entry): CalendarStream => {
    const stored = known.get(externalId);
    return stored === undefined
      ? content
      : { ...(JSON.parse(stored) as CalendarStream), unreadable: content.unreadable ?? [] };
  };
  await saveEntries(
    ctx,
    calendarId,
    entries.map((entry) => ({
      externalId: entry.externalId,
      etag: entry.etag,
      seriesId: entry.seriesId ?? null,
      content: JSON.stringify(contentFor(entry)),
    })),
  );
}
