import type { Words } from '../words.ts';

export const areas: Words['areas'] = {
  home: 'الرئيسية',
  events: 'المواعيد',
  pages: 'الصفحات',
  availability: 'أوقات التوفر',
  records: 'السجلات',
  tasks: 'المهام',
  forms: 'النماذج',
  calls: 'المكالمات',
  workflows: 'مسارات العمل',
  insights: 'الإحصاءات',
  developers: 'المطوّرون',
  polls: 'الاستطلاعات',
  settings: 'الإعدادات',
  people: 'الأشخاص',
  teams: 'الفرق',
};

export const shell: Words['shell'] = {
  areas: 'التنقل الرئيسي',
  help: 'مساعدة',
  more: 'المزيد',
  skip: 'انتقل إلى المحتوى',
  workspace: 'مساحة العمل',
  account: 'الحساب',
  security: 'الدخول والأمان',
  otherWorkspace: 'الدخول إلى مساحة عمل أخرى',
  roles: { owner: 'مالك', admin: 'مشرف', user: 'عضو' },
  theme: 'المظهر',
  themes: { system: 'كالنظام', light: 'فاتح', dark: 'داكن' },
  language: 'اللغة',
  signOut: 'تسجيل الخروج',
  collapse: 'إخفاء قائمة الأقسام أو إظهارها',
  offline: 'لا يوجد اتصال. قد يكون ما تراه قديمًا، ولا يمكن تغيير شيء حتى يعود.',
  messages: 'الرسائل',
  dismiss: 'إخفاء',
  today: '{n} اليوم',
  failing: '{n} متعطلة',
  loading: 'جارٍ التحميل',
  copied: 'تم النسخ.',
  close: 'إغلاق',
  cancel: 'إلغاء',
  save: 'حفظ',
  saved: 'تم الحفظ.',
  missing: 'غير موجود',
  missingTitle: 'لا يوجد شيء في هذا العنوان.',
  missingHint: 'قد يكون الرابط قديمًا أو ناقصًا.',
};

export const reach: Words['reach'] = {
  notifications: 'الإشعارات',
  favorites: 'المفضلة',
  recent: 'الأخيرة',
  add: 'إضافة إلى المفضلة',
  remove: 'إزالة من المفضلة',
  move: 'اضغط Alt مع سهم لنقله',
  unnamed: 'بلا اسم',
};

export const kit: Words['kit'] = {
  undo: 'تراجع',
  wasUndone: 'تم التراجع.',
  choices: 'إظهار الخيارات',
  noMatch: 'لا توجد نتائج.',
  searching: 'جارٍ البحث …',
  typeToConfirm: 'للتأكيد اكتب «{text}»',
  unsaved: 'المغادرة دون حفظ؟',
  unsavedHint: 'لم تُحفظ تغييراتك في هذه الصفحة.',
  stay: 'البقاء',
  discard: 'المغادرة دون حفظ',
  chooseOne: 'اختر واحدًا على الأقل.',
  remove: 'إزالة',
};

export const commands: Words['commands'] = {
  find: 'ابحث',
  open: 'ابحث أو نفّذ',
  createPage: 'إنشاء صفحة',
};

export const shortcuts: Words['shortcuts'] = {
  find: 'البحث في القائمة',
  create: 'إنشاء جديد هنا',
  back: 'الرجوع مستوى واحدًا',
  undo: 'التراجع عن آخر إجراء',
};

export const errors: Words['errors'] = {
  notShown: 'تعذّر عرض هذا.',
  noConnection: 'لم يستجب الخادم. يرجى التحقق من الاتصال والمحاولة مرة أخرى.',
  offline: 'أنت غير متصل. سيُحمَّل هذا فور عودة الاتصال.',
  gone: 'لم يعد هذا موجودًا، أو لا يحق لك رؤيته.',
  back: 'العودة إلى القائمة',
  unexpected: 'حدث خطأ في هذه الصفحة. يُرجى إعادة تحميلها.',
  id: 'خطأ',
  copyId: 'نسخ المعرّف',
  retry: 'حاول مرة أخرى',
};
