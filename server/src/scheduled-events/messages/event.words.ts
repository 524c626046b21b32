// oxlint-disable max-lines -- all languages in one file, so that a sentence is changed in each of them at once
import type { Language } from '../../mail/public.ts';

export type MessageKind = 'confirmed' | 'moved' | 'new host' | 'link' | 'changed' | 'cancelled' | 'reminder';

/** What a message about an event says. `what` is the event's title, `who` a person's name, `when` a date and time. */
export interface EventWords {
  /** What an event is called to its hosts, who have many of the same title. */
  readonly withWho: (what: string, who: string) => string;
  readonly subject: Record<MessageKind | 'handed over', (what: string, when: string) => string>;
  /** To the invitee and their guests. */
  readonly heading: Record<MessageKind, string>;
  /** To the guests whom the invitee brings, instead of `confirmed`. */
  readonly invited: (who: string) => string;
  /** To the hosts. */
  readonly hostHeading: Record<Exclude<MessageKind, 'reminder'>, (who: string) => string>;
  /** To a host who no longer has the event. */
  readonly handedOver: string;
  readonly labels: Record<
    | 'formerly'
    | 'duration'
    | 'where'
    | 'hosts'
    | 'invitee'
    | 'email'
    | 'phone'
    | 'guests'
    | 'reason'
    | 'invitedBy'
    | 'seats'
    | 'price'
    | 'paid'
    | 'refunded'
    | 'notes',
    string
  >;
  readonly join: string;
  /** Of a video call, to its host. */
  readonly noLink: string;
  readonly addLink: string;
  readonly manage: string;
  readonly writeTo: (who: string) => string;
  readonly call: (who: string) => string;
}

export const eventWordsIn: Record<Language, EventWords> = {
  en: {
    withWho: (what, who) => `${what} with ${who}`,
    subject: {
      confirmed: (what, when) => `Booked: ${what}, ${when}`,
      moved: (what, when) => `Rescheduled: ${what}, ${when}`,
      'new host': (what, when) => `New host: ${what}, ${when}`,
      link: (what, when) => `Meeting link: ${what}, ${when}`,
      changed: (what, when) => `Updated: ${what}, ${when}`,
      cancelled: (what, when) => `Canceled: ${what}, ${when}`,
      'handed over': (what, when) => `Reassigned: ${what}, ${when}`,
      reminder: (what, when) => `Reminder: ${what}, ${when}`,
    },
    heading: {
      confirmed: 'Your event is booked',
      moved: 'Your event was rescheduled',
      'new host': 'Your event has a new host',
      link: 'Your meeting link',
      changed: 'Your event was updated',
      cancelled: 'Your event was canceled',
      reminder: 'Your event is coming up',
    },
    invited: (who) => `${who} invited you to an event`,
    hostHeading: {
      confirmed: (who) => `${who} booked an event with you`,
      moved: (who) => `Your event with ${who} was rescheduled`,
      'new host': (who) => `You’re now the host of the event with ${who}`,
      link: (who) => `Meeting link for your event with ${who}`,
      changed: (who) => `Your event with ${who} was updated`,
      cancelled: (who) => `Your event with ${who} was canceled`,
    },
    handedOver: 'This event was reassigned to another host',
    labels: {
      formerly: 'Previously',
      duration: 'Duration',
      where: 'Where',
      hosts: 'With',
      invitee: 'Name',
      email: 'Email',
      phone: 'Phone',
      guests: 'Guests',
      reason: 'Reason',
      invitedBy: 'Invited by',
      seats: 'Seats',
      price: 'Price',
      paid: 'Paid',
      refunded: 'Refunded',
      notes: 'Notes',
    },
    join: 'Join',
    noLink: 'No link yet. Add one, and invitees get it by email.',
    addLink: 'Add link',
    manage: 'Reschedule or cancel',
    writeTo: (who) => `Email ${who}`,
    call: (who) => `Call ${who}`,
  },
  de: {
    withWho: (what, who) => `${what} mit ${who}`,
    subject: {
      confirmed: (what, when) => `Gebucht: ${what}, ${when}`,
      moved: (what, when) => `Verschoben: ${what}, ${when}`,
      'new host': (what, when) => `Neue Betreuung: ${what}, ${when}`,
      link: (what, when) => `Der Link: ${what}, ${when}`,
      changed: (what, when) => `Geändert: ${what}, ${when}`,
      cancelled: (what, when) => `Abgesagt: ${what}, ${when}`,
      'handed over': (what, when) => `Übergeben: ${what}, ${when}`,
      reminder: (what, when) => `Erinnerung: ${what}, ${when}`,
    },
    heading: {
      confirmed: 'Ihr Termin ist gebucht',
      moved: 'Ihr Termin wurde verschoben',
      'new host': 'Ihr Termin wird von jemand anderem betreut',
      link: 'Hier ist der Link zu Ihrem Termin',
      changed: 'Ihr Termin wurde geändert',
      cancelled: 'Ihr Termin wurde abgesagt',
      reminder: 'Ihr Termin steht bevor',
    },
    invited: (who) => `${who} hat Sie zu einem Termin eingeladen`,
    hostHeading: {
      confirmed: (who) => `${who} hat einen Termin bei Ihnen gebucht`,
      moved: (who) => `Ihr Termin mit ${who} wurde verschoben`,
      'new host': (who) => `Der Termin mit ${who} gehört jetzt Ihnen`,
      link: (who) => `Hier ist der Link zu Ihrem Termin mit ${who}`,
      changed: (who) => `Ihr Termin mit ${who} wurde geändert`,
      cancelled: (who) => `Ihr Termin mit ${who} wurde abgesagt`,
    },
    handedOver: 'Diesen Termin hat jetzt jemand anderes',
    labels: {
      formerly: 'Bisher',
      duration: 'Dauer',
      where: 'Wo',
      hosts: 'Mit',
      invitee: 'Name',
      email: 'E-Mail',
      phone: 'Telefon',
      guests: 'Gäste',
      reason: 'Grund',
      invitedBy: 'Eingeladen von',
      seats: 'Plätze',
      price: 'Preis',
      paid: 'Bezahlt',
      refunded: 'Erstattet',
      notes: 'Notizen',
    },
    join: 'Teilnehmen',
    noLink: 'Noch kein Link. Fügen Sie einen hinzu, dann erhalten ihn die Gäste per E-Mail.',
    addLink: 'Link hinzufügen',
    manage: 'Verschieben oder absagen',
    writeTo: (who) => `${who} schreiben`,
    call: (who) => `${who} anrufen`,
  },
  fr: {
    withWho: (what, who) => `${what} avec ${who}`,
    subject: {
      confirmed: (what, when) => `Réservé : ${what}, ${when}`,
      moved: (what, when) => `Déplacé : ${what}, ${when}`,
      'new host': (what, when) => `Nouvel hôte : ${what}, ${when}`,
      link: (what, when) => `Le lien : ${what}, ${when}`,
      changed: (what, when) => `Modifié : ${what}, ${when}`,
      cancelled: (what, when) => `Annulé : ${what}, ${when}`,
      'handed over': (what, when) => `Transmis : ${what}, ${when}`,
      reminder: (what, when) => `Rappel : ${what}, ${when}`,
    },
    heading: {
      confirmed: 'Votre rendez-vous est réservé',
      moved: 'Votre rendez-vous a été déplacé',
      'new host': 'Votre rendez-vous a un nouvel hôte',
      link: 'Voici le lien de votre rendez-vous',
      changed: 'Votre rendez-vous a été modifié',
      cancelled: 'Votre rendez-vous est annulé',
      reminder: 'Votre rendez-vous approche',
    },
    invited: (who) => `${who} vous a invité à un rendez-vous`,
    hostHeading: {
      confirmed: (who) => `${who} a réservé un rendez-vous avec vous`,
      moved: (who) => `Votre rendez-vous avec ${who} a été déplacé`,
      'new host': (who) => `Le rendez-vous avec ${who} est maintenant le vôtre`,
      link: (who) => `Voici le lien de votre rendez-vous avec ${who}`,
      changed: (who) => `Votre rendez-vous avec ${who} a été modifié`,
      cancelled: (who) => `Votre rendez-vous avec ${who} est annulé`,
    },
    handedOver: 'Quelqu’un d’autre a maintenant ce rendez-vous',
    labels: {
      formerly: 'Auparavant',
      duration: 'Durée',
      where: 'Où',
      hosts: 'Avec',
      invitee: 'Nom',
      email: 'E-mail',
      phone: 'Téléphone',
      guests: 'Invités',
      reason: 'Motif',
      invitedBy: 'Invité par',
      seats: 'Places',
      price: 'Prix',
      paid: 'Payé',
      refunded: 'Remboursé',
      notes: 'Notes',
    },
    join: 'Rejoindre',
    noLink: 'Pas encore de lien. Ajoutez-en un, et les invités le recevront par e-mail.',
    addLink: 'Ajouter un lien',
    manage: 'Déplacer ou annuler',
    writeTo: (who) => `Écrire à ${who}`,
    call: (who) => `Appeler ${who}`,
  },
  es: {
    withWho: (what, who) => `${what} con ${who}`,
    subject: {
      confirmed: (what, when) => `Reservado: ${what}, ${when}`,
      moved: (what, when) => `Cambiado: ${what}, ${when}`,
      'new host': (what, when) => `Nuevo anfitrión: ${what}, ${when}`,
      link: (what, when) => `El enlace: ${what}, ${when}`,
      changed: (what, when) => `Modificado: ${what}, ${when}`,
      cancelled: (what, when) => `Cancelado: ${what}, ${when}`,
      'handed over': (what, when) => `Traspasado: ${what}, ${when}`,
      reminder: (what, when) => `Recordatorio: ${what}, ${when}`,
    },
    heading: {
      confirmed: 'Su cita está reservada',
      moved: 'Su cita tiene una nueva hora',
      'new host': 'Su cita tiene un nuevo anfitrión',
      link: 'Este es el enlace de su cita',
      changed: 'Su cita ha cambiado',
      cancelled: 'Su cita está cancelada',
      reminder: 'Su cita se acerca',
    },
    invited: (who) => `${who} le ha invitado a una cita`,
    hostHeading: {
      confirmed: (who) => `${who} ha reservado una cita con usted`,
      moved: (who) => `Su cita con ${who} tiene una nueva hora`,
      'new host': (who) => `La cita con ${who} es ahora suya`,
      link: (who) => `Este es el enlace de su cita con ${who}`,
      changed: (who) => `Su cita con ${who} ha cambiado`,
      cancelled: (who) => `Su cita con ${who} está cancelada`,
    },
    handedOver: 'Otra persona tiene ahora esta cita',
    labels: {
      formerly: 'Antes',
      duration: 'Duración',
      where: 'Dónde',
      hosts: 'Con',
      invitee: 'Nombre',
      email: 'Correo',
      phone: 'Teléfono',
      guests: 'Invitados',
      reason: 'Motivo',
      invitedBy: 'Invitado por',
      seats: 'Plazas',
      price: 'Precio',
      paid: 'Pagado',
      refunded: 'Reembolsado',
      notes: 'Notas',
    },
    join: 'Unirse',
    noLink: 'Todavía no hay enlace. Añada uno y los invitados lo recibirán por correo.',
    addLink: 'Añadir enlace',
    manage: 'Cambiar o cancelar',
    writeTo: (who) => `Escribir a ${who}`,
    call: (who) => `Llamar a ${who}`,
  },
  pt: {
    withWho: (what, who) => `${what} com ${who}`,
    subject: {
      confirmed: (what, when) => `Marcado: ${what}, ${when}`,
      moved: (what, when) => `Remarcado: ${what}, ${when}`,
      'new host': (what, when) => `Novo anfitrião: ${what}, ${when}`,
      link: (what, when) => `O link: ${what}, ${when}`,
      changed: (what, when) => `Alterado: ${what}, ${when}`,
      cancelled: (what, when) => `Cancelado: ${what}, ${when}`,
      'handed over': (what, when) => `Transferido: ${what}, ${when}`,
      reminder: (what, when) => `Lembrete: ${what}, ${when}`,
    },
    heading: {
      confirmed: 'A sua reunião está marcada',
      moved: 'A sua reunião tem um novo horário',
      'new host': 'A sua reunião tem um novo anfitrião',
      link: 'Aqui está o link da sua reunião',
      changed: 'A sua reunião foi alterada',
      cancelled: 'A sua reunião foi cancelada',
      reminder: 'A sua reunião aproxima-se',
    },
    invited: (who) => `${who} convidou-o para uma reunião`,
    hostHeading: {
      confirmed: (who) => `${who} marcou uma reunião consigo`,
      moved: (who) => `A sua reunião com ${who} tem um novo horário`,
      'new host': (who) => `A reunião com ${who} é agora sua`,
      link: (who) => `Aqui está o link da sua reunião com ${who}`,
      changed: (who) => `A sua reunião com ${who} foi alterada`,
      cancelled: (who) => `A sua reunião com ${who} foi cancelada`,
    },
    handedOver: 'Outra pessoa tem agora esta reunião',
    labels: {
      formerly: 'Antes',
      duration: 'Duração',
      where: 'Onde',
      hosts: 'Com',
      invitee: 'Nome',
      email: 'E-mail',
      phone: 'Telefone',
      guests: 'Convidados',
      reason: 'Motivo',
      invitedBy: 'Convidado por',
      seats: 'Lugares',
      price: 'Preço',
      paid: 'Pago',
      refunded: 'Reembolsado',
      notes: 'Notas',
    },
    join: 'Entrar',
    noLink: 'Ainda não há ligação. Adicione uma e os convidados recebem-na por e-mail.',
    addLink: 'Adicionar ligação',
    manage: 'Remarcar ou cancelar',
    writeTo: (who) => `Escrever a ${who}`,
    call: (who) => `Ligar a ${who}`,
  },
  ar: {
    withWho: (what, who) => `${what} مع ${who}`,
    subject: {
      confirmed: (what, when) => `تم الحجز: ${what}، ${when}`,
      moved: (what, when) => `تم النقل: ${what}، ${when}`,
      'new host': (what, when) => `مضيف جديد: ${what}، ${when}`,
      link: (what, when) => `الرابط: ${what}، ${when}`,
      changed: (what, when) => `تم التعديل: ${what}، ${when}`,
      cancelled: (what, when) => `أُلغي: ${what}، ${when}`,
      'handed over': (what, when) => `أُحيل إلى شخص آخر: ${what}، ${when}`,
      reminder: (what, when) => `تذكير: ${what}، ${when}`,
    },
    heading: {
      confirmed: 'تم حجز موعدك',
      moved: 'لموعدك وقت جديد',
      'new host': 'لموعدك مضيف جديد',
      link: 'إليك رابط موعدك',
      changed: 'تم تعديل موعدك',
      cancelled: 'أُلغي موعدك',
      reminder: 'اقترب موعدك',
    },
    invited: (who) => `دعاك ${who} إلى موعد`,
    hostHeading: {
      confirmed: (who) => `حجز ${who} موعدًا معك`,
      moved: (who) => `لموعدك مع ${who} وقت جديد`,
      'new host': (who) => `الموعد مع ${who} أصبح لك`,
      link: (who) => `إليك رابط موعدك مع ${who}`,
      changed: (who) => `تم تعديل موعدك مع ${who}`,
      cancelled: (who) => `أُلغي موعدك مع ${who}`,
    },
    handedOver: 'يتولى شخص آخر هذا الموعد الآن',
    labels: {
      formerly: 'سابقًا',
      duration: 'المدة',
      where: 'أين',
      hosts: 'مع',
      invitee: 'الاسم',
      email: 'البريد الإلكتروني',
      phone: 'الهاتف',
      guests: 'الضيوف',
      reason: 'السبب',
      invitedBy: 'الدعوة من',
      seats: 'المقاعد',
      price: 'السعر',
      paid: 'المدفوع',
      refunded: 'المسترد',
      notes: 'ملاحظات',
    },
    join: 'انضمام',
    noLink: 'لا يوجد رابط بعد. أضف رابطًا وسيصل إلى المدعوين بالبريد.',
    addLink: 'إضافة رابط',
    manage: 'تغيير الموعد أو إلغاؤه',
    writeTo: (who) => `مراسلة ${who}`,
    call: (who) => `الاتصال بـ ${who}`,
  },
};
