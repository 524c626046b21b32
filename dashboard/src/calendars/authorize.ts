import { useChange } from '../platform/query.ts';

/** Leads to where an account allows access, and back to this page. */
export function useAuthorize() {
  const authorize = useChange('authorizeCalendar');
  const begin = (provider: string, access: 'read' | 'write' = 'read'): void => {
    if (provider !== 'google' && provider !== 'microsoft') return;
    authorize.mutate(
      { body: { provider, access, returnTo: '/app/settings/calendars' } },
      { onSuccess: (url) => window.location.assign(url) },
    );
  };
  return { begin, isPending: authorize.isPending };
}
