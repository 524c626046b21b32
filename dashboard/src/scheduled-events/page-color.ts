import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { buildQuery } from '../platform/query.ts';
import { useCanManage } from '../shell/session.ts';
import type { ScheduledEvent } from './rules.ts';

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

/** Undefined for a page that is deleted, or that the reader can't see. */
export function usePageColor({ eventTypeUri }: Pick<ScheduledEvent, 'eventTypeUri'>): string | undefined {
  const mayManage = useCanManage();
  const { data } = useQuery({
    ...buildQuery('listEventTypes', { query: { ...(mayManage && { scope: 'all' as const }), count: 100 } }),
    select: ({ items }) => items.find(({ uuid }) => eventTypeUri.endsWith(`/${uuid}`))?.color,
  });
  return data;
}
