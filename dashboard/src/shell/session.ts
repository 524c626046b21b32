import { useQuery } from '@tanstack/react-query';
import { buildQuery } from '../platform/query.ts';
import { start } from '../platform/start.ts';

/** The signed-in user with workspace, role and preferences. */
export function useSession() {
  const session = useQuery(buildQuery('readSession')).data ?? start.session;
  // In a frame nobody manages the workspace, whatever their role.
  return start.embed ? { ...session, role: 'user' as const } : session;
}

export function useCanManage(): boolean {
  return useSession().role !== 'user';
}
