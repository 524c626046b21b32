/** Of a page that takes series, and of the bookings of one. */
export interface SeriesWords {
  readonly repeat: string;
  readonly once: string;
  readonly weekly: string;
  readonly biweekly: string;
  readonly monthly: string;
  readonly count: string;
  readonly someTaken: string;
  readonly bookOthers: string;
  readonly all: string;
  readonly cancelled: string;
  readonly whatToCancel: string;
  readonly onlyThis: string;
  readonly allLeft: string;
}

/** In one file, so that a sentence is changed in every language at once. */
export const seriesIn: Record<'en' | 'de' | 'fr' | 'es' | 'pt' | 'ar', SeriesWords> = {
  en: {
    repeat: 'Repeat',
    once: 'Doesn’t repeat',
    weekly: 'Every week',
    biweekly: 'Every two weeks',
    monthly: 'Every month on the same weekday',
    count: 'Number of events',
    someTaken: 'These times are not available:',
    bookOthers: 'Book the other times',
    all: 'All events in the series',
    cancelled: 'canceled',
    whatToCancel: 'What do you want to cancel?',
    onlyThis: 'Only this event',
    allLeft: 'All remaining events in the series',
  },
  de: {
    repeat: 'Wiederholen',
    once: 'Nur einmal',
    weekly: 'Jede Woche',
    biweekly: 'Alle zwei Wochen',
    monthly: 'Jeden Monat, am gleichen Wochentag',
    count: 'Wie oft',
    someTaken: 'Diese Zeiten sind nicht verfügbar:',
    bookOthers: 'Die übrigen buchen',
    all: 'Alle Zeiten der Reihe',
    cancelled: 'abgesagt',
    whatToCancel: 'Was möchten Sie absagen?',
    onlyThis: 'Nur diesen Termin',
    allLeft: 'Alle verbleibenden Termine der Reihe',
  },
  fr: {
    repeat: 'Répéter',
    once: 'Une seule fois',
    weekly: 'Chaque semaine',
    biweekly: 'Toutes les deux semaines',
    monthly: 'Chaque mois, le même jour de la semaine',
    count: 'Combien de fois',
    someTaken: 'Ces horaires ne sont pas disponibles :',
    bookOthers: 'Réserver les autres',
    all: 'Tous les horaires de la série',
    cancelled: 'annulé',
    whatToCancel: 'Que voulez-vous annuler ?',
    onlyThis: 'Seulement ce rendez-vous',
    allLeft: 'Tous les rendez-vous restants de la série',
  },
  es: {
    repeat: 'Repetir',
    once: 'Solo una vez',
    weekly: 'Cada semana',
    biweekly: 'Cada dos semanas',
    monthly: 'Cada mes, el mismo día de la semana',
    count: 'Cuántas veces',
    someTaken: 'Estas horas no están disponibles:',
    bookOthers: 'Reservar las demás',
    all: 'Todas las horas de la serie',
    cancelled: 'cancelada',
    whatToCancel: '¿Qué quiere cancelar?',
    onlyThis: 'Solo esta cita',
    allLeft: 'Todas las citas que quedan de la serie',
  },
  pt: {
    repeat: 'Repetir',
    once: 'Só uma vez',
    weekly: 'Todas as semanas',
    biweekly: 'De duas em duas semanas',
    monthly: 'Todos os meses, no mesmo dia da semana',
    count: 'Quantas vezes',
    someTaken: 'Estes horários não estão disponíveis:',
    bookOthers: 'Marcar os restantes',
    all: 'Todos os horários da série',
    cancelled: 'cancelado',
    whatToCancel: 'O que quer cancelar?',
    onlyThis: 'Só este compromisso',
    allLeft: 'Todos os que restam da série',
  },
  ar: {
    repeat: 'التكرار',
    once: 'مرة واحدة فقط',
    weekly: 'كل أسبوع',
    biweekly: 'كل أسبوعين',
    monthly: 'كل شهر، في يوم الأسبوع نفسه',
    count: 'عدد المرات',
    someTaken: 'هذه الأوقات غير متاحة:',
    bookOthers: 'حجز الأوقات الأخرى',
    all: 'كل أوقات السلسلة',
    cancelled: 'ملغى',
    whatToCancel: 'ماذا تريد أن تلغي؟',
    onlyThis: 'هذا الموعد فقط',
    allLeft: 'كل ما تبقى من السلسلة',
  },
};
