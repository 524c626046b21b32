/** The texts around the frame, in the language of the host page. */
interface HostWords {
  readonly title: string;
  readonly close: string;
}

const words: Readonly<Record<string, HostWords>> = {
  en: { title: 'Book a time', close: 'Close' },
  de: { title: 'Termin buchen', close: 'Schließen' },
  fr: { title: 'Réserver un créneau', close: 'Fermer' },
  es: { title: 'Reservar una cita', close: 'Cerrar' },
  pt: { title: 'Marcar um horário', close: 'Fechar' },
};

export function getHostWords(): HostWords {
  const [language = ''] = document.documentElement.lang.toLowerCase().split('-');
  return words[language] ?? (words['en'] as HostWords);
}
