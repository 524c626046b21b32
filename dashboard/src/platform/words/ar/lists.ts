import type { Words } from '../words.ts';

export const lists: Words['lists'] = {
  showMore: 'عرض المزيد',
  actions: 'إجراءات',
  next: 'التالي في القائمة',
  previous: 'السابق في القائمة',
  from: 'من',
  to: 'إلى',
};
