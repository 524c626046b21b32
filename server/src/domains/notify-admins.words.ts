import type { Language } from '../mail/public.ts';

/** What owners and admins read when a domain stops working. */
interface DomainWords {
  readonly failing: string;
  readonly domain: string;
  readonly next: string;
  readonly advice: string;
  readonly senderAdvice: string;
  readonly open: string;
}

export const domainWordsIn: Record<Language, DomainWords> = {
  en: {
    failing: 'A domain is no longer in use',
    domain: 'Domain',
    next: 'Next',
    advice:
      'Its DNS records have changed. Links use the address of the installation until the records are correct again.',
    senderAdvice:
      'Its DNS records have changed. Emails come from the address of the installation until the records are correct again, and replies go to yours.',
    open: 'Check the records',
  },
  de: {
    failing: 'Eine Domain wird nicht mehr verwendet',
    domain: 'Domain',
    next: 'Weiter',
    advice:
      'Ihre DNS-Einträge haben sich geändert. Links verwenden die Adresse der Installation, bis die Einträge wieder stimmen.',
    senderAdvice:
      'Ihre DNS-Einträge haben sich geändert. E-Mails kommen von der Adresse der Installation, bis die Einträge wieder stimmen; Antworten gehen an Ihre.',
    open: 'Einträge prüfen',
  },
  fr: {
    failing: 'Un domaine n’est plus utilisé',
    domain: 'Domaine',
    next: 'Ensuite',
    advice:
      'Ses enregistrements DNS ont changé. Les liens utilisent l’adresse de l’installation jusqu’à ce qu’ils soient de nouveau corrects.',
    senderAdvice:
      'Ses enregistrements DNS ont changé. Les e-mails partent de l’adresse de l’installation jusqu’à ce qu’ils soient de nouveau corrects ; les réponses vous parviennent.',
    open: 'Vérifier les enregistrements',
  },
  es: {
    failing: 'Un dominio ya no se utiliza',
    domain: 'Dominio',
    next: 'Siguiente paso',
    advice:
      'Sus registros DNS han cambiado. Los enlaces usan la dirección de la instalación hasta que los registros vuelvan a ser correctos.',
    senderAdvice:
      'Sus registros DNS han cambiado. Los correos salen de la dirección de la instalación hasta que los registros vuelvan a ser correctos; las respuestas le llegan a usted.',
    open: 'Revisar los registros',
  },
  pt: {
    failing: 'Um domínio deixou de ser usado',
    domain: 'Domínio',
    next: 'A seguir',
    advice:
      'Os seus registos DNS mudaram. Os links usam o endereço da instalação até os registos voltarem a estar corretos.',
    senderAdvice:
      'Os seus registos DNS mudaram. Os e-mails saem do endereço da instalação até os registos voltarem a estar corretos; as respostas chegam a si.',
    open: 'Verificar os registos',
  },
  ar: {
    failing: 'لم يعد أحد النطاقات مستخدمًا',
    domain: 'النطاق',
    next: 'الخطوة التالية',
    advice: 'تغيّرت سجلات DNS الخاصة به. تستخدم الروابط عنوان التثبيت إلى أن تصبح السجلات صحيحة من جديد.',
    senderAdvice:
      'تغيّرت سجلات DNS الخاصة به. تُرسل رسائل البريد من عنوان التثبيت إلى أن تصبح السجلات صحيحة من جديد، وتصل الردود إليك.',
    open: 'التحقق من السجلات',
  },
};
