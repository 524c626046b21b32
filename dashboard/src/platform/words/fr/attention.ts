import type { Words } from '../words.ts';

export const attention: Words['attention'] = {
  title: 'À surveiller',
  look: 'Voir',
  atLeast: '{n}+',
  retry: 'Réessayer',
  wasRetried: 'Nouvel essai lancé.',
  sync: 'Synchroniser',
  wasSynced: 'Agenda synchronisé.',
  reconnect: 'Reconnecter',
  resend: 'Renvoyer',
  wasResent: 'E-mail renvoyé.',
  replay: 'Renvoyer',
  wasReplayed: 'Les envois échoués sont relancés.',
  enable: 'Activer',
  wasEnabled: 'Webhook activé.',
  pick: 'Choisir une heure',
  addLinkTitle: 'Ajouter un lien vidéo',
  one: {
    request_open: '{title} demande un rendez-vous.',
    poll_open: 'Le sondage {title} est prêt : choisissez une heure.',
    calendar_failing: 'L’agenda {title} ne peut pas être lu depuis {time}.',
    calendar_unreadable: 'Daybook ne peut pas lire certains événements de {title} depuis {time}.',
    webhook_failing: 'Le webhook {title} ne répond plus depuis {time}.',
    webhook_disabled: 'Le webhook {title} a été désactivé : {time}.',
    mail_failed: 'Un e-mail à {title} n’a pas pu partir : {time}.',
    conference_failing: 'Un appel vidéo pour {title} n’a pas pu être créé : {time}.',
    link_missing: 'Pas encore de lien pour l’appel vidéo {title}.',
    refund_refused: 'Un remboursement à {title} a été refusé : {time}.',
    calls_paused: 'Les appels sortants sont suspendus depuis {time}.',
    effect_failed: 'La suite de {title} a échoué : {time}.',
    job_failed: 'La tâche {title} a échoué : {time}.',
  },
  many: {
    request_open: {
      one: '{n} demande attend votre réponse.',
      other: '{n} demandes attendent votre réponse.',
    },
    poll_open: {
      one: '{n} sondage est prêt : choisissez une heure.',
      other: '{n} sondages sont prêts : choisissez une heure.',
    },
    calendar_failing: {
      one: '{n} agenda ne se synchronise pas.',
      other: '{n} agendas ne se synchronisent pas.',
    },
    calendar_unreadable: {
      one: '{n} agenda a des événements illisibles.',
      other: '{n} agendas ont des événements illisibles.',
    },
    webhook_failing: { one: '{n} webhook ne répond pas.', other: '{n} webhooks ne répondent pas.' },
    webhook_disabled: { one: '{n} webhook a été désactivé.', other: '{n} webhooks ont été désactivés.' },
    mail_failed: { one: '{n} e-mail n’a pas pu partir.', other: '{n} e-mails n’ont pas pu partir.' },
    conference_failing: {
      one: '{n} appel vidéo n’a pas pu être créé.',
      other: '{n} appels vidéo n’ont pas pu être créés.',
    },
    link_missing: {
      one: '{n} appel vidéo n’a pas encore de lien.',
      other: '{n} appels vidéo n’ont pas encore de lien.',
    },
    refund_refused: { one: '{n} remboursement a été refusé.', other: '{n} remboursements ont été refusés.' },
    calls_paused: {
      one: '{n} ligne téléphonique est suspendue.',
      other: '{n} lignes téléphoniques sont suspendues.',
    },
    effect_failed: {
      one: 'La notification ou la synchronisation a échoué pour {n} changement.',
      other: 'La notification ou la synchronisation a échoué pour {n} changements.',
    },
    job_failed: { one: '{n} tâche de fond a échoué.', other: '{n} tâches de fond ont échoué.' },
  },
};
