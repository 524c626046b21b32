import type { passkey } from '@daybook/contract/factors';
import type { z } from 'zod';
import type { PasskeyRow } from './store.ts';

export function serializePasskey(row: PasskeyRow): z.output<typeof passkey> {
  return { uuid: row.id, name: row.name, lastUsedAt: row.last_used_at, createdAt: row.created_at };
}
