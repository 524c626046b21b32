import type { Words } from '../words.ts';

export const notifications: Words['notifications'] = {
  title: 'الإشعارات',
  filter: 'عرض',
  unread: 'غير المقروءة',
  all: 'الكل',
  markAll: 'تحديد الكل كمقروء',
  told: {
    mention: 'أشار إليك {who} في {record}',
    comment: 'علّق {who} على {record}',
    reply: 'ردّ {who} في {record}',
  },
  system: 'Daybook',
  isUnread: 'غير مقروء',
  none: 'لا جديد لديك',
  noneHint: 'تظهر هنا الإشارات إليك والردود والتعليقات على سجلاتك.',
  count: {
    one: 'إشعار واحد',
    two: 'إشعاران',
    few: '{n} إشعارات',
    many: '{n} إشعارًا',
    other: '{n} إشعار',
  },
  settings: 'مراسلتي بشأن',
  kinds: {
    mention: 'الإشارات إليّ',
    comment: 'التعليقات على سجلاتي',
    reply: 'الردود في محادثاتي',
  },
};
