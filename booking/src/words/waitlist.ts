/** Of a group page whose times may be full, and of its waitlist. */
export interface WaitlistWords {
  readonly full: string;
  readonly isFull: string;
  readonly join: string;
  readonly waiting: string;
  readonly waitingNote: string;
  readonly booked: string;
  readonly bookedNote: string;
  readonly ended: string;
  readonly endedNote: string;
  readonly leave: string;
}

/** In one file, so that a sentence is changed in every language at once. */
export const waitlistIn: Record<'en' | 'de' | 'fr' | 'es' | 'pt' | 'ar', WaitlistWords> = {
  en: {
    full: 'Full: join the waitlist',
    isFull:
      'This time is full. Join the waitlist and we’ll book the next free seat for you, first come, first served.',
    join: 'Join the waitlist',
    waiting: 'You’re on the waitlist',
    waitingNote:
      'You’re number {n}. We’ll book a seat for you as soon as one becomes available, and email you.',
    booked: 'You have a seat',
    bookedNote: 'We booked it for you.',
    ended: 'You’re not on the waitlist',
    endedNote: 'Nothing was booked.',
    leave: 'Leave the waitlist',
  },
  de: {
    full: 'Voll: auf die Warteliste',
    isFull:
      'Diese Zeit ist voll. Sie kommen auf die Warteliste; freie Plätze werden in der Reihenfolge der Anmeldung gebucht.',
    join: 'Auf die Warteliste',
    waiting: 'Sie stehen auf der Warteliste',
    waitingNote:
      'Sie sind Nummer {n}. Sobald ein Platz frei ist, wird er für Sie gebucht, und Sie erhalten eine Nachricht.',
    booked: 'Sie haben einen Platz',
    bookedNote: 'Er wurde für Sie gebucht.',
    ended: 'Sie stehen nicht auf der Warteliste',
    endedNote: 'Es wurde nichts gebucht.',
    leave: 'Warteliste verlassen',
  },
  fr: {
    full: 'Complet : rejoindre la liste d’attente',
    isFull:
      'Cet horaire est complet. Vous rejoignez sa liste d’attente ; les places libérées sont réservées dans l’ordre d’arrivée.',
    join: 'Rejoindre la liste d’attente',
    waiting: 'Vous êtes sur la liste d’attente',
    waitingNote:
      'Vous êtes numéro {n}. Dès qu’une place se libère, elle est réservée pour vous et vous recevez un message.',
    booked: 'Vous avez une place',
    bookedNote: 'Elle a été réservée pour vous.',
    ended: 'Vous n’êtes pas sur la liste d’attente',
    endedNote: 'Rien n’a été réservé.',
    leave: 'Quitter la liste d’attente',
  },
  es: {
    full: 'Completo: unirse a la lista de espera',
    isFull:
      'Esta hora está completa. Se une a su lista de espera; las plazas que queden libres se reservan por orden de llegada.',
    join: 'Unirse a la lista de espera',
    waiting: 'Está en la lista de espera',
    waitingNote: 'Es el número {n}. En cuanto haya una plaza, se reservará para usted y recibirá un mensaje.',
    booked: 'Tiene una plaza',
    bookedNote: 'Se ha reservado para usted.',
    ended: 'No está en la lista de espera',
    endedNote: 'No se reservó nada.',
    leave: 'Dejar la lista de espera',
  },
  pt: {
    full: 'Cheio: entrar na lista de espera',
    isFull:
      'Este horário está cheio. Entra na lista de espera; os lugares que vagarem são marcados por ordem de chegada.',
    join: 'Entrar na lista de espera',
    waiting: 'Está na lista de espera',
    waitingNote: 'É o número {n}. Assim que houver um lugar, é marcado para si e recebe uma mensagem.',
    booked: 'Tem um lugar',
    bookedNote: 'Foi marcado para si.',
    ended: 'Não está na lista de espera',
    endedNote: 'Nada foi marcado.',
    leave: 'Sair da lista de espera',
  },
  ar: {
    full: 'مكتمل: الانضمام إلى قائمة الانتظار',
    isFull: 'هذا الوقت مكتمل. ستنضم إلى قائمة انتظاره، وتُحجز المقاعد التي تتوفر حسب ترتيب القدوم.',
    join: 'الانضمام إلى قائمة الانتظار',
    waiting: 'أنت على قائمة الانتظار',
    waitingNote: 'ترتيبك {n}. فور توفر مقعد سيُحجز لك وستصلك رسالة.',
    booked: 'لديك مقعد',
    bookedNote: 'حُجز لك.',
    ended: 'لست على قائمة الانتظار',
    endedNote: 'لم يُحجز شيء.',
    leave: 'مغادرة قائمة الانتظار',
  },
};
