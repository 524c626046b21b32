import type { platformWorkspace } from '@daybook/contract/platform';
import type { z } from 'zod';
import type { ManagedWorkspace } from './store.ts';

export function serializeWorkspace(row: ManagedWorkspace): z.output<typeof platformWorkspace> {
  return {
    uuid: row.workspace_id,
    externalId: row.external_id,
    name: row.name,
    timezone: row.timezone,
    isSuspended: row.is_suspended,
    createdAt: row.created_at,
  };
}
