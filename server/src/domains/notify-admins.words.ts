import type { Language } from '../mail/public.ts';

/** What owners and admins read when a domain stops working. */
interface DomainWords {
  readonly failing: string;
  readonly domain: string;
  readonly next: string;
  readonly advice: string;
  readonly open: string;
}

export const domainWordsIn: Record<Language, DomainWords> = {
  en: {
    failing: 'A domain is no longer in use',
    domain: 'Domain',
    next: 'Next',
    advice:
      'Its DNS records have changed. Links use the address of the installation until the records are correct again.',
    open: 'Check the records',
  },
  de: {
    failing: 'Eine Domain wird nicht mehr verwendet',
    domain: 'Domain',
    next: 'Weiter',
    advice:
      'Ihre DNS-Einträge haben sich geändert. Links verwenden die Adresse der Installation, bis die Einträge wieder stimmen.',
    open: 'Einträge prüfen',
  },
  fr: {
    failing: 'Un domaine n’est plus utilisé',
    domain: 'Domaine',
    next: 'Ensuite',
    advice:
      'Ses enregistrements DNS ont changé. Les liens utilisent l’adresse de l’installation jusqu’à ce qu’ils soient de nouveau corrects.',
    open: 'Vérifier les enregistrements',
  },
  es: {
    failing: 'Un dominio ya no se utiliza',
    domain: 'Dominio',
    next: 'Siguiente paso',
    advice:
      'Sus registros DNS han cambiado. Los enlaces usan la dirección de la instalación hasta que los registros vuelvan a ser correctos.',
    open: 'Revisar los registros',
  },
  pt: {
    failing: 'Um domínio deixou de ser usado',
    domain: 'Domínio',
    next: 'A seguir',
    advice:
      'Os seus registos DNS mudaram. Os links usam o endereço da instalação até os registos voltarem a estar corretos.',
    open: 'Verificar os registos',
  },
  ar: {
    failing: 'لم يعد أحد النطاقات مستخدمًا',
    domain: 'النطاق',
    next: 'الخطوة التالية',
    advice: 'تغيّرت سجلات DNS الخاصة به. تستخدم الروابط عنوان التثبيت إلى أن تصبح السجلات صحيحة من جديد.',
    open: 'التحقق من السجلات',
  },
};
