import type { Words } from '../words.ts';

export const areas: Words['areas'] = {
  home: 'الرئيسية',
  events: 'المواعيد',
  pages: 'الصفحات',
  availability: 'أوقات التوفر',
  records: 'السجلات',
  forms: 'النماذج',
  calls: 'المكالمات',
  insights: 'الإحصاءات',
  developers: 'المطوّرون',
  settings: 'الإعدادات',
  people: 'الأشخاص',
  teams: 'الفرق',
};

export const shell: Words['shell'] = {
  areas: 'الأقسام',
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
  remove: 'إزالة',
};

export const commands: Words['commands'] = {
  open: 'ابحث أو نفّذ',
  title: 'البحث والأوامر',
  placeholder: 'ابحث، أو اكتب ما تريد فعله',
  results: 'النتائج',
  go: 'انتقل إلى',
  do: 'نفّذ',
  here: 'في هذه الصفحة',
  kinds: {
    person: 'الأشخاص',
    company: 'الشركات',
    record: 'السجلات',
    event: 'المواعيد',
    page: 'الصفحات',
    user: 'المستخدمون',
  },
  none: 'لا توجد نتائج. جرّب أحرفًا أقل أو اسمًا آخر.',
  choose: 'اختيار',
  onlyCommands: 'الأوامر فقط',
  createPage: 'إنشاء صفحة',
  copyLink: 'نسخ رابطي',
  showShortcuts: 'إظهار اختصارات لوحة المفاتيح',
  useTheme: 'المظهر: {theme}',
};

export const shortcuts: Words['shortcuts'] = {
  title: 'اختصارات لوحة المفاتيح',
  hint: 'لا تعمل المفاتيح المفردة أبدًا أثناء الكتابة في حقل.',
  areOn: 'المفاتيح المفردة تعمل',
  everywhere: 'في كل مكان',
  go: 'الانتقال إلى قسم',
  here: 'في هذه الصفحة',
  andThen: 'ثم',
  find: 'البحث في القائمة',
  create: 'إنشاء جديد هنا',
  back: 'الرجوع مستوى واحدًا',
  undo: 'التراجع عن آخر إجراء',
};

export const signIn: Words['signIn'] = {
  title: 'سجّل الدخول من جديد',
  hint: 'انتهت جلستك. لن يضيع شيء في هذه الصفحة.',
  email: 'البريد الإلكتروني',
  password: 'كلمة المرور',
  code: 'الرمز',
  codeHint: 'ستة أرقام من تطبيق المصادقة، أو رمز استرداد.',
  submit: 'تسجيل الدخول',
  otherWays: 'الدخول بطريقة أخرى',
  otherWaysHint: 'يُعاد تحميل الصفحة، ويضيع ما لم يُحفظ.',
};

export const errors: Words['errors'] = {
  notShown: 'تعذّر عرض هذا.',
  noConnection: 'لم يستجب الخادم. يرجى التحقق من الاتصال والمحاولة مرة أخرى.',
  id: 'خطأ',
  copyId: 'نسخ المعرّف',
  retry: 'حاول مرة أخرى',
};
