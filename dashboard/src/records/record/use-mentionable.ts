import { getTag } from '@daybook/client';
import { useQuery } from '@tanstack/react-query';
import type { Mentionable } from '../../kit/mention.rules.ts';
import { api } from '../../platform/query.ts';
import type { CrmObject } from '../rules.ts';

const pageSize = 100;
const maxUsers = 1000;

/** Active users who can see the records of an object: the API refuses to mention others. */
export function useMentionable({ permissions }: CrmObject): readonly Mentionable[] {
  const { data = [] } = useQuery({
    queryKey: [getTag('listUsers'), 'mentionable'],
    queryFn: ({ signal }) => readUsers(signal),
  });
  return permissions.user === 'none' ? data.filter(({ role }) => role !== 'user') : data;
}

async function readUsers(signal: AbortSignal) {
  const users = [];
  for (let page = 1, total = 1; users.length < total && users.length < maxUsers; page += 1) {
    const query = { per_page: pageSize, page, isActive: 'true' as const };
    const found = await api.listUsers({ query, signal });
    if (found.items.length === 0) break;
    users.push(...found.items);
    total = found.total;
  }
  return users;
}
