export const notifications = {
  title: 'Notifications',
  filter: 'Show',
  unread: 'Unread',
  all: 'All',
  markAll: 'Mark all as read',
  told: {
    mention: '{who} mentioned you on {record}',
    comment: '{who} commented on {record}',
    reply: '{who} replied on {record}',
  },
  system: 'Daybook',
  isUnread: 'Unread',
  none: 'You’re all caught up',
  noneHint: 'Mentions, replies and comments on your records appear here.',
  count: {
    one: '{n} notification',
    other: '{n} notifications',
  },
  settings: 'Email me about',
  kinds: {
    mention: 'Mentions',
    comment: 'Comments on my records',
    reply: 'Replies in my threads',
  },
};
