import { getTag, type Input, type Item, type ListOperation, type Page } from '@daybook/client';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, queryClient } from './query.ts';

type Params = Readonly<Record<string, string>>;

interface Options {
  readonly enabled?: boolean;
  /** Reads the list again and again while this says so. */
  readonly everyMs?: number | undefined;
}

/** A list that grows by a page at a time, whether pages have numbers or cursors. */
export function usePages<O extends ListOperation>(operation: O, input: Input<O>, options: Options = {}) {
  const { enabled = true, everyMs } = options;
  const result = useInfiniteQuery({
    ...buildPagesQuery(operation, input),
    placeholderData: keepPreviousData,
    enabled,
    ...(everyMs && { refetchInterval: everyMs }),
  });
  const { data } = result;
  const items = useMemo(() => data?.pages.flatMap((page) => page.items), [data]);
  return { ...result, items, total: data?.pages[0]?.total ?? 0 };
}

/** Reads the first page of a list before it is shown. */
export function prefetchPages<O extends ListOperation>(operation: O, input: Input<O>): void {
  void queryClient.prefetchInfiniteQuery(buildPagesQuery(operation, input));
}

function buildPagesQuery<O extends ListOperation>(operation: O, input: Input<O>) {
  const call = api[operation] as unknown as (input: object) => Promise<Page<Item<O>>>;
  const { query, ...rest } = input as { query?: object };
  return infiniteQueryOptions({
    queryKey: [getTag(operation), operation, input, 'pages'] as const,
    queryFn: ({ pageParam, signal }) => call({ ...rest, query: { ...query, ...pageParam }, signal }),
    initialPageParam: {} as Params,
    getNextPageParam: ({ next }) => (next === null ? undefined : paramsOf(next)),
  });
}

/** The address of the next page repeats the filters, and says which page it is. */
function paramsOf(next: string): Params {
  return Object.fromEntries(new URLSearchParams(next.split('?')[1]));
}
