import { createHash } from 'node:crypto';
import type { CalendarCursor, ChangeBatch, ChangesEnd } from './provider.ts';

/**
 * Calendars that show when their owner is busy and no entries. Services answer for some months at most, so time is cut into blocks, which
 * always begin at the same moments: each is an entry of its own, and a booking asks for the one in which it lies.
 */

export interface BusySpan {
  readonly start: Date;
  readonly end: Date;
  readonly kind: 'busy' | 'tentative' | 'out_of_office';
}

export interface BusyBlock {
  readonly start: Date;
  readonly end: Date;
}

/** Microsoft allows four requests at once for a mailbox. */
const blocksAtOnce = 4;

export async function* readBlocks(
  { window, known, asked }: Pick<CalendarCursor, 'window' | 'known' | 'asked'>,
  days: number,
  readBlock: (block: BusyBlock) => Promise<BusySpan[]>,
  cursor: string | null = null,
): AsyncGenerator<ChangeBatch, ChangesEnd> {
  const blocks = listBlocks(asked ?? window, days);
  const left = [...blocks];
  const changed: ChangeBatch['changed'][number][] = [];
  const line = async (): Promise<void> => {
    for (let block = left.shift(); block; block = left.shift()) {
      const spans = await readBlock(block);
      const entry = entryOf(block, spans);
      const isNothing = spans.length === 0 && !known.has(block.id);
      if (!isNothing && known.get(block.id) !== entry.etag) changed.push(entry);
    }
  };
  await Promise.all(Array.from({ length: blocksAtOnce }, line));
  if (changed.length > 0) yield { changed, removed: [] };
  return { cursor, isPartial: asked !== null, all: new Set(blocks.map(({ id }) => id)) };
}

type Block = BusyBlock & { readonly id: string };

function listBlocks({ start, end }: BusyBlock, days: number): Block[] {
  const lengthMs = days * 86_400_000;
  const first = Math.floor(start.getTime() / lengthMs);
  const count = Math.ceil(end.getTime() / lengthMs) - first;
  return Array.from({ length: count }, (_, index) => ({
    id: `busy ${first + index}`,
    start: new Date((first + index) * lengthMs),
    end: new Date((first + index + 1) * lengthMs),
  }));
}

function entryOf({ id }: Block, spans: readonly BusySpan[]): ChangeBatch['changed'][number] {
  const content = ['BEGIN:VCALENDAR', ...spans.flatMap(eventOf), 'END:VCALENDAR', ''].join('\r\n');
  return { externalId: id, etag: createHash('sha256').update(content).digest('base64url'), content };
}

const statuses = { busy: 'BUSY', tentative: 'TENTATIVE', out_of_office: 'OOF' };

function eventOf({ start, end, kind }: BusySpan, index: number): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${index}`,
    `DTSTART:${formatUtc(start)}`,
    `DTEND:${formatUtc(end)}`,
    `X-MICROSOFT-CDO-BUSYSTATUS:${statuses[kind]}`,
    'END:VEVENT',
  ];
}

/** As iCalendar writes an instant. */
export function formatUtc(instant: Date): string {
  return instant.toISOString().replaceAll(/[-:]|\.\d+/g, '');
}
