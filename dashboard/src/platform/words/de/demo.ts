export const demo = {
  title: 'Das ist eine Demofirma.',
  hint: 'Alles hier ist erfunden. Sehen Sie sich um, ändern Sie, was Sie möchten, und beginnen Sie dann mit eigenen Daten.',
  start: 'Mit eigenen Daten beginnen',
  confirmTitle: 'Mit eigenen Daten beginnen?',
  deleted:
    'Das löscht alles in diesem Arbeitsbereich, auch was Sie selbst angelegt haben: Buchungsseiten, Termine, Verfügbarkeit, Personen, Firmen, Deals, Aufgaben, Notizen, Anrufe, Umfragen, Formulare, Workflows, Webhooks und E-Mails. Auch die Kollegen der Demo werden gelöscht. Sie können das nicht rückgängig machen.',
  kept: 'Ihr Konto und Ihre Anmeldung bleiben. Ebenso andere Benutzer, die sich anmelden können, API-Tokens, verbundene Kalender und Zahlungsanbieter.',
  confirm: 'Demodaten löschen',
};
