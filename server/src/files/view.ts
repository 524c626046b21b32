import type { recordFile } from '@daybook/contract/crm-files';
import type { z } from 'zod';
import type { FileRow } from './store.ts';

export function serializeFile(row: FileRow): z.output<typeof recordFile> {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    creator: row.creator_id === null ? null : { uuid: row.creator_id, name: row.creator_name ?? '' },
    createdAt: row.created_at,
  };
}
