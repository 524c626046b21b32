import { createHash } from 'node:crypto';
import type { ChangeBatch, ChangesEnd } from './provider.ts';

/** Calendars that show when their owner is busy and no entries: all of it together is one entry. */

const entryId = 'busy';

export interface BusySpan {
  readonly start: Date;
  readonly end: Date;
  readonly kind: 'busy' | 'tentative' | 'out_of_office';
}

export function busyBatch(
  spans: readonly BusySpan[],
  known: ReadonlyMap<string, string | null>,
): { readonly batch: ChangeBatch | null; readonly end: ChangesEnd } {
  const content = ['BEGIN:VCALENDAR', ...spans.flatMap(eventOf), 'END:VCALENDAR', ''].join('\r\n');
  const etag = createHash('sha256').update(content).digest('base64url');
  const isKnown = known.get(entryId) === etag;
  return {
    batch: isKnown ? null : { changed: [{ externalId: entryId, etag, content }], removed: [] },
    end: { cursor: null, all: new Set([entryId]) },
  };
}

const statuses = { busy: 'BUSY', tentative: 'TENTATIVE', out_of_office: 'OOF' };

function eventOf({ start, end, kind }: BusySpan, index: number): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${index}`,
    `DTSTART:${utcText(start)}`,
    `DTEND:${utcText(end)}`,
    `X-MICROSOFT-CDO-BUSYSTATUS:${statuses[kind]}`,
    'END:VEVENT',
  ];
}

/** As iCalendar writes an instant. */
export function utcText(instant: Date): string {
  return instant.toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

/** A window in pieces of at most so many days, since services refuse to say more at once. */
export function* pieces(
  { start, end }: { readonly start: Date; readonly end: Date },
  days: number,
): Generator<{ readonly start: Date; readonly end: Date }> {
  const lengthMs = days * 86_400_000;
  for (let from = start.getTime(); from < end.getTime(); from += lengthMs)
    yield { start: new Date(from), end: new Date(Math.min(from + lengthMs, end.getTime())) };
}
