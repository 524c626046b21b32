import type { Words } from '../words.ts';

export const lists: Words['lists'] = {
  conflict: '{name} hat dies geändert, während Sie es bearbeitet haben',
  conflictOwn: 'Sie haben dies in einem anderen Fenster geändert',
  someone: 'Jemand anderes',
  conflictHint:
    'Behalten Sie Ihre Fassung, um die gespeicherte zu überschreiben, oder übernehmen Sie die gespeicherte und verwerfen Ihre Änderungen.',
  keepMine: 'Meine behalten',
  takeTheirs: 'Gespeicherte übernehmen',
  showMore: 'Mehr zeigen',
  actions: 'Aktionen',
  next: 'Weiter in der Liste',
  previous: 'Zurück in der Liste',
  removeFilter: 'Filter {label} entfernen',
  from: 'Von',
  to: 'Bis',
};
