import type { domain } from '@daybook/contract/domains';
import type { z } from 'zod';
import type { Ctx } from '../platform/context.ts';
import { listRecords } from './records.ts';
import type { DomainRow } from './store.ts';

export function serializeDomain(ctx: Ctx, row: DomainRow): z.input<typeof domain> {
  return {
    uuid: row.id,
    purpose: row.purpose,
    name: row.name,
    senderAddress: row.sender_address,
    identityProviderUuid: row.provider_id,
    state: row.state,
    problem: row.problem,
    records: [...listRecords(ctx, row, row.found)],
    checkedAt: row.checked_at,
    verifiedAt: row.verified_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
