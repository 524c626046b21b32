import type { Result } from '@daybook/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { buildQuery } from '../platform/query.ts';
import type { ComboOption } from './combo.tsx';
import { SearchSelect, type SearchSelectProps } from './search-select.tsx';

type User = Result<'listUsers'>['items'][number];

interface UserFieldProps extends Omit<
  SearchSelectProps,
  'choices' | 'onSearch' | 'isSearching' | 'onChange'
> {
  /** What the value is of a user. */
  readonly by: 'email' | 'uuid' | 'slug';
  /** Left out, the form reads it. The user is missing for what stands before the users. */
  readonly onChange?: (value: string, user: User | undefined) => void;
  /** Who can be chosen; everyone who is active, if it is left out. */
  readonly isOffered?: (user: User) => boolean;
  /** Stands before the users: nobody, anybody, a team. */
  readonly before?: readonly ComboOption[];
  /** The user who is chosen, who may not be among those that the list begins with. */
  readonly known?: ComboOption | undefined;
}

const pageSize = 100;
const isActive = (user: User): boolean => user.isActive;

/** A user of the workspace. Only workspaces with more than a page of them ask the server for what is typed. */
export function UserField({
  by,
  isOffered = isActive,
  before = [],
  known,
  onChange,
  ...field
}: UserFieldProps) {
  const [text, setText] = useState('');
  const all = useQuery(buildQuery('listUsers', { query: { per_page: pageSize } }));
  const isLong = (all.data?.items.length ?? 0) >= pageSize;
  const search = text.trim();
  const found = useQuery({
    ...buildQuery('listUsers', { query: { per_page: pageSize, search } }),
    enabled: isLong && search !== '',
    placeholderData: keepPreviousData,
  });
  const listed = ((isLong && search !== '' ? found.data : all.data)?.items ?? []).filter(isOffered);
  const users = listed.map((user) => ({ value: user[by], label: user.name, detail: user.email }));
  const isMissing = known && known.value !== '' && !users.some(({ value }) => value === known.value);
  const choices = [...before, ...(isMissing ? [known] : []), ...users];
  return (
    <SearchSelect
      {...field}
      choices={choices}
      onChange={
        onChange &&
        ((value) =>
          onChange(
            value,
            listed.find((user) => user[by] === value),
          ))
      }
      {...(isLong && { onSearch: setText, isSearching: found.isFetching })}
    />
  );
}
