import type { Result } from '@daybook/client';
import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { buildQuery } from '../platform/query.ts';
import { useCanManage } from '../shell/session.ts';
import { getEventTypeUuid, type ScheduledEvent } from './rules.ts';

/** Events have the color of their booking page, as visitors and the editor see it. */

/** For `data-color="page"`; the accent color while it is not known. */
export function buildColorStyle(color: string | undefined): CSSProperties {
  const dot = color ? color.replace(/^#?/, '#') : 'var(--accent)';
  return {
    '--tag-dot': dot,
    '--tag-bg': `color-mix(in oklab, ${dot} 14%, var(--surface))`,
    '--tag-text': 'var(--text)',
  } as CSSProperties;
}

type BookedEvent = Pick<ScheduledEvent, 'eventTypeUri'>;
type PageColors = ReadonlyMap<string, string>;

/** Undefined for a page that is deleted, or that the reader can't see. */
export function usePageColor(event: BookedEvent): string | undefined {
  return usePageColors()?.get(getEventTypeUuid(event));
}

/** The colors of booking pages, by uuid. */
export function usePageColors(): PageColors | undefined {
  const mayManage = useCanManage();
  return useQuery({
    ...buildQuery('listEventTypes', { query: { ...(mayManage && { scope: 'all' as const }), count: 100 } }),
    select: listColors,
  }).data;
}

/** The same function each time, so that it runs once for each answer, not for each row of a list. */
const listColors = ({ items }: Result<'listEventTypes'>): PageColors =>
  new Map(items.map(({ uuid, color }) => [uuid, color]));
