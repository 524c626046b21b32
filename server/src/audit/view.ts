import type { auditEntry } from '@daybook/contract/audit';
import type { z } from 'zod';
import type { EntryRow } from './store.ts';

export function serializeEntry(row: EntryRow): z.output<typeof auditEntry> {
  return {
    id: row.id,
    action: row.action,
    object: { type: row.object_type, id: row.object_id },
    actor: {
      kind: row.actor_kind,
      uuid: row.member_id,
      email: row.email,
      name: row.name,
      app: row.app,
      credential: row.credential_id,
      address: row.address,
    },
    before: named(row.before),
    after: named(row.after),
    createdAt: row.happened_at,
  };
}

/** Columns in the spelling of the API. */
function named(values: Record<string, unknown> | null): Record<string, unknown> | null {
  return values && Object.fromEntries(Object.entries(values).map(([key, value]) => [camelCase(key), value]));
}

function camelCase(column: string): string {
  return column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
