import type { Language } from './formats.ts';

/** What messages of several nouns say. What only one of them says stands beside that noun. */
export interface CommonWords {
  readonly greeting: (who: string) => string;
  readonly footer: (organization: string) => string;
  /** The same for workspaces whose emails don't name Daybook. */
  readonly footerWithoutBrand: (organization: string) => string;
  /** The link that ends all further mail which its reader did not cause. */
  readonly unsubscribe: string;
  readonly what: string;
  readonly when: string;
  /** To the hosts: the event in their dashboard. */
  readonly seeEvent: string;
  readonly confirmAddress: string;
  readonly validFor: string;
  readonly notRequested: string;
  /** What to do if someone else requested the message. */
  readonly ignore: string;
}

export const commonWordsIn: Record<Language, CommonWords> = {
  en: {
    greeting: (who) => `Hello ${who},`,
    footer: (organization) => `Sent by ${organization} with Daybook.`,
    footerWithoutBrand: (organization) => `Sent by ${organization}.`,
    unsubscribe: 'Unsubscribe',
    what: 'What',
    when: 'When',
    seeEvent: 'View, reschedule or cancel',
    confirmAddress: 'Confirm your email address',
    validFor: 'Valid for',
    notRequested: 'Didn’t request this?',
    ignore: 'You can ignore this email.',
  },
  de: {
    greeting: (who) => `Guten Tag ${who},`,
    footer: (organization) => `Gesendet von ${organization} mit Daybook.`,
    footerWithoutBrand: (organization) => `Gesendet von ${organization}.`,
    unsubscribe: 'Keine weiteren solchen Nachrichten von hier',
    what: 'Was',
    when: 'Wann',
    seeEvent: 'Ansehen, verschieben oder absagen',
    confirmAddress: 'Adresse bestätigen',
    validFor: 'Gültig',
    notRequested: 'Haben Sie das nicht angefordert?',
    ignore: 'Dann brauchen Sie nichts zu tun.',
  },
  fr: {
    greeting: (who) => `Bonjour ${who},`,
    footer: (organization) => `Envoyé par ${organization} avec Daybook.`,
    footerWithoutBrand: (organization) => `Envoyé par ${organization}.`,
    unsubscribe: 'Ne plus recevoir de tels messages d’ici',
    what: 'Objet',
    when: 'Quand',
    seeEvent: 'Voir, déplacer ou annuler',
    confirmAddress: 'Confirmez votre adresse',
    validFor: 'Valable',
    notRequested: 'Vous n’avez rien demandé ?',
    ignore: 'Alors il n’y a rien à faire.',
  },
  es: {
    greeting: (who) => `Hola, ${who}:`,
    footer: (organization) => `Enviado por ${organization} con Daybook.`,
    footerWithoutBrand: (organization) => `Enviado por ${organization}.`,
    unsubscribe: 'No recibir más mensajes como este',
    what: 'Qué',
    when: 'Cuándo',
    seeEvent: 'Ver, cambiar o cancelar',
    confirmAddress: 'Confirme su dirección',
    validFor: 'Válido',
    notRequested: '¿No lo pidió usted?',
    ignore: 'Entonces no hay nada que hacer.',
  },
  pt: {
    greeting: (who) => `Olá, ${who}.`,
    footer: (organization) => `Enviado por ${organization} com o Daybook.`,
    footerWithoutBrand: (organization) => `Enviado por ${organization}.`,
    unsubscribe: 'Não receber mais mensagens destas',
    what: 'O quê',
    when: 'Quando',
    seeEvent: 'Ver, remarcar ou cancelar',
    confirmAddress: 'Confirme o seu endereço',
    validFor: 'Válido',
    notRequested: 'Não pediu isto?',
    ignore: 'Então não há nada a fazer.',
  },
  ar: {
    greeting: (who) => `مرحبًا ${who}،`,
    footer: (organization) => `أرسلته ${organization} عبر Daybook.`,
    footerWithoutBrand: (organization) => `أرسلته ${organization}.`,
    unsubscribe: 'عدم تلقي رسائل أخرى كهذه',
    what: 'ماذا',
    when: 'متى',
    seeEvent: 'عرض الموعد أو تغييره أو إلغاؤه',
    confirmAddress: 'تأكيد عنوانك',
    validFor: 'صالح لمدة',
    notRequested: 'لم تطلب ذلك؟',
    ignore: 'إذن لا يلزم فعل شيء.',
  },
};
