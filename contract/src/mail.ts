import { z } from 'zod';
import { created, paginated } from './envelopes.ts';
import { email, eventId, instant, line, timestamp, uuid, uuidParam } from './fields.ts';
import { declareRoute } from './route.ts';
import { requireScopes } from './scopes.ts';

/** The log of mail: what was sent to whom, and what could not be. */

export const mailMessage = z
  .object({
    uuid,
    kind: z.string().meta({
      description:
        'What it is about: `confirmed`, `moved`, `new host`, `link`, `handed over`, `changed`, `cancelled`, `reminder`, `request`, `account`, `webhook`, `workflow`',
      example: 'confirmed',
    }),
    state: z.enum(['queued', 'sent', 'kept', 'failed', 'refused', 'bounced']).meta({
      description:
        '`kept`: there is no mail server. `failed`: the mail server rejected it, or all retries in three days failed. `refused`: the recipient unsubscribed. `bounced`: it was sent, but bounced',
    }),
    recipient: z.string(),
    subject: z.string(),
    eventUuid: eventId.nullable(),
    attempts: z.int(),
    error: z
      .string()
      .nullable()
      .meta({ description: 'Last response of the mail server', example: '550 No such user' }),
    nextAttemptAt: timestamp.nullable(),
    createdAt: timestamp,
    sentAt: timestamp.nullable(),
  })
  .meta({ id: 'MailMessage' });

const adminsOnly = 'Only owners and admins can do this.';

export const listMail = declareRoute({
  method: 'GET',
  path: '/mail',
  origin: 'ours',
  tag: 'Mail',
  summary: 'List messages, newest first',
  description: 'Messages of 90 days. A page is followed by the `cursor` in `pagination.nextPage`.',
  access: requireScopes('admin:full', 'events:read'),
  may: 'admin',
  query: {
    state: mailMessage.shape.state.optional(),
    kind: line(50).optional(),
    recipient: email.optional(),
    event: eventId.optional(),
    since: instant.optional(),
    until: instant.optional(),
    cursor: uuid.optional().meta({ description: 'The uuid of the last message of the page before' }),
  },
  returns: paginated(mailMessage),
  fails: { 403: adminsOnly },
});

export const resendMail = declareRoute({
  method: 'POST',
  path: '/mail/{uuid}/resend',
  origin: 'ours',
  tag: 'Mail',
  summary: 'Resend a message',
  description: 'As it was, as a new message; the old one stays in the list.',
  access: requireScopes('admin:full', 'events:write'),
  may: 'admin',
  params: { uuid: uuidParam('Message') },
  returns: created('resource', mailMessage),
  fails: {
    403: adminsOnly,
    404: 'Message not found.',
    409: 'The email is still being sent, or its recipient unsubscribed.',
  },
});
