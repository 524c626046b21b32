import { accessOf, isOAuthProvider, type Access } from './oauth/public.ts';
import type { ConnectionRow } from './store.ts';

/** What its owner allowed Daybook to do with the account. */
export function accessTo({ provider, scopes }: Pick<ConnectionRow, 'provider' | 'scopes'>): Access {
  if (isOAuthProvider(provider)) return accessOf(provider, scopes) ?? 'read';
  return provider === 'ics' ? 'read' : 'write';
}
