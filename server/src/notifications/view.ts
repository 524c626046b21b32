import type { notification } from '@daybook/contract/notifications';
import type { z } from 'zod';
import { excerptHtml } from '../platform/html.ts';
import type { NotificationRow } from './store.ts';

const maxText = 200;

/** `html` has the names of the mentioned users, which the row has not. */
export function serializeNotification(row: NotificationRow, html: string): z.output<typeof notification> {
  return {
    uuid: row.id,
    kind: row.kind,
    actor: row.actor_id === null ? null : { uuid: row.actor_id, name: row.actor_name },
    record: { objectSlug: row.slug, id: row.record_id, name: row.record_name },
    isComment: row.is_comment,
    text: excerptHtml(html, maxText),
    createdAt: row.created_at,
    readAt: row.read_at,
  };
}
