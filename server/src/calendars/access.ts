import { findGrantedAccess, type Access } from './provider/public.ts';
import { findAccess, isAddress } from './providers.ts';
import type { ConnectionRow } from './store.ts';

/** What its owner allowed Daybook to do with the account. */
export function getAccess({ provider, scopes }: Pick<ConnectionRow, 'provider' | 'scopes'>): Access {
  const access = findAccess(provider);
  if (access) return findGrantedAccess(access, scopes) ?? 'read';
  return isAddress(provider) ? 'read' : 'write';
}
