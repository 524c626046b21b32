import type { Words } from '../words.ts';

export const notifications: Words['notifications'] = {
  title: 'Benachrichtigungen',
  filter: 'Anzeigen',
  unread: 'Ungelesen',
  all: 'Alle',
  markAll: 'Alle als gelesen markieren',
  told: {
    mention: '{who} hat Sie bei {record} erwähnt',
    comment: '{who} hat {record} kommentiert',
    reply: '{who} hat bei {record} geantwortet',
  },
  system: 'Daybook',
  isUnread: 'Ungelesen',
  none: 'Alles gelesen',
  noneHint: 'Hier erscheinen Erwähnungen, Antworten und Kommentare zu Ihren Datensätzen.',
  count: {
    one: '{n} Benachrichtigung',
    other: '{n} Benachrichtigungen',
  },
  settings: 'E-Mails erhalten über',
  kinds: {
    mention: 'Erwähnungen',
    comment: 'Kommentare zu meinen Datensätzen',
    reply: 'Antworten, wo ich beteiligt bin',
  },
};
