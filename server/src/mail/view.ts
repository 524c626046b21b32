import type { mailMessage } from '@daybook/contract/mail';
import type { z } from 'zod';
import type { Content } from './compose.ts';
import type { MessageRow } from './store.ts';

/** Without what the message says: it may hold the key of an invitee's page. */
export function messageView(row: MessageRow, { subject }: Content): z.output<typeof mailMessage> {
  return {
    uuid: row.id,
    kind: row.kind,
    state: row.status as 'queued',
    recipient: row.to_email,
    subject,
    eventUuid: row.kind === 'request' ? null : row.event_id,
    attempts: row.attempts,
    error: row.last_error,
    nextAttemptAt: row.status === 'queued' ? row.due_at : null,
    createdAt: row.created_at,
    sentAt: row.sent_at,
  };
}
