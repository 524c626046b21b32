/** Of a poll, on which those who are to meet say when they can. */
export interface PollWords {
  readonly heading: string;
  readonly until: string;
  readonly yes: string;
  readonly ifNeeded: string;
  readonly no: string;
  readonly send: string;
  readonly change: string;
  readonly voted: string;
  readonly votedNote: string;
  readonly unanswered: string;
  readonly shown: string;
  readonly hidden: string;
  readonly closed: string;
  readonly closedNote: string;
  readonly halted: string;
  readonly haltedNote: string;
  readonly finalised: string;
  readonly finalisedNote: string;
  readonly cancelled: string;
  readonly cancelledNote: string;
  readonly expired: string;
  readonly expiredNote: string;
  readonly showZone: string;
}

/** In one file, so that a sentence is changed in every language at once. */
export const pollIn: Record<'en' | 'de' | 'fr' | 'es' | 'pt' | 'ar', PollWords> = {
  en: {
    heading: 'When are you available?',
    until: 'Please answer by {until}.',
    yes: 'Yes',
    ifNeeded: 'If needed',
    no: 'No',
    send: 'Submit',
    change: 'Update answers',
    voted: 'Thank you. Your answers are saved.',
    unanswered: 'Times without an answer count as no.',
    votedNote: 'Keep the link to this page to change your answers. We’ll email you when a time is chosen.',
    shown: 'Other participants see your name and answers, but not your email address.',
    hidden: 'Other participants don’t see your answers.',
    closed: 'This poll is closed',
    closedNote: 'The host will choose a time soon.',
    halted: 'This meeting can no longer be booked',
    haltedNote: 'The poll doesn’t accept answers at the moment. Ask the person who sent you the link.',
    finalised: 'A time was chosen',
    finalisedNote: 'Everyone invited got an email with the time.',
    cancelled: 'This poll was canceled',
    cancelledNote: 'Nothing was booked.',
    expired: 'This poll is over',
    expiredNote: 'All proposed times have passed.',
    showZone: 'Show',
  },
  de: {
    heading: 'Wann können Sie?',
    until: 'Bitte antworten Sie bis {until}.',
    yes: 'Ja',
    ifNeeded: 'Wenn nötig',
    no: 'Nein',
    send: 'Antworten senden',
    change: 'Antworten ändern',
    voted: 'Danke. Ihre Antworten sind gezählt.',
    unanswered: 'Zeiten ohne Antwort gelten als Nein.',
    votedNote:
      'Mit der Adresse dieser Seite können Sie sie ändern. Sobald ein Termin gewählt ist, erhalten Sie eine Nachricht.',
    shown: 'Andere, die antworten, sehen Ihren Namen und Ihre Antworten, nicht Ihre Adresse.',
    hidden: 'Andere, die antworten, sehen Ihre Antworten nicht.',
    closed: 'Diese Umfrage nimmt keine Antworten mehr an',
    closedNote: 'Bald wird ein Termin gewählt.',
    halted: 'Dieses Treffen kann nicht mehr gebucht werden',
    haltedNote:
      'Derzeit werden keine Antworten angenommen. Bitte fragen Sie die Person, die Ihnen diesen Link geschickt hat.',
    finalised: 'Ein Termin steht fest',
    finalisedNote: 'Wer eingeladen ist, hat eine Nachricht erhalten.',
    cancelled: 'Diese Umfrage wurde abgesagt',
    cancelledNote: 'Es wurde nichts gebucht.',
    expired: 'Diese Umfrage ist vorbei',
    expiredNote: 'Alle Zeiten sind vergangen.',
    showZone: 'Anzeigen',
  },
  fr: {
    heading: 'Quand êtes-vous disponible ?',
    until: 'Merci de répondre avant le {until}.',
    yes: 'Oui',
    ifNeeded: 'Si nécessaire',
    no: 'Non',
    send: 'Envoyer vos réponses',
    change: 'Modifier vos réponses',
    voted: 'Merci. Vos réponses sont prises en compte.',
    unanswered: 'Les horaires sans réponse comptent comme non.',
    votedNote:
      'L’adresse de cette page vous permet de les modifier. Vous recevrez un message dès qu’un horaire sera choisi.',
    shown: 'Les autres participants voient votre nom et vos réponses, pas votre adresse.',
    hidden: 'Les autres participants ne voient pas vos réponses.',
    closed: 'Ce sondage n’accepte plus de réponses',
    closedNote: 'Un horaire sera bientôt choisi.',
    halted: 'Cette rencontre ne peut plus être réservée',
    haltedNote:
      'Aucune réponse n’est acceptée pour le moment. Adressez-vous à la personne qui vous a envoyé ce lien.',
    finalised: 'Un horaire a été choisi',
    finalisedNote: 'Les personnes invitées ont reçu un message.',
    cancelled: 'Ce sondage a été annulé',
    cancelledNote: 'Rien n’a été réservé.',
    expired: 'Ce sondage est terminé',
    expiredNote: 'Tous les horaires sont passés.',
    showZone: 'Afficher',
  },
  es: {
    heading: '¿Cuándo puede?',
    until: 'Responda antes del {until}.',
    yes: 'Sí',
    ifNeeded: 'Si hace falta',
    no: 'No',
    send: 'Enviar sus respuestas',
    change: 'Cambiar sus respuestas',
    voted: 'Gracias. Sus respuestas se han contado.',
    unanswered: 'Las horas sin respuesta cuentan como no.',
    votedNote:
      'Guarde la dirección de esta página para cambiarlas. Recibirá un mensaje cuando se elija una hora.',
    shown: 'Los demás participantes ven su nombre y sus respuestas, no su dirección.',
    hidden: 'Los demás participantes no ven sus respuestas.',
    closed: 'Esta encuesta ya no admite respuestas',
    closedNote: 'Pronto se elegirá una hora.',
    halted: 'Esta reunión ya no se puede reservar',
    haltedNote: 'Por ahora no se admiten respuestas. Pregunte a quien le envió este enlace.',
    finalised: 'Se ha elegido una hora',
    finalisedNote: 'Quien está invitado ha recibido un mensaje.',
    cancelled: 'Esta encuesta se ha cancelado',
    cancelledNote: 'No se reservó nada.',
    expired: 'Esta encuesta ha terminado',
    expiredNote: 'Todas las horas han pasado.',
    showZone: 'Mostrar',
  },
  pt: {
    heading: 'Quando pode?',
    until: 'Responda até {until}.',
    yes: 'Sim',
    ifNeeded: 'Se for preciso',
    no: 'Não',
    send: 'Enviar as respostas',
    change: 'Alterar as respostas',
    voted: 'Obrigado. As suas respostas foram contadas.',
    unanswered: 'Os horários sem resposta contam como não.',
    votedNote:
      'Guarde o endereço desta página para as alterar. Receberá uma mensagem quando for escolhido um horário.',
    shown: 'Os outros participantes veem o seu nome e as suas respostas, não o seu endereço.',
    hidden: 'Os outros participantes não veem as suas respostas.',
    closed: 'Esta sondagem já não aceita respostas',
    closedNote: 'Em breve será escolhido um horário.',
    halted: 'Esta reunião já não pode ser marcada',
    haltedNote: 'De momento não são aceites respostas. Pergunte a quem lhe enviou este link.',
    finalised: 'Foi escolhido um horário',
    finalisedNote: 'Quem foi convidado recebeu uma mensagem.',
    cancelled: 'Esta sondagem foi cancelada',
    cancelledNote: 'Nada foi marcado.',
    expired: 'Esta sondagem terminou',
    expiredNote: 'Todos os horários já passaram.',
    showZone: 'Mostrar',
  },
  ar: {
    heading: 'متى يمكنك الحضور؟',
    until: 'يرجى الرد قبل {until}.',
    yes: 'نعم',
    ifNeeded: 'عند الضرورة',
    no: 'لا',
    send: 'إرسال إجاباتك',
    change: 'تغيير إجاباتك',
    voted: 'شكرًا لك. تم احتساب إجاباتك.',
    unanswered: 'تُحسب المواعيد بلا إجابة على أنها لا.',
    votedNote: 'احتفظ بعنوان هذه الصفحة لتغييرها. ستصلك رسالة عند اختيار موعد.',
    shown: 'يرى المشاركون الآخرون اسمك وإجاباتك، ولا يرون عنوانك.',
    hidden: 'لا يرى المشاركون الآخرون إجاباتك.',
    closed: 'لم يعد هذا الاستطلاع يقبل إجابات',
    closedNote: 'سيُختار موعد قريبًا.',
    halted: 'لم يعد بالإمكان حجز هذا الاجتماع',
    haltedNote: 'لا تُقبل إجابات حاليًا. يُرجى سؤال من أرسل إليك هذا الرابط.',
    finalised: 'تم اختيار موعد',
    finalisedNote: 'وصلت رسالة إلى كل من دُعي.',
    cancelled: 'أُلغي هذا الاستطلاع',
    cancelledNote: 'لم يُحجز شيء.',
    expired: 'انتهى هذا الاستطلاع',
    expiredNote: 'مضت جميع أوقاته.',
    showZone: 'عرض',
  },
};
