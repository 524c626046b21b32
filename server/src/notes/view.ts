import type { note } from '@daybook/contract/notes';
import type { z } from 'zod';
import type { Ctx } from '../platform/context.ts';
import { buildImageUrl } from '../platform/urls.ts';
import type { NoteRow } from './store.ts';

export function serializeNote(ctx: Ctx, row: NoteRow): z.output<typeof note> {
  return {
    id: row.id,
    uuid: row.public_id,
    note: row.note,
    eventUUID: row.event_id,
    crmRecords: null,
    event: {
      UUID: row.event_id,
      startAt: row.starts_at,
      endAt: row.ends_at,
      title: row.title,
      duration: row.duration,
      eventType: { title: row.type_title, slug: row.type_slug },
    },
    creator: {
      firstName: row.first_name,
      lastName: row.last_name,
      slug: row.slug,
      avatar: buildImageUrl(ctx, row.avatar),
    },
    ...(row.editor_slug !== null && {
      editor: {
        firstName: row.editor_first_name ?? '',
        lastName: row.editor_last_name ?? '',
        slug: row.editor_slug,
        avatar: buildImageUrl(ctx, row.editor_avatar),
      },
    }),
    updatedAt: row.updated_at,
    createdAt: row.created_at,
  };
}
