import type { Language } from '../mail/public.ts';

/** What those who voted in a poll are told who are not invited to what came of it. */
interface PollWords {
  readonly decided: string;
  readonly cancelled: string;
  readonly next: string;
  readonly decidedNext: string;
  readonly cancelledNext: string;
}

export const pollWordsIn: Record<Language, PollWords> = {
  en: {
    decided: 'A time was chosen',
    cancelled: 'The poll was canceled',
    next: 'Next',
    decidedNext: 'You said you can’t attend at this time, so nothing was booked for you.',
    cancelledNext: 'No time was picked, and nothing was booked.',
  },
  de: {
    decided: 'Ein Termin steht fest',
    cancelled: 'Die Umfrage wurde abgesagt',
    next: 'Weiter',
    decidedNext: 'Sie haben angegeben, dann keine Zeit zu haben. Für Sie wurde daher nichts gebucht.',
    cancelledNext: 'Es wurde kein Termin gewählt und nichts gebucht.',
  },
  fr: {
    decided: 'Un horaire a été choisi',
    cancelled: 'Le sondage a été annulé',
    next: 'Ensuite',
    decidedNext: 'Vous avez indiqué ne pas être disponible à ce moment ; rien n’a été réservé pour vous.',
    cancelledNext: 'Aucun horaire n’a été choisi et rien n’a été réservé.',
  },
  es: {
    decided: 'Se ha elegido una hora',
    cancelled: 'La encuesta se ha cancelado',
    next: 'Después',
    decidedNext: 'Indicó que no puede a esa hora, por lo que no se ha reservado nada para usted.',
    cancelledNext: 'No se eligió ninguna hora y no se reservó nada.',
  },
  pt: {
    decided: 'Foi escolhido um horário',
    cancelled: 'A sondagem foi cancelada',
    next: 'A seguir',
    decidedNext: 'Indicou que não pode a essa hora, por isso nada foi marcado para si.',
    cancelledNext: 'Nenhum horário foi escolhido e nada foi marcado.',
  },
  ar: {
    decided: 'تم اختيار موعد',
    cancelled: 'أُلغي الاستطلاع',
    next: 'التالي',
    decidedNext: 'ذكرت أنك لا تستطيع الحضور في هذا الوقت، لذلك لم يُحجز لك شيء.',
    cancelledNext: 'لم يُختر أي موعد ولم يُحجز شيء.',
  },
};
