import type { Words } from '../words.ts';
import { domainSettings } from './settings-domains.ts';
import { ownSettings } from './settings-own.ts';
import { peopleSettings } from './settings-people.ts';
import { provisioningSettings } from './provisioning.ts';
import { singleSignOnSettings } from './single-sign-on.ts';
import { workspaceSettings } from './settings-workspace.ts';

export const settings: Words['settings'] = {
  title: 'الإعدادات',
  sections: 'الإعدادات',
  groups: { you: 'أنت', workspace: 'مساحة العمل' },
  pages: {
    profile: 'الملف الشخصي',
    signIn: 'الدخول',
    preferences: 'التفضيلات',
    calendars: 'التقاويم',
    connectedApps: 'التطبيقات المرتبطة',
    workspace: 'عام',
    branding: 'الهوية',
    domains: 'النطاقات',
    people: 'الأشخاص',
    teams: 'الفرق',
    resources: 'القاعات والمعدات',
    roles: 'الأدوار',
    security: 'الأمان',
    singleSignOn: 'الدخول الموحد',
    provisioning: 'التزويد',
    data: 'البيانات',
  },
  refusals: {
    adminsOnly: 'لا يغيّر هذا إلا مالك أو مشرف.',
    ownersOnly: 'لا يغيّر المالكَ إلا مالك.',
    managersOnly: 'لا يغيّر هذا إلا مالك أو مشرف أو مدير الفريق.',
  },
  firstName: 'الاسم الأول',
  lastName: 'اسم العائلة',
  email: 'البريد الإلكتروني',
  role: 'الدور',
  slug: 'نهاية الرابط',
  zone: 'المنطقة الزمنية',
  mailLanguage: 'لغة الرسائل والصفحات',
  id: 'المعرّف',
  remove: 'إزالة',
  signInAgain: 'سجّل الدخول من جديد',
  ...domainSettings,
  ...ownSettings,
  ...peopleSettings,
  ...workspaceSettings,
  ...provisioningSettings,
  ...singleSignOnSettings,
};
