import type { mailMessage } from '@daybook/contract/mail';
import type { z } from 'zod';
import type { Content } from './content.ts';
import type { MessageRow } from './store.ts';

/** Without what the message says: it may hold the key of an invitee's page. */
export function serializeMessage(row: MessageRow, { subject }: Content): z.output<typeof mailMessage> {
  return {
    uuid: row.id,
    kind: row.kind,
    state: row.status as 'queued',
    recipient: row.to_email,
    subject,
    // Mail about a request, a place on a waitlist, a poll or a call has the id of that there.
    eventUuid: row.event_id?.startsWith('dbk-') ? row.event_id : null,
    attempts: row.attempts,
    error: row.last_error,
    nextAttemptAt: row.status === 'queued' ? row.due_at : null,
    createdAt: row.created_at,
    sentAt: row.sent_at,
  };
}
