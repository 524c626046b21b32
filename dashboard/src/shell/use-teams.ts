import { useQuery } from '@tanstack/react-query';
import { buildQuery } from '../platform/query.ts';
import { useCanManage, useSession } from './session.ts';

interface Team {
  readonly slug: string;
  readonly title: string;
}

/** The teams whose items the reader can list: their own, or for owners and admins all. */
export function useListableTeams(): readonly Team[] {
  const { uuid } = useSession();
  const mayManage = useCanManage();
  const all = useQuery({ ...buildQuery('listTeams', { query: { count: 100 } }), enabled: mayManage });
  const own = useQuery({ ...buildQuery('readUser', { params: { uuid } }), enabled: !mayManage });
  return (mayManage ? all.data?.items : own.data?.teams) ?? [];
}
