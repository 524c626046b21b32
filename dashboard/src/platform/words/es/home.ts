import type { Words } from '../words.ts';

export const home: Words['home'] = {
  copyLink: 'Copiar mi enlace',
  today: 'Hoy',
  allEvents: 'Todas las citas',
  soon: { one: 'en {n} minuto', other: 'en {n} minutos' },
  events: { one: '{n} cita', other: '{n} citas' },
  nothingToday: 'Hoy no hay nada.',
  nothingTodayHint: 'Lo que se reserve para hoy aparece aquí.',
  nextDays: 'Próximos días',
  nothingNext: 'Nada en los próximos días.',
  nothingNextHint: 'Lo que se reserve para los próximos {n} días aparece aquí.',
};
