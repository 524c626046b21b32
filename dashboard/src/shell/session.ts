import { useQuery } from '@tanstack/react-query';
import { buildQuery } from '../platform/query.ts';
import { start } from '../platform/start.ts';

/** The signed-in user with workspace, role and preferences. */
export function useSession() {
  return useQuery(buildQuery('readSession')).data ?? start.session;
}

export function useCanManage(): boolean {
  return useSession().role !== 'user';
}
