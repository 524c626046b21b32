import { z } from 'zod';
import { message, ok, paginated } from './envelopes.ts';
import { instant, queryBoolean, rule, timestamp, uuid } from './fields.ts';
import { declareRoute } from './route.ts';
import { anyToken, requireScopes } from './scopes.ts';

/** What a user is told: that a colleague mentioned them, or commented on what is theirs. Additions 7. */

export const notificationKinds = ['mention', 'comment', 'reply'] as const;

export const notification = z
  .object({
    uuid,
    kind: z.enum(notificationKinds).meta({
      description:
        '`mention`: a note or comment mentions you. `comment`: a comment on a record that you own. `reply`: a comment in a thread that you take part in',
    }),
    actor: z
      .object({ uuid: z.string(), name: z.string() })
      .nullable()
      .meta({ description: 'The author; null if it was an automation' }),
    record: z.object({
      objectSlug: z.string().meta({ example: 'deals' }),
      id: uuid,
      name: z.string().meta({ description: 'Empty if the record has no name' }),
    }),
    isComment: z.boolean().meta({ description: 'A comment, not a note' }),
    text: z.string().meta({ description: 'The beginning of the note or comment, without markup' }),
    createdAt: timestamp,
    readAt: timestamp.nullable(),
  })
  .meta({ id: 'Notification' });

const common = { origin: 'ours', tag: 'Notifications' } as const;

export const listNotifications = declareRoute({
  ...common,
  method: 'GET',
  path: '/notifications',
  summary: 'List your notifications, latest first',
  description:
    'Notifications are kept for 90 days. Those about records that you can no longer see are left out; so are those about records for a token without `crm:read`.',
  access: anyToken,
  query: { unread: queryBoolean.meta({ description: 'Only unread ones' }) },
  returns: paginated(notification),
});

const given = z.object({
  uuids: z.array(uuid).max(100).optional(),
  until: instant.optional().meta({ description: 'All up to this time, instead of `uuids`' }),
});

export const markNotificationsRead = declareRoute({
  ...common,
  method: 'POST',
  path: '/notifications/read',
  summary: 'Mark notifications as read',
  description:
    'Marks those in `uuids`, or all up to a time. Others stay as they are, and so do those that were read before.',
  access: requireScopes('admin:full', 'users:write'),
  body: rule(
    given,
    'uuids',
    'Send `uuids` or `until`.',
    ({ uuids, until }) => (uuids === undefined) !== (until === undefined),
  ),
  returns: message('Notifications marked as read.'),
  examples: { body: { uuids: ['0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d'] } },
});

const channels = z.object({ email: z.boolean() });

export const notificationSettings = z
  .object({ mention: channels, comment: channels, reply: channels })
  .meta({ id: 'NotificationSettings' });

export const readNotificationSettings = declareRoute({
  ...common,
  method: 'GET',
  path: '/notification-settings',
  summary: 'Read how you are notified',
  description:
    'By kind of notification. All are in the list of notifications; by default they are emailed as well.',
  access: requireScopes('admin:full', 'users:read'),
  returns: ok('resource', notificationSettings),
});

export const changeNotificationSettings = declareRoute({
  ...common,
  method: 'PUT',
  path: '/notification-settings',
  summary: 'Change how you are notified',
  description: 'Omitted kinds stay as they are.',
  access: requireScopes('admin:full', 'users:write'),
  body: notificationSettings.partial(),
  returns: ok('resource', notificationSettings),
  examples: { body: { comment: { email: false } } },
});
