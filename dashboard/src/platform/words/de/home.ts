import type { Words } from '../words.ts';

export const home: Words['home'] = {
  copyLink: 'Meinen Link kopieren',
  today: 'Heute',
  allEvents: 'Alle Termine',
  soon: { one: 'in {n} Minute', other: 'in {n} Minuten' },
  events: { one: '{n} Termin', other: '{n} Termine' },
  nothingToday: 'Heute ist nichts.',
  nothingTodayHint: 'Was für heute gebucht wird, erscheint hier.',
  nextDays: 'Nächste Tage',
  nothingNext: 'Nichts in den nächsten Tagen.',
  nothingNextHint: 'Was für die nächsten {n} Tage gebucht wird, erscheint hier.',
};
