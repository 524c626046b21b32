import { useQueries } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { RowWindow } from '../../kit/use-window.ts';
import { listPages } from '../../kit/window.rules.ts';
import { queryClient } from '../../platform/query.ts';
import { buildPageQuery, pageSize } from '../data.ts';
import { recordApi, type RecordPage } from '../record-api.ts';
import type { CrmObject, CrmRecord, Listing } from '../rules.ts';

/** Records of a list at any place of it: only the pages in the window are read, each by its number. */

export interface Rows {
  readonly total: number | undefined;
  readonly error: Error | null;
  readonly at: (row: number) => CrmRecord | undefined;
  readonly retry: () => void;
}

/** Beyond these, pages out of sight are dropped, oldest first. */
const maxPages = 24;

export function useRows(object: CrmObject, listing: Listing, window: RowWindow): Rows {
  const pages = listPages(window.first, window.last, pageSize);
  const results = useQueries({
    queries: pages.map((page) => ({ ...buildPageQuery(object, listing, page), enabled: !window.isFlying })),
  });
  const known = useRef<{ total: number | undefined; key: string }>({ total: undefined, key: '' });
  const key = JSON.stringify([object.slug, listing]);
  const found = new Map<number, RecordPage>();
  for (const [index, page] of pages.entries()) {
    const data = results[index]?.data;
    if (data) found.set(page, data);
  }
  const [first] = found.values();
  // The total stays while other pages are on their way; another list begins anew.
  if (first) known.current = { total: first.total, key };
  const total = first?.total ?? known.current.total;
  const last = pages.at(-1);
  useEffect(() => dropPages(object.slug), [object.slug, last]);
  return {
    total,
    error: results.find(({ error }) => error)?.error ?? null,
    at: (row) => found.get(Math.floor(row / pageSize) + 1)?.items[row % pageSize],
    retry: () => {
      for (const { error, refetch } of results) if (error) void refetch();
    },
  };
}

function dropPages(slug: string): void {
  const cache = queryClient.getQueryCache();
  const unused = cache
    .findAll({ queryKey: [recordApi(slug).tag, 'records', slug], type: 'inactive' })
    .sort((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt);
  for (const each of unused.slice(0, Math.max(0, unused.length - maxPages))) cache.remove(each);
}
