/** Fields for dates, times, durations and choices from many. */
export const controls = {
  dateOf: '{label}, date',
  timeOf: '{label}, heure',
  openCalendar: 'Ouvrir le calendrier',
  wrongDate: 'Saisissez une date, par exemple {example}.',
  wrongTime: 'Saisissez une heure, par exemple {example}.',
  wrongDuration: 'Saisissez une durée, par exemple {example}.',
  unit: 'Unité',
  units: { minutes: 'minutes', hours: 'heures', days: 'jours', weeks: 'semaines' },
  suggested: 'Suggestions',
  allZones: 'Tous les fuseaux horaires',
  more: '{n} de plus. Continuez à taper pour les trouver.',
  before: 'avant le rendez-vous',
};
