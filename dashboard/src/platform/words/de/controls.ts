/** Fields for dates, times, durations and choices from many. */
export const controls = {
  dateOf: '{label}, Datum',
  timeOf: '{label}, Uhrzeit',
  openCalendar: 'Kalender öffnen',
  wrongDate: 'Geben Sie ein Datum ein, zum Beispiel {example}.',
  wrongTime: 'Geben Sie eine Uhrzeit ein, zum Beispiel {example}.',
  wrongDuration: 'Geben Sie eine Dauer ein, zum Beispiel {example}.',
  unit: 'Einheit',
  units: { minutes: 'Minuten', hours: 'Stunden', days: 'Tage', weeks: 'Wochen' },
  suggested: 'Vorschläge',
  allZones: 'Alle Zeitzonen',
  more: '{n} weitere. Tippen Sie weiter, um sie zu finden.',
  before: 'vor dem Termin',
};
