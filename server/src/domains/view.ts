import type { domain } from '@daybook/contract/domains';
import type { z } from 'zod';
import type { Ctx } from '../platform/context.ts';
import { judgeRecords } from './rules.ts';
import type { DomainRow } from './store.ts';

export function serializeDomain({ publicUrl }: Ctx, row: DomainRow): z.input<typeof domain> {
  return {
    uuid: row.id,
    purpose: row.purpose,
    name: row.name,
    state: row.state,
    problem: row.problem,
    records: judgeRecords(row, publicUrl, row.found),
    checkedAt: row.checked_at,
    verifiedAt: row.verified_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
