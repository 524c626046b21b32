/** Fields for dates, times, durations and choices from many. */
export const controls = {
  dateOf: '{label}, date',
  timeOf: '{label}, time',
  openCalendar: 'Open calendar',
  wrongDate: 'Enter a date, such as {example}.',
  wrongTime: 'Enter a time, such as {example}.',
  wrongDuration: 'Enter a duration, such as {example}.',
  unit: 'Unit',
  units: { minutes: 'minutes', hours: 'hours', days: 'days', weeks: 'weeks' },
  suggested: 'Suggested',
  allZones: 'All time zones',
  more: '{n} more. Keep typing to find them.',
  before: 'before the event',
};
