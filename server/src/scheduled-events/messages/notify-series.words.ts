import type { Language } from '../../mail/public.ts';

/** What mail about a whole series says at its top. */
interface SeriesWords {
  readonly heading: Record<'confirmed' | 'cancelled', string>;
  readonly hostHeading: Record<'confirmed' | 'cancelled', (who: string) => string>;
  /** Label of the times that a cancellation came too late for. */
  readonly stillBooked: string;
}

export const seriesWordsIn: Record<Language, SeriesWords> = {
  en: {
    stillBooked: 'Still booked',
    heading: { confirmed: 'Your events are booked', cancelled: 'Your events were canceled' },
    hostHeading: {
      confirmed: (who) => `${who} booked a series of events with you`,
      cancelled: (who) => `Your events with ${who} were canceled`,
    },
  },
  de: {
    stillBooked: 'Weiterhin gebucht',
    heading: { confirmed: 'Ihre Termine sind gebucht', cancelled: 'Ihre Termine wurden abgesagt' },
    hostHeading: {
      confirmed: (who) => `${who} hat eine Reihe von Terminen bei Ihnen gebucht`,
      cancelled: (who) => `Ihre Termine mit ${who} wurden abgesagt`,
    },
  },
  fr: {
    stillBooked: 'Toujours réservés',
    heading: { confirmed: 'Vos rendez-vous sont réservés', cancelled: 'Vos rendez-vous sont annulés' },
    hostHeading: {
      confirmed: (who) => `${who} a réservé une série de rendez-vous avec vous`,
      cancelled: (who) => `Vos rendez-vous avec ${who} sont annulés`,
    },
  },
  es: {
    stillBooked: 'Siguen reservadas',
    heading: { confirmed: 'Sus citas están reservadas', cancelled: 'Sus citas se han cancelado' },
    hostHeading: {
      confirmed: (who) => `${who} ha reservado una serie de citas con usted`,
      cancelled: (who) => `Sus citas con ${who} se han cancelado`,
    },
  },
  pt: {
    stillBooked: 'Continuam marcadas',
    heading: { confirmed: 'As suas reuniões estão marcadas', cancelled: 'As suas reuniões foram canceladas' },
    hostHeading: {
      confirmed: (who) => `${who} marcou uma série de reuniões consigo`,
      cancelled: (who) => `As suas reuniões com ${who} foram canceladas`,
    },
  },
  ar: {
    stillBooked: 'لا تزال محجوزة',
    heading: { confirmed: 'تم حجز مواعيدك', cancelled: 'أُلغيت مواعيدك' },
    hostHeading: {
      confirmed: (who) => `حجز ${who} سلسلة من المواعيد معك`,
      cancelled: (who) => `أُلغيت مواعيدك مع ${who}`,
    },
  },
};
