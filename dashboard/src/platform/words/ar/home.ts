import type { Words } from '../words.ts';

export const home: Words['home'] = {
  copyLink: 'نسخ رابطي',
  today: 'اليوم',
  allEvents: 'كل المواعيد',
  soon: {
    one: 'بعد دقيقة',
    two: 'بعد دقيقتين',
    few: 'بعد {n} دقائق',
    many: 'بعد {n} دقيقة',
    other: 'بعد {n} دقيقة',
  },
  events: { one: 'موعد واحد', two: 'موعدان', few: '{n} مواعيد', many: '{n} موعدًا', other: '{n} موعد' },
  nothingToday: 'لا شيء اليوم.',
  nothingTodayHint: 'يظهر هنا ما يُحجز لهذا اليوم.',
  nextDays: 'الأيام القادمة',
  nothingNext: 'لا شيء في الأيام القادمة.',
  nothingNextHint: 'يظهر هنا ما يُحجز للأيام الـ{n} القادمة.',
};
