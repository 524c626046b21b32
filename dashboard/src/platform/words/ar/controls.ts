/** Fields for dates, times, durations and choices from many. */
export const controls = {
  dateOf: '{label}، التاريخ',
  timeOf: '{label}، الوقت',
  openCalendar: 'فتح التقويم',
  wrongDate: 'أدخل تاريخًا، مثل {example}.',
  wrongTime: 'أدخل وقتًا، مثل {example}.',
  wrongDuration: 'أدخل مدة، مثل {example}.',
  unit: 'الوحدة',
  units: { minutes: 'دقائق', hours: 'ساعات', days: 'أيام', weeks: 'أسابيع' },
  suggested: 'مقترحة',
  allZones: 'كل المناطق الزمنية',
  more: '{n} أخرى. واصل الكتابة للعثور عليها.',
  before: 'قبل الموعد',
};
