import type { Language } from '../mail/public.ts';
import type { Purpose } from './rules.ts';

/** What owners and admins read when a domain stops working. */
interface DomainWords {
  readonly failing: string;
  readonly domain: string;
  readonly next: string;
  readonly advice: Readonly<Record<Purpose, string>>;
  readonly open: string;
}

export const domainWordsIn: Record<Language, DomainWords> = {
  en: {
    failing: 'A domain is no longer in use',
    domain: 'Domain',
    next: 'Next',
    advice: {
      pages:
        'Its DNS records have changed. Links use the address of the installation until the records are correct again.',
      sender:
        'Its DNS records have changed. Emails come from the address of the installation until the records are correct again, and replies go to yours.',
      sign_in:
        'Its DNS record has been missing for seven days. Its addresses don’t sign in at your identity provider until the record is correct again.',
    },
    open: 'Check the records',
  },
  de: {
    failing: 'Eine Domain wird nicht mehr verwendet',
    domain: 'Domain',
    next: 'Weiter',
    advice: {
      pages:
        'Ihre DNS-Einträge haben sich geändert. Links verwenden die Adresse der Installation, bis die Einträge wieder stimmen.',
      sender:
        'Ihre DNS-Einträge haben sich geändert. E-Mails kommen von der Adresse der Installation, bis die Einträge wieder stimmen; Antworten gehen an Ihre.',
      sign_in:
        'Ihr DNS-Eintrag fehlt seit sieben Tagen. Ihre Adressen melden sich nicht mehr bei Ihrem Identitätsanbieter an, bis der Eintrag wieder stimmt.',
    },
    open: 'Einträge prüfen',
  },
  fr: {
    failing: 'Un domaine n’est plus utilisé',
    domain: 'Domaine',
    next: 'Ensuite',
    advice: {
      pages:
        'Ses enregistrements DNS ont changé. Les liens utilisent l’adresse de l’installation jusqu’à ce qu’ils soient de nouveau corrects.',
      sender:
        'Ses enregistrements DNS ont changé. Les e-mails partent de l’adresse de l’installation jusqu’à ce qu’ils soient de nouveau corrects ; les réponses vous parviennent.',
      sign_in:
        'Son enregistrement DNS manque depuis sept jours. Ses adresses ne se connectent plus auprès de votre fournisseur d’identité jusqu’à ce qu’il soit de nouveau correct.',
    },
    open: 'Vérifier les enregistrements',
  },
  es: {
    failing: 'Un dominio ya no se utiliza',
    domain: 'Dominio',
    next: 'Siguiente paso',
    advice: {
      pages:
        'Sus registros DNS han cambiado. Los enlaces usan la dirección de la instalación hasta que los registros vuelvan a ser correctos.',
      sender:
        'Sus registros DNS han cambiado. Los correos salen de la dirección de la instalación hasta que los registros vuelvan a ser correctos; las respuestas le llegan a usted.',
      sign_in:
        'Su registro DNS falta desde hace siete días. Sus direcciones no inician sesión en su proveedor de identidad hasta que el registro vuelva a ser correcto.',
    },
    open: 'Revisar los registros',
  },
  pt: {
    failing: 'Um domínio deixou de ser usado',
    domain: 'Domínio',
    next: 'A seguir',
    advice: {
      pages:
        'Os seus registos DNS mudaram. Os links usam o endereço da instalação até os registos voltarem a estar corretos.',
      sender:
        'Os seus registos DNS mudaram. Os e-mails saem do endereço da instalação até os registos voltarem a estar corretos; as respostas chegam a si.',
      sign_in:
        'O registo DNS falta há sete dias. Os endereços não iniciam sessão no seu fornecedor de identidade até o registo voltar a estar correto.',
    },
    open: 'Verificar os registos',
  },
  ar: {
    failing: 'لم يعد أحد النطاقات مستخدمًا',
    domain: 'النطاق',
    next: 'الخطوة التالية',
    advice: {
      pages: 'تغيّرت سجلات DNS الخاصة به. تستخدم الروابط عنوان التثبيت إلى أن تصبح السجلات صحيحة من جديد.',
      sender:
        'تغيّرت سجلات DNS الخاصة به. تُرسل رسائل البريد من عنوان التثبيت إلى أن تصبح السجلات صحيحة من جديد، وتصل الردود إليك.',
      sign_in:
        'سجل DNS الخاص به مفقود منذ سبعة أيام. لن تسجل عناوينه الدخول عبر موفر الهوية لديك إلى أن يصبح السجل صحيحًا من جديد.',
    },
    open: 'التحقق من السجلات',
  },
};
