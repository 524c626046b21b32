export const home = {
  copyLink: 'Copy my link',
  today: 'Today',
  allEvents: 'All events',
  soon: { one: 'in {n} minute', other: 'in {n} minutes' },
  events: { one: '{n} event', other: '{n} events' },
  nothingToday: 'Nothing today.',
  nothingTodayHint: 'What is booked for today appears here.',
  nextDays: 'Next days',
  nothingNext: 'Nothing in the next days.',
  nothingNextHint: 'What is booked for the next {n} days appears here.',
};
