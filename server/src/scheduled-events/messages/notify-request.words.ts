import type { Language } from '../../mail/public.ts';

/** What is said of a request for a time: to the invitee who made it, and to the hosts who decide. */
export interface RequestWords {
  readonly received: string;
  readonly asked: (who: string) => string;
  readonly declined: string;
  readonly expired: string;
  readonly unanswered: (who: string) => string;
  readonly withdrawn: (who: string) => string;
  readonly until: string;
  readonly keptUntil: string;
  readonly next: string;
  readonly receivedNext: string;
  readonly declinedNext: string;
  readonly expiredNext: string;
  readonly hostExpiredNext: string;
  readonly answer: string;
  readonly see: string;
  readonly bookAgain: string;
}

export const requestWordsIn: Record<Language, RequestWords> = {
  en: {
    received: 'We sent your request to the host',
    asked: (who) => `${who} requested a time with you`,
    declined: 'Your request was declined',
    expired: 'Your request has expired',
    unanswered: (who) => `${who}’s request has expired`,
    withdrawn: (who) => `${who} withdrew their request`,
    until: 'Answer by',
    keptUntil: 'On hold until',
    next: 'Next',
    receivedNext: 'We’ll email you when it’s confirmed or declined. Nothing is booked yet.',
    declinedNext: 'Nothing was booked. You can choose another time.',
    expiredNext: 'No one answered in time. Nothing was booked. You can choose another time.',
    hostExpiredNext: 'No one answered in time. The time is available again, and we told the invitee.',
    answer: 'Confirm or decline',
    see: 'View or withdraw your request',
    bookAgain: 'Choose another time',
  },
  de: {
    received: 'Wir haben Ihre Anfrage weitergegeben',
    asked: (who) => `${who} bittet um einen Termin`,
    declined: 'Ihre Anfrage wurde abgelehnt',
    expired: 'Ihre Anfrage ist abgelaufen',
    unanswered: (who) => `Die Anfrage von ${who} ist abgelaufen`,
    withdrawn: (who) => `${who} hat die Anfrage zurückgezogen`,
    until: 'Antwort bis',
    keptUntil: 'Für Sie reserviert bis',
    next: 'Weiter',
    receivedNext:
      'Sie erhalten eine Nachricht, sobald sie bestätigt oder abgelehnt ist. Noch ist nichts gebucht.',
    declinedNext: 'Die Zeit ist wieder frei. Sie können eine andere wählen.',
    expiredNext:
      'Niemand hat rechtzeitig geantwortet, und es wurde nichts gebucht. Sie können eine andere Zeit wählen.',
    hostExpiredNext:
      'Niemand hat rechtzeitig geantwortet. Die Zeit ist wieder frei, und der Gast weiß davon.',
    answer: 'Bestätigen oder ablehnen',
    see: 'Anfrage ansehen oder zurückziehen',
    bookAgain: 'Andere Zeit wählen',
  },
  fr: {
    received: 'Nous avons transmis votre demande',
    asked: (who) => `${who} demande un rendez-vous avec vous`,
    declined: 'Votre demande a été déclinée',
    expired: 'Votre demande a expiré',
    unanswered: (who) => `La demande de ${who} a expiré`,
    withdrawn: (who) => `${who} a retiré sa demande`,
    until: 'Réponse avant',
    keptUntil: 'Réservé pour vous jusqu’au',
    next: 'Ensuite',
    receivedNext:
      'Vous recevrez un message dès qu’elle sera confirmée ou déclinée. Rien n’est encore réservé.',
    declinedNext: 'L’horaire est de nouveau libre. Vous pouvez en choisir un autre.',
    expiredNext:
      'Personne n’a répondu à temps, et rien n’a été réservé. Vous pouvez choisir un autre horaire.',
    hostExpiredNext:
      'Personne n’a répondu à temps. L’horaire est de nouveau libre, et l’invité en est informé.',
    answer: 'Confirmer ou décliner',
    see: 'Voir ou retirer la demande',
    bookAgain: 'Choisir un autre horaire',
  },
  es: {
    received: 'Hemos transmitido su solicitud',
    asked: (who) => `${who} solicita una cita con usted`,
    declined: 'Su solicitud fue rechazada',
    expired: 'Su solicitud ha caducado',
    unanswered: (who) => `La solicitud de ${who} ha caducado`,
    withdrawn: (who) => `${who} ha retirado la solicitud`,
    until: 'Responder antes de',
    keptUntil: 'Reservado para usted hasta',
    next: 'Después',
    receivedNext: 'Recibirá un mensaje en cuanto se confirme o se rechace. Todavía no hay nada reservado.',
    declinedNext: 'La hora vuelve a estar libre. Puede elegir otra.',
    expiredNext: 'Nadie respondió a tiempo y no se reservó nada. Puede elegir otra hora.',
    hostExpiredNext: 'Nadie respondió a tiempo. La hora vuelve a estar libre, y el invitado lo sabe.',
    answer: 'Confirmar o rechazar',
    see: 'Ver o retirar la solicitud',
    bookAgain: 'Elegir otra hora',
  },
  pt: {
    received: 'Transmitimos o seu pedido',
    asked: (who) => `${who} pede uma reunião consigo`,
    declined: 'O seu pedido foi recusado',
    expired: 'O seu pedido expirou',
    unanswered: (who) => `O pedido de ${who} expirou`,
    withdrawn: (who) => `${who} retirou o pedido`,
    until: 'Responder até',
    keptUntil: 'Guardado para si até',
    next: 'A seguir',
    receivedNext: 'Recebe uma mensagem assim que for confirmado ou recusado. Ainda nada está marcado.',
    declinedNext: 'O horário está de novo livre. Pode escolher outro.',
    expiredNext: 'Ninguém respondeu a tempo e nada foi marcado. Pode escolher outro horário.',
    hostExpiredNext: 'Ninguém respondeu a tempo. O horário está de novo livre, e o convidado foi informado.',
    answer: 'Confirmar ou recusar',
    see: 'Ver ou retirar o pedido',
    bookAgain: 'Escolher outro horário',
  },
  ar: {
    received: 'نقلنا طلبك',
    asked: (who) => `يطلب ${who} موعدًا معك`,
    declined: 'رُفض طلبك',
    expired: 'انتهت صلاحية طلبك',
    unanswered: (who) => `انتهت صلاحية طلب ${who}`,
    withdrawn: (who) => `سحب ${who} الطلب`,
    until: 'الرد قبل',
    keptUntil: 'محجوز لك حتى',
    next: 'التالي',
    receivedNext: 'ستصلك رسالة فور تأكيده أو رفضه. لم يُحجز شيء بعد.',
    declinedNext: 'الوقت متاح من جديد. يمكنك اختيار وقت آخر.',
    expiredNext: 'لم يرد أحد في الوقت المناسب ولم يُحجز شيء. يمكنك اختيار وقت آخر.',
    hostExpiredNext: 'لم يرد أحد في الوقت المناسب. الوقت متاح من جديد، وأُبلغ الضيف.',
    answer: 'تأكيد أو رفض',
    see: 'عرض الطلب أو سحبه',
    bookAgain: 'اختيار وقت آخر',
  },
};
