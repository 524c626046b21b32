import type { Language } from '../mail/public.ts';

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
    failing: 'Your calendar can’t be synced',
    failingAdvice:
      'Daybook keeps your last known busy times and keeps retrying. Starting 15 minutes after the last sync, people can’t book you until the sync works again.',
    signInAdvice:
      'Reconnect the calendar with a valid password. Starting 15 minutes after the last sync, people can’t book you until then.',
    movedBack: 'A booking couldn’t be rescheduled',
    movedBackAdvice:
      'You moved it in your calendar to a time that isn’t available. The booking keeps its original time, and your calendar shows that time again.',
    declined: 'You declined a booking in your calendar',
    declinedAdvice:
      'The booking is still confirmed, and the invitee wasn’t notified. Cancel, reschedule or reassign it in Daybook.',
    labels: { account: 'Calendar', what: 'What', when: 'When', reason: 'Reason', next: 'Next' },
  },
  de: {
    failing: 'Ihr Kalender kann nicht gelesen werden',
    failingAdvice:
      'Daybook behält, was zuletzt gelesen wurde, und versucht es weiter. Ab 15 Minuten nach dem letzten Abgleich werden Ihre Zeiten nicht angeboten, bis der Kalender wieder gelesen werden kann.',
    signInAdvice:
      'Verbinden Sie ihn neu, mit einem gültigen Passwort. Ab 15 Minuten nach dem letzten Abgleich werden Ihre Zeiten bis dahin nicht angeboten.',
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
      'Daybook garde ce qu’il a lu en dernier et continue d’essayer. À partir de 15 minutes après la dernière synchronisation, vos créneaux ne sont plus proposés tant que l’agenda ne peut pas être lu.',
    signInAdvice:
      'Reconnectez-le avec un mot de passe valable. À partir de 15 minutes après la dernière synchronisation, vos créneaux ne sont plus proposés d’ici là.',
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
      'Daybook conserva lo último que leyó y sigue intentándolo. A partir de 15 minutos después de la última sincronización, sus horas no se ofrecen hasta que el calendario se pueda leer de nuevo.',
    signInAdvice:
      'Conéctelo de nuevo con una contraseña válida. A partir de 15 minutos después de la última sincronización, sus horas no se ofrecen hasta entonces.',
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
      'O Daybook mantém o que leu por último e continua tentando. A partir de 15 minutos após a última sincronização, os seus horários não são oferecidos até que o calendário possa ser lido de novo.',
    signInAdvice:
      'Conecte-o de novo com uma senha válida. A partir de 15 minutos após a última sincronização, os seus horários não são oferecidos até lá.',
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
      'يحتفظ Daybook بما قرأه آخر مرة ويواصل المحاولة. بعد 15 دقيقة من آخر مزامنة لا تُعرض أوقاتك حتى تمكن قراءة التقويم من جديد.',
    signInAdvice: 'أعد ربطه بكلمة مرور صالحة. بعد 15 دقيقة من آخر مزامنة لا تُعرض أوقاتك حتى ذلك الحين.',
    movedBack: 'تعذر نقل حجز',
    movedBackAdvice: 'نقلته في تقويمك إلى وقت لا يمكن أن يكون فيه. يبقى حيث كان، ويعرضه تقويمك هناك من جديد.',
    declined: 'رفضت حجزًا في تقويمك',
    declinedAdvice: 'ما زال قائمًا، ولم يُبلَّغ الضيف. ألغه أو انقله أو سلّمه إلى غيرك في Daybook.',
    labels: { account: 'التقويم', what: 'ماذا', when: 'متى', reason: 'السبب', next: 'التالي' },
  },
};
