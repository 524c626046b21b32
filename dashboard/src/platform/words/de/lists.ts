import type { Words } from '../words.ts';

export const lists: Words['lists'] = {
  showMore: 'Mehr zeigen',
  actions: 'Aktionen',
  next: 'Weiter in der Liste',
  previous: 'Zurück in der Liste',
  from: 'Von',
  to: 'Bis',
};
