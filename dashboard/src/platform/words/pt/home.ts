import type { Words } from '../words.ts';

export const home: Words['home'] = {
  copyLink: 'Copiar o meu link',
  today: 'Hoje',
  allEvents: 'Todas as reuniões',
  soon: { one: 'dentro de {n} minuto', other: 'dentro de {n} minutos' },
  events: { one: '{n} reunião', other: '{n} reuniões' },
  nothingToday: 'Hoje não há nada.',
  nothingTodayHint: 'O que for marcado para hoje aparece aqui.',
  nextDays: 'Próximos dias',
  nothingNext: 'Nada nos próximos dias.',
  nothingNextHint: 'O que for marcado para os próximos {n} dias aparece aqui.',
};
