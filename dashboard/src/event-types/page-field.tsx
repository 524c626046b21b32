import type { Result } from '@daybook/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SearchSelect } from '../kit/search-select.tsx';
import { buildQuery } from '../platform/query.ts';
import { useCanManage } from '../shell/session.ts';

interface PageFieldProps {
  readonly label: string;
  readonly name: string;
  readonly help?: string;
  /** Of the choice that is no page. */
  readonly none: string;
  readonly value: string;
  readonly onChange: (value: string, page: Page | undefined) => void;
  readonly isOffered?: (page: Page) => boolean;
}

type Page = Result<'listEventTypes'>['items'][number];

const pageSize = 100;

/** A page of the workspace, also one that is not among those that the list begins with. */
export function PageField({ none, value, onChange, isOffered = () => true, ...field }: PageFieldProps) {
  const mayManage = useCanManage();
  const [text, setText] = useState('');
  const query = { ...(mayManage && { scope: 'all' as const }), count: pageSize };
  const { data } = useQuery(buildQuery('listEventTypes', { query }));
  // Only workspaces with more than a page of them ask the server for what is typed.
  const isLong = (data?.items.length ?? 0) >= pageSize;
  const found = useQuery({
    ...buildQuery('listEventTypes', { query: { ...query, search: text.trim() } }),
    enabled: isLong && text.trim() !== '',
    placeholderData: keepPreviousData,
  });
  const pages = ((isLong && text.trim() ? found.data : data)?.items ?? []).filter(isOffered);
  const isKnown = value === '' || pages.some(({ uuid }) => uuid === value);
  const { data: other } = useQuery({
    ...buildQuery('readEventType', { params: { uuid: value } }),
    enabled: data !== undefined && !isKnown,
  });
  return (
    <SearchSelect
      {...field}
      value={value}
      choices={[
        { value: '', label: none },
        ...(isKnown ? [] : [{ value, label: other?.title ?? value }]),
        ...pages.map(({ uuid, title, profile }) => ({
          value: uuid,
          label: title,
          detail: [profile.firstName, profile.lastName].filter(Boolean).join(' '),
        })),
      ]}
      onChange={(uuid) =>
        onChange(
          uuid,
          pages.find((page) => page.uuid === uuid),
        )
      }
      {...(isLong && { onSearch: setText, isSearching: found.isFetching })}
    />
  );
}
