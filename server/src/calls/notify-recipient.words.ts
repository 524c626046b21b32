import type { Language } from '../mail/public.ts';

/** What is said to somebody whom an agent called, and did not understand. */
export interface CallWords {
  readonly heading: string;
  readonly next: string;
  readonly why: string;
  readonly choose: string;
}

export const callWordsIn: Record<Language, CallWords> = {
  en: {
    heading: 'Choose a time',
    next: 'Next',
    why: 'We just called you to schedule this, but our assistant didn’t understand you. Choose a time that suits you.',
    choose: 'View times',
  },
  de: {
    heading: 'Zeit wählen',
    next: 'Weiter',
    why: 'Wir haben Sie gerade angerufen, um dies zu vereinbaren, und unser Assistent hat Sie nicht verstanden. Hier können Sie selbst eine Zeit wählen.',
    choose: 'Zeiten ansehen',
  },
  fr: {
    heading: 'Choisissez un horaire',
    next: 'Ensuite',
    why: 'Nous venons de vous appeler pour convenir de ce rendez-vous, et notre assistant ne vous a pas compris. Vous pouvez choisir un horaire ici.',
    choose: 'Voir les horaires',
  },
  es: {
    heading: 'Elija una hora',
    next: 'Después',
    why: 'Acabamos de llamarle para acordar esta cita, y nuestro asistente no le entendió. Aquí puede elegir una hora.',
    choose: 'Ver las horas',
  },
  pt: {
    heading: 'Escolha um horário',
    next: 'A seguir',
    why: 'Acabámos de lhe telefonar para marcar esta reunião, e o nosso assistente não o entendeu. Aqui pode escolher um horário.',
    choose: 'Ver os horários',
  },
  ar: {
    heading: 'اختر وقتًا',
    next: 'التالي',
    why: 'اتصلنا بك للتو لترتيب هذا الموعد، ولم يفهمك مساعدنا. يمكنك هنا اختيار الوقت بنفسك.',
    choose: 'عرض الأوقات',
  },
};
