import { oauthCalendars } from '@daybook/contract/providers.data';
import { useChange } from '../platform/query.ts';

/** Leads to where an account allows access, and back to this page. */
export function useAuthorize() {
  const authorize = useChange('authorizeCalendar');
  const begin = (provider: string, access: 'read' | 'write' = 'read'): void => {
    const known = oauthCalendars.find((each) => each === provider);
    if (!known) return;
    authorize.mutate(
      { body: { provider: known, access, returnTo: '/app/settings/calendars' } },
      { onSuccess: (url) => window.location.assign(url) },
    );
  };
  return { begin, isPending: authorize.isPending };
}
