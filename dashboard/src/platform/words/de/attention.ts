import type { Words } from '../words.ts';

export const attention: Words['attention'] = {
  title: 'Braucht Aufmerksamkeit',
  look: 'Ansehen',
  atLeast: '{n}+',
  retry: 'Erneut versuchen',
  wasRetried: 'Wird erneut versucht.',
  sync: 'Jetzt abgleichen',
  wasSynced: 'Kalender abgeglichen.',
  reconnect: 'Neu verbinden',
  resend: 'Erneut senden',
  wasResent: 'E-Mail wird erneut gesendet.',
  replay: 'Erneut zustellen',
  wasReplayed: 'Fehlgeschlagene Zustellungen werden wiederholt.',
  enable: 'Einschalten',
  wasEnabled: 'Webhook eingeschaltet.',
  pick: 'Zeit wählen',
  addLinkTitle: 'Video-Link hinzufügen',
  one: {
    request_open: '{title} bittet um einen Termin.',
    poll_open: 'Die Umfrage {title} ist so weit: Wählen Sie eine Zeit.',
    calendar_failing: 'Der Kalender {title} kann nicht gelesen werden seit {time}.',
    calendar_unreadable: 'Daybook kann seit {time} einige Termine in {title} nicht lesen.',
    webhook_failing: 'Der Webhook {title} antwortet nicht mehr seit {time}.',
    webhook_disabled: 'Der Webhook {title} wurde abgeschaltet: {time}.',
    mail_failed: 'Eine E-Mail an {title} ging nicht hinaus: {time}.',
    conference_failing: 'Ein Videoanruf für {title} konnte nicht eingerichtet werden: {time}.',
    link_missing: 'Noch kein Link für den Videoanruf {title}.',
    refund_refused: 'Eine Rückzahlung an {title} wurde abgelehnt: {time}.',
    calls_paused: 'Ausgehende Anrufe pausieren seit {time}.',
    effect_failed: 'Was auf {title} folgt, ist fehlgeschlagen: {time}.',
    job_failed: 'Die Aufgabe {title} ist fehlgeschlagen: {time}.',
  },
  failedDeliveries: {
    one: '{n} Zustellung in Folge ist fehlgeschlagen.',
    other: '{n} Zustellungen in Folge sind fehlgeschlagen.',
  },
  lastError: 'Letzter Fehler:',
  reasons: {
    sign_in: 'Melden Sie sich bei diesem Konto neu an.',
    not_added: 'Buchungen konnten nicht eingetragen werden.',
    url_gone: 'Seine URL hat mit 410 Gone geantwortet.',
    failed_for_days: '5 Tage lang sind alle Zustellungen an seine URL fehlgeschlagen.',
    user_deactivated: 'Seine Person wurde deaktiviert.',
  },
  mailRejected: 'Der Mailserver hat sie abgelehnt.',
  retriesFailed: 'Alle Versuche sind fehlgeschlagen.',
  callAttempts: 'Alle zehn Minuten wird ein Anruf versucht.',
  unreadable: {
    one: '{n} Termin ist nicht ganz lesbar, daher könnten Sie zur selben Zeit gebucht werden. Prüfen Sie ihn in Ihrer Kalender-App.',
    other:
      '{n} Termine sind nicht ganz lesbar, daher könnten Sie zur selben Zeit gebucht werden. Prüfen Sie sie in Ihrer Kalender-App.',
  },
  many: {
    request_open: {
      one: '{n} Anfrage wartet auf Ihre Antwort.',
      other: '{n} Anfragen warten auf Ihre Antwort.',
    },
    poll_open: {
      one: '{n} Umfrage ist so weit: Wählen Sie eine Zeit.',
      other: '{n} Umfragen sind so weit: Wählen Sie je eine Zeit.',
    },
    calendar_failing: {
      one: '{n} Kalender wird nicht synchronisiert.',
      other: '{n} Kalender werden nicht synchronisiert.',
    },
    calendar_unreadable: {
      one: '{n} Kalender hat Termine, die nicht lesbar sind.',
      other: '{n} Kalender haben Termine, die nicht lesbar sind.',
    },
    webhook_failing: { one: '{n} Webhook antwortet nicht.', other: '{n} Webhooks antworten nicht.' },
    webhook_disabled: { one: '{n} Webhook wurde abgeschaltet.', other: '{n} Webhooks wurden abgeschaltet.' },
    mail_failed: { one: '{n} E-Mail ging nicht hinaus.', other: '{n} E-Mails gingen nicht hinaus.' },
    conference_failing: {
      one: '{n} Videoanruf konnte nicht eingerichtet werden.',
      other: '{n} Videoanrufe konnten nicht eingerichtet werden.',
    },
    link_missing: {
      one: '{n} Videoanruf hat noch keinen Link.',
      other: '{n} Videoanrufe haben noch keinen Link.',
    },
    refund_refused: { one: '{n} Rückzahlung wurde abgelehnt.', other: '{n} Rückzahlungen wurden abgelehnt.' },
    calls_paused: { one: '{n} Telefonleitung pausiert.', other: '{n} Telefonleitungen pausieren.' },
    effect_failed: {
      one: 'Benachrichtigung oder Abgleich ist für {n} Änderung fehlgeschlagen.',
      other: 'Benachrichtigung oder Abgleich ist für {n} Änderungen fehlgeschlagen.',
    },
    job_failed: {
      one: '{n} Hintergrundaufgabe ist fehlgeschlagen.',
      other: '{n} Hintergrundaufgaben sind fehlgeschlagen.',
    },
  },
};
