import type { Words } from '../words.ts';

export const lists: Words['lists'] = {
  conflict: 'غيّر {name} هذا أثناء تعديلك له',
  conflictOwn: 'لقد غيّرت هذا في نافذة أخرى',
  someone: 'شخص آخر',
  conflictHint: 'احتفظ بنسختك لتحل محل النسخة المحفوظة، أو خذ النسخة الأخرى وتخلَّ عن تغييراتك.',
  keepMine: 'الاحتفاظ بنسختي',
  takeTheirs: 'أخذ النسخة الأخرى',
  showMore: 'عرض المزيد',
  actions: 'إجراءات',
  next: 'التالي في القائمة',
  previous: 'السابق في القائمة',
  removeFilter: 'إزالة عامل التصفية {label}',
  from: 'من',
  to: 'إلى',
};
