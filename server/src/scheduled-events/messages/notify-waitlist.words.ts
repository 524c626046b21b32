import type { Language } from '../../mail/public.ts';

/** What is said to somebody who waits for a seat. */
export interface WaitlistWords {
  readonly joined: string;
  readonly ended: string;
  readonly next: string;
  readonly joinedNext: string;
  readonly endedNext: string;
  readonly see: string;
  readonly bookAgain: string;
}

export const waitlistWordsIn: Record<Language, WaitlistWords> = {
  en: {
    joined: 'You’re on the waitlist',
    ended: 'You’re no longer on the waitlist',
    next: 'Next',
    joinedNext:
      'We’ll book a seat for you as soon as one becomes available, and email you. Nothing is booked until then.',
    endedNext: 'The event was rescheduled or canceled, or the host removed you. Nothing was booked.',
    see: 'View your place or leave the waitlist',
    bookAgain: 'Choose another time',
  },
  de: {
    joined: 'Sie stehen auf der Warteliste',
    ended: 'Sie stehen nicht mehr auf der Warteliste',
    next: 'Weiter',
    joinedNext:
      'Sobald ein Platz frei ist, wird er für Sie gebucht, und Sie erhalten eine Nachricht. Bis dahin ist nichts gebucht.',
    endedNext:
      'Der Termin wurde verschoben oder abgesagt, oder Sie wurden von der Liste genommen. Es wurde nichts gebucht.',
    see: 'Platz ansehen oder Liste verlassen',
    bookAgain: 'Andere Zeit wählen',
  },
  fr: {
    joined: 'Vous êtes sur la liste d’attente',
    ended: 'Vous n’êtes plus sur la liste d’attente',
    next: 'Ensuite',
    joinedNext:
      'Dès qu’une place se libère, elle est réservée pour vous et vous recevez un message. Rien n’est réservé jusque-là.',
    endedNext:
      'Le rendez-vous a été déplacé ou annulé, ou l’hôte vous a retiré de la liste. Rien n’a été réservé.',
    see: 'Voir votre place ou quitter la liste',
    bookAgain: 'Choisir un autre horaire',
  },
  es: {
    joined: 'Está en la lista de espera',
    ended: 'Ya no está en la lista de espera',
    next: 'Después',
    joinedNext:
      'En cuanto haya una plaza, se reservará para usted y recibirá un mensaje. Hasta entonces no hay nada reservado.',
    endedNext: 'La cita se movió o se canceló, o el anfitrión le quitó de la lista. No se reservó nada.',
    see: 'Ver su lugar o dejar la lista',
    bookAgain: 'Elegir otra hora',
  },
  pt: {
    joined: 'Está na lista de espera',
    ended: 'Já não está na lista de espera',
    next: 'A seguir',
    joinedNext:
      'Assim que houver um lugar, é marcado para si e recebe uma mensagem. Até lá nada está marcado.',
    endedNext: 'A reunião foi mudada ou cancelada, ou o anfitrião retirou-o da lista. Nada foi marcado.',
    see: 'Ver o seu lugar ou sair da lista',
    bookAgain: 'Escolher outro horário',
  },
  ar: {
    joined: 'أنت على قائمة الانتظار',
    ended: 'لم تعد على قائمة الانتظار',
    next: 'التالي',
    joinedNext: 'فور توفر مقعد سيُحجز لك وستصلك رسالة. لم يُحجز شيء حتى ذلك الحين.',
    endedNext: 'نُقل الموعد أو أُلغي، أو أزالك المضيف من القائمة. لم يُحجز شيء.',
    see: 'عرض ترتيبك أو مغادرة القائمة',
    bookAgain: 'اختيار وقت آخر',
  },
};
