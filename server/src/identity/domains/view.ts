import type { signInDomain } from '@daybook/contract/sign-in-domains';
import type { z } from 'zod';
import { buildRecord } from './rules.ts';
import type { DomainRow } from './store.ts';

export function serializeDomain(row: DomainRow): z.output<typeof signInDomain> {
  return {
    uuid: row.id,
    name: row.name,
    state: row.verified_at === null ? 'pending' : row.failing_since === null ? 'verified' : 'failing',
    records: [buildRecord(row)],
    identityProviderUuid: row.provider_id,
    error: row.error,
    checkedAt: row.checked_at,
    verifiedAt: row.verified_at,
    createdAt: row.created_at,
  };
}
