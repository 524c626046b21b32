import type { Words } from '../words.ts';

export const notifications: Words['notifications'] = {
  title: 'Notifications',
  filter: 'Afficher',
  unread: 'Non lues',
  all: 'Toutes',
  markAll: 'Tout marquer comme lu',
  told: {
    mention: '{who} vous a mentionné sur {record}',
    comment: '{who} a commenté {record}',
    reply: '{who} a répondu sur {record}',
  },
  system: 'Daybook',
  isUnread: 'Non lue',
  none: 'Vous êtes à jour',
  noneHint: 'Les mentions, réponses et commentaires sur vos fiches apparaissent ici.',
  count: {
    one: '{n} notification',
    other: '{n} notifications',
  },
  settings: 'M’écrire pour',
  kinds: {
    mention: 'Les mentions',
    comment: 'Les commentaires sur mes fiches',
    reply: 'Les réponses dans mes fils',
  },
};
