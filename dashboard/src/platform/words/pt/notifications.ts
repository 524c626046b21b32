import type { Words } from '../words.ts';

export const notifications: Words['notifications'] = {
  title: 'Notificações',
  filter: 'Mostrar',
  unread: 'Por ler',
  all: 'Todas',
  markAll: 'Marcar tudo como lido',
  told: {
    mention: '{who} mencionou-o em {record}',
    comment: '{who} comentou {record}',
    reply: '{who} respondeu em {record}',
  },
  system: 'Daybook',
  isUnread: 'Por ler',
  none: 'Está em dia',
  noneHint: 'Aqui aparecem menções, respostas e comentários nos seus registos.',
  count: {
    one: '{n} notificação',
    other: '{n} notificações',
  },
  settings: 'Enviar-me e-mails sobre',
  kinds: {
    mention: 'Menções',
    comment: 'Comentários nos meus registos',
    reply: 'Respostas nas minhas conversas',
  },
};
