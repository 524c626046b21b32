import type { Words } from '../words.ts';

export const home: Words['home'] = {
  copyLink: 'Copier mon lien',
  today: 'Aujourd’hui',
  allEvents: 'Tous les rendez-vous',
  soon: { one: 'dans {n} minute', other: 'dans {n} minutes' },
  events: { one: '{n} rendez-vous', other: '{n} rendez-vous' },
  nothingToday: 'Rien aujourd’hui.',
  nothingTodayHint: 'Ce qui est réservé pour aujourd’hui apparaît ici.',
  nextDays: 'Prochains jours',
  nothingNext: 'Rien ces prochains jours.',
  nothingNextHint: 'Ce qui est réservé pour les {n} prochains jours apparaît ici.',
};
