import type { Words } from '../words.ts';

export const notifications: Words['notifications'] = {
  title: 'Notificaciones',
  filter: 'Mostrar',
  unread: 'Sin leer',
  all: 'Todas',
  markAll: 'Marcar todo como leído',
  told: {
    mention: '{who} le ha mencionado en {record}',
    comment: '{who} ha comentado {record}',
    reply: '{who} ha respondido en {record}',
  },
  system: 'Daybook',
  isUnread: 'Sin leer',
  none: 'Está al día',
  noneHint: 'Aquí aparecen menciones, respuestas y comentarios sobre sus registros.',
  count: {
    one: '{n} notificación',
    other: '{n} notificaciones',
  },
  settings: 'Enviarme correos sobre',
  kinds: {
    mention: 'Menciones',
    comment: 'Comentarios en mis registros',
    reply: 'Respuestas en mis hilos',
  },
};
