import type { Result } from '@daybook/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { query } from '../platform/query.ts';

export type Found = Result<'search'>[number];

/** While somebody types, nothing is asked for. */
const restMs = 120;

/** What has the words of a text, of all that the reader may see. */
export function useFound(text: string): { readonly found: readonly Found[]; readonly isFetching: boolean } {
  const wanted = useRested(text);
  const { data, isFetching } = useQuery({
    ...query('search', { query: { q: wanted } }),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
  });
  return { found: text === '' ? [] : (data ?? []), isFetching: isFetching || wanted !== text };
}

function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
