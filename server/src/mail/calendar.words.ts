import type { Language } from './dates.ts';

/** What a host reads of the calendar that they keep elsewhere. */
interface CalendarWords {
  readonly failing: string;
  readonly failingAdvice: string;
  readonly signInAdvice: string;
  /** The time to which they moved a booking in their calendar is not free. */
  readonly movedBack: string;
  readonly movedBackAdvice: string;
  readonly declined: string;
  readonly declinedAdvice: string;
  readonly labels: Record<'account' | 'what' | 'when' | 'reason' | 'next', string>;
}

export const calendarWordsIn: Record<Language, CalendarWords> = {
  en: {
    failing: 'Your calendar can not be read',
    failingAdvice:
      'What was known of it keeps counting, and we keep trying. New entries do not make you busy until it can be read again.',
    signInAdvice:
      'Connect it again with a password that works. Until then, what was known of it keeps counting, and new entries do not make you busy.',
    movedBack: 'A booking could not be moved',
    movedBackAdvice:
      'You moved it in your calendar to a time at which it can’t be. It stands where it was, and your calendar shows it there again.',
    declined: 'You declined a booking in your calendar',
    declinedAdvice:
      'It stands, and the invitee has not been told. Cancel it, move it or hand it over in Daybook.',
    labels: { account: 'Calendar', what: 'What', when: 'When', reason: 'Reason', next: 'Next' },
  },
  de: {
    failing: 'Ihr Kalender kann nicht gelesen werden',
    failingAdvice:
      'Was bekannt war, zählt weiter, und wir versuchen es weiter. Neue Einträge belegen Ihre Zeit erst, wenn er wieder gelesen werden kann.',
    signInAdvice:
      'Verbinden Sie ihn neu, mit einem gültigen Passwort. Bis dahin zählt, was bekannt war, und neue Einträge belegen Ihre Zeit nicht.',
    movedBack: 'Ein Termin konnte nicht verschoben werden',
    movedBackAdvice:
      'Sie haben ihn in Ihrem Kalender auf eine Zeit verschoben, zu der er nicht stattfinden kann. Er bleibt, wo er war, und Ihr Kalender zeigt ihn wieder dort.',
    declined: 'Sie haben einen Termin in Ihrem Kalender abgelehnt',
    declinedAdvice:
      'Er bleibt bestehen, und dem Gast wurde nichts mitgeteilt. Sagen Sie ihn in Daybook ab, verschieben oder übergeben Sie ihn.',
    labels: { account: 'Kalender', what: 'Was', when: 'Wann', reason: 'Grund', next: 'Weiter' },
  },
  fr: {
    failing: 'Votre agenda ne peut pas être lu',
    failingAdvice:
      'Ce qui était connu compte toujours, et nous continuons d’essayer. Les nouvelles entrées ne vous rendent pas occupé tant qu’il ne peut pas être lu.',
    signInAdvice:
      'Reconnectez-le avec un mot de passe valable. D’ici là, ce qui était connu compte toujours, et les nouvelles entrées ne vous rendent pas occupé.',
    movedBack: 'Un rendez-vous n’a pas pu être déplacé',
    movedBackAdvice:
      'Vous l’avez déplacé dans votre agenda à un moment où il ne peut pas avoir lieu. Il reste où il était, et votre agenda l’y montre de nouveau.',
    declined: 'Vous avez décliné un rendez-vous dans votre agenda',
    declinedAdvice:
      'Il est maintenu, et l’invité n’en sait rien. Annulez-le, déplacez-le ou confiez-le à quelqu’un dans Daybook.',
    labels: { account: 'Agenda', what: 'Quoi', when: 'Quand', reason: 'Motif', next: 'Ensuite' },
  },
  es: {
    failing: 'No se puede leer su calendario',
    failingAdvice:
      'Lo que se sabía sigue contando, y seguimos intentándolo. Las entradas nuevas no le ocupan hasta que se pueda leer de nuevo.',
    signInAdvice:
      'Conéctelo de nuevo con una contraseña válida. Hasta entonces sigue contando lo que se sabía, y las entradas nuevas no le ocupan.',
    movedBack: 'No se pudo mover una reserva',
    movedBackAdvice:
      'La movió en su calendario a una hora en la que no puede ser. Sigue donde estaba, y su calendario la muestra allí de nuevo.',
    declined: 'Ha rechazado una reserva en su calendario',
    declinedAdvice:
      'Sigue en pie, y el invitado no lo sabe. Cancélela, muévala o pásela a otra persona en Daybook.',
    labels: { account: 'Calendario', what: 'Qué', when: 'Cuándo', reason: 'Motivo', next: 'Después' },
  },
  pt: {
    failing: 'Não é possível ler o seu calendário',
    failingAdvice:
      'O que se sabia continua a contar, e continuamos a tentar. Novas entradas não o ocupam até que possa ser lido de novo.',
    signInAdvice:
      'Ligue-o de novo com uma palavra-passe válida. Até lá conta o que se sabia, e novas entradas não o ocupam.',
    movedBack: 'Não foi possível mover uma marcação',
    movedBackAdvice:
      'Moveu-a no seu calendário para uma hora em que não pode ser. Fica onde estava, e o seu calendário volta a mostrá-la aí.',
    declined: 'Recusou uma marcação no seu calendário',
    declinedAdvice:
      'Mantém-se, e o convidado não foi informado. Cancele-a, mova-a ou passe-a a outra pessoa no Daybook.',
    labels: { account: 'Calendário', what: 'O quê', when: 'Quando', reason: 'Motivo', next: 'A seguir' },
  },
  ar: {
    failing: 'تتعذر قراءة تقويمك',
    failingAdvice:
      'ما كان معروفًا يبقى محسوبًا، ونواصل المحاولة. الإدخالات الجديدة لا تشغلك حتى تمكن قراءته من جديد.',
    signInAdvice:
      'اربطه من جديد بكلمة مرور صالحة. حتى ذلك الحين يُحسب ما كان معروفًا، والإدخالات الجديدة لا تشغلك.',
    movedBack: 'تعذر نقل حجز',
    movedBackAdvice: 'نقلته في تقويمك إلى وقت لا يمكن أن يكون فيه. يبقى حيث كان، ويعرضه تقويمك هناك من جديد.',
    declined: 'رفضت حجزًا في تقويمك',
    declinedAdvice: 'ما زال قائمًا، ولم يُبلَّغ الضيف. ألغه أو انقله أو سلّمه إلى غيرك في Daybook.',
    labels: { account: 'التقويم', what: 'ماذا', when: 'متى', reason: 'السبب', next: 'التالي' },
  },
};
