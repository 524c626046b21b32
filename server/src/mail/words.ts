import type { LocationLabel } from '@daybook/contract/locations.data';
import type { Language } from './dates.ts';

export type Kind = 'confirmed' | 'moved' | 'new host' | 'cancelled' | 'reminder';

/** What a mail says, by language. `what` is the event's title, `who` a person's name, `when` a date and time. */
export interface Words {
  readonly subject: Record<Kind, (what: string, when: string) => string>;
  /** To the invitee and their guests. */
  readonly heading: Record<Kind, string>;
  /** To the hosts. */
  readonly hostHeading: Record<Exclude<Kind, 'reminder'>, (who: string) => string>;
  /** To a host who no longer has the event. */
  readonly handedOver: string;
  readonly greeting: (who: string) => string;
  readonly labels: Record<
    | 'what'
    | 'when'
    | 'formerly'
    | 'duration'
    | 'where'
    | 'hosts'
    | 'invitee'
    | 'email'
    | 'phone'
    | 'guests'
    | 'reason',
    string
  >;
  /** Kinds of location that are no names. */
  readonly places: Readonly<Partial<Record<LocationLabel, string>>>;
  readonly join: string;
  readonly manage: string;
  readonly footer: (organization: string) => string;
}

export const wordsIn: Record<Language, Words> = {
  en: {
    subject: {
      confirmed: (what, when) => `Booked: ${what}, ${when}`,
      moved: (what, when) => `Moved: ${what}, ${when}`,
      'new host': (what, when) => `New host: ${what}, ${when}`,
      cancelled: (what, when) => `Cancelled: ${what}, ${when}`,
      reminder: (what, when) => `Reminder: ${what}, ${when}`,
    },
    heading: {
      confirmed: 'Your event is booked',
      moved: 'Your event has a new time',
      'new host': 'Your event has a new host',
      cancelled: 'Your event is cancelled',
      reminder: 'Your event is coming up',
    },
    hostHeading: {
      confirmed: (who) => `${who} booked an event with you`,
      moved: (who) => `Your event with ${who} has a new time`,
      'new host': (who) => `The event with ${who} is yours now`,
      cancelled: (who) => `Your event with ${who} is cancelled`,
    },
    handedOver: 'Somebody else has this event now',
    greeting: (who) => `Hello ${who},`,
    labels: {
      what: 'What',
      when: 'When',
      formerly: 'Before',
      duration: 'Duration',
      where: 'Where',
      hosts: 'With',
      invitee: 'Name',
      email: 'Email',
      phone: 'Phone',
      guests: 'Guests',
      reason: 'Reason',
    },
    places: { 'In Person': 'In person', 'Phone Call': 'Phone call' },
    join: 'Join',
    manage: 'Reschedule or cancel',
    footer: (organization) => `Sent by ${organization} with Daybook.`,
  },
  de: {
    subject: {
      confirmed: (what, when) => `Gebucht: ${what}, ${when}`,
      moved: (what, when) => `Verschoben: ${what}, ${when}`,
      'new host': (what, when) => `Neue Betreuung: ${what}, ${when}`,
      cancelled: (what, when) => `Abgesagt: ${what}, ${when}`,
      reminder: (what, when) => `Erinnerung: ${what}, ${when}`,
    },
    heading: {
      confirmed: 'Ihr Termin ist gebucht',
      moved: 'Ihr Termin wurde verschoben',
      'new host': 'Ihr Termin wird von jemand anderem betreut',
      cancelled: 'Ihr Termin wurde abgesagt',
      reminder: 'Ihr Termin steht bevor',
    },
    hostHeading: {
      confirmed: (who) => `${who} hat einen Termin bei Ihnen gebucht`,
      moved: (who) => `Ihr Termin mit ${who} wurde verschoben`,
      'new host': (who) => `Der Termin mit ${who} gehört jetzt Ihnen`,
      cancelled: (who) => `Ihr Termin mit ${who} wurde abgesagt`,
    },
    handedOver: 'Diesen Termin hat jetzt jemand anderes',
    greeting: (who) => `Guten Tag ${who},`,
    labels: {
      what: 'Was',
      when: 'Wann',
      formerly: 'Bisher',
      duration: 'Dauer',
      where: 'Wo',
      hosts: 'Mit',
      invitee: 'Name',
      email: 'E-Mail',
      phone: 'Telefon',
      guests: 'Gäste',
      reason: 'Grund',
    },
    places: { 'In Person': 'Vor Ort', 'Phone Call': 'Telefonat' },
    join: 'Teilnehmen',
    manage: 'Verschieben oder absagen',
    footer: (organization) => `Gesendet von ${organization} mit Daybook.`,
  },
  fr: {
    subject: {
      confirmed: (what, when) => `Réservé : ${what}, ${when}`,
      moved: (what, when) => `Déplacé : ${what}, ${when}`,
      'new host': (what, when) => `Nouvel hôte : ${what}, ${when}`,
      cancelled: (what, when) => `Annulé : ${what}, ${when}`,
      reminder: (what, when) => `Rappel : ${what}, ${when}`,
    },
    heading: {
      confirmed: 'Votre rendez-vous est réservé',
      moved: 'Votre rendez-vous a été déplacé',
      'new host': 'Votre rendez-vous a un nouvel hôte',
      cancelled: 'Votre rendez-vous est annulé',
      reminder: 'Votre rendez-vous approche',
    },
    hostHeading: {
      confirmed: (who) => `${who} a réservé un rendez-vous avec vous`,
      moved: (who) => `Votre rendez-vous avec ${who} a été déplacé`,
      'new host': (who) => `Le rendez-vous avec ${who} est maintenant le vôtre`,
      cancelled: (who) => `Votre rendez-vous avec ${who} est annulé`,
    },
    handedOver: 'Quelqu’un d’autre a maintenant ce rendez-vous',
    greeting: (who) => `Bonjour ${who},`,
    labels: {
      what: 'Objet',
      when: 'Quand',
      formerly: 'Auparavant',
      duration: 'Durée',
      where: 'Où',
      hosts: 'Avec',
      invitee: 'Nom',
      email: 'E-mail',
      phone: 'Téléphone',
      guests: 'Invités',
      reason: 'Motif',
    },
    places: { 'In Person': 'En personne', 'Phone Call': 'Appel téléphonique' },
    join: 'Rejoindre',
    manage: 'Déplacer ou annuler',
    footer: (organization) => `Envoyé par ${organization} avec Daybook.`,
  },
  es: {
    subject: {
      confirmed: (what, when) => `Reservado: ${what}, ${when}`,
      moved: (what, when) => `Cambiado: ${what}, ${when}`,
      'new host': (what, when) => `Nuevo anfitrión: ${what}, ${when}`,
      cancelled: (what, when) => `Cancelado: ${what}, ${when}`,
      reminder: (what, when) => `Recordatorio: ${what}, ${when}`,
    },
    heading: {
      confirmed: 'Su cita está reservada',
      moved: 'Su cita tiene una nueva hora',
      'new host': 'Su cita tiene un nuevo anfitrión',
      cancelled: 'Su cita está cancelada',
      reminder: 'Su cita se acerca',
    },
    hostHeading: {
      confirmed: (who) => `${who} ha reservado una cita con usted`,
      moved: (who) => `Su cita con ${who} tiene una nueva hora`,
      'new host': (who) => `La cita con ${who} es ahora suya`,
      cancelled: (who) => `Su cita con ${who} está cancelada`,
    },
    handedOver: 'Otra persona tiene ahora esta cita',
    greeting: (who) => `Hola, ${who}:`,
    labels: {
      what: 'Qué',
      when: 'Cuándo',
      formerly: 'Antes',
      duration: 'Duración',
      where: 'Dónde',
      hosts: 'Con',
      invitee: 'Nombre',
      email: 'Correo',
      phone: 'Teléfono',
      guests: 'Invitados',
      reason: 'Motivo',
    },
    places: { 'In Person': 'En persona', 'Phone Call': 'Llamada telefónica' },
    join: 'Unirse',
    manage: 'Cambiar o cancelar',
    footer: (organization) => `Enviado por ${organization} con Daybook.`,
  },
  pt: {
    subject: {
      confirmed: (what, when) => `Marcado: ${what}, ${when}`,
      moved: (what, when) => `Remarcado: ${what}, ${when}`,
      'new host': (what, when) => `Novo anfitrião: ${what}, ${when}`,
      cancelled: (what, when) => `Cancelado: ${what}, ${when}`,
      reminder: (what, when) => `Lembrete: ${what}, ${when}`,
    },
    heading: {
      confirmed: 'A sua reunião está marcada',
      moved: 'A sua reunião tem um novo horário',
      'new host': 'A sua reunião tem um novo anfitrião',
      cancelled: 'A sua reunião foi cancelada',
      reminder: 'A sua reunião aproxima-se',
    },
    hostHeading: {
      confirmed: (who) => `${who} marcou uma reunião consigo`,
      moved: (who) => `A sua reunião com ${who} tem um novo horário`,
      'new host': (who) => `A reunião com ${who} é agora sua`,
      cancelled: (who) => `A sua reunião com ${who} foi cancelada`,
    },
    handedOver: 'Outra pessoa tem agora esta reunião',
    greeting: (who) => `Olá, ${who}.`,
    labels: {
      what: 'O quê',
      when: 'Quando',
      formerly: 'Antes',
      duration: 'Duração',
      where: 'Onde',
      hosts: 'Com',
      invitee: 'Nome',
      email: 'E-mail',
      phone: 'Telefone',
      guests: 'Convidados',
      reason: 'Motivo',
    },
    places: { 'In Person': 'Presencial', 'Phone Call': 'Chamada telefónica' },
    join: 'Entrar',
    manage: 'Remarcar ou cancelar',
    footer: (organization) => `Enviado por ${organization} com o Daybook.`,
  },
};
