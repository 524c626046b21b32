import { useQuery } from '@tanstack/react-query';
import { query } from '../platform/query.ts';
import { start } from '../platform/start.ts';

/** The signed-in user with workspace, role and preferences. */
export function useSession() {
  return useQuery(query('readSession')).data ?? start.session;
}

export function useMayManage(): boolean {
  return useSession().role !== 'user';
}
