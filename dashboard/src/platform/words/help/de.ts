import { keyList, menu } from '../de/menu.ts';
import { registerWords, type HelpWords } from '../words.ts';

export const deHelp: HelpWords = {
  menu,
  keyList,
  help: {
    title: 'Hilfe',
    guide: 'Anleitung lesen',
    tour: 'Rundgang machen',
    search: 'Anleitungen durchsuchen',
    unknown: 'Diese Seite gibt es nicht. Gehen Sie zum Start, oder suchen Sie, was Sie brauchen.',
    guides: 'Anleitungen (Englisch)',
    topics: {
      home: 'Hier sehen Sie Ihren Tag: wen Sie als Nächstes treffen, was auf Antwort wartet und was nicht geklappt hat. Jede Zeile hat eine Schaltfläche, die es gleich erledigt.',
      events:
        'Alle Termine, die bei Ihnen oder Ihrem Team gebucht wurden. Öffnen Sie einen, um Antworten zu lesen, eine Notiz zu schreiben, ihn zu verschieben, abzugeben oder abzusagen.',
      book: 'Buchen Sie einen Termin für jemanden, der angerufen oder geschrieben hat. Die Person bekommt dieselbe Bestätigung wie bei einer eigenen Buchung.',
      pages:
        'Eine Buchungsseite ist ein Link, unter dem man eine Art von Termin bucht. Kopieren Sie den Link, schalten Sie die Seite eine Zeit lang ab, oder öffnen Sie sie, um sie zu ändern.',
      editor:
        'Legen Sie fest, was man hier bucht: Dauer, Ort, Gastgeber, Fragen und Grenzen. Die Vorschau zeigt die Seite so, wie Besucher sie sehen.',
      availability:
        'Ihre Zeiten bestimmen, wann man Sie buchen kann. Ändern Sie einen einzelnen Tag, oder legen Sie einen weiteren Zeitplan für Seiten mit anderen Zeiten an.',
      absences:
        'Tragen Sie Urlaub und freie Tage ein, und wählen Sie, welche Feiertage für Sie gelten. An diesen Tagen kann Sie niemand buchen.',
      records:
        'Wer bucht, wird ein Datensatz mit allen Treffen, Notizen und Anrufen auf einer Zeitleiste. Filtern Sie die Liste, und speichern Sie die Filter als Ansicht.',
      fields:
        'Felder bestimmen, was Sie zu jedem Datensatz dieser Art speichern. Fügen Sie eigene hinzu, etwa ein Budget oder eine Phase; jede Liste kann sie zeigen und danach filtern.',
      import:
        'Laden Sie eine CSV-Datei hoch, und ordnen Sie ihre Spalten Ihren Feldern zu. Sie sehen vorher, was sich ändern würde, und können einen Import rückgängig machen.',
      duplicates:
        'Datensätze, die dieselben sein könnten, nach Name, Telefonnummer oder Domain. Vergleichen Sie zwei und wählen Sie, was bleibt, oder führen Sie mehrere Gruppen auf einmal zusammen.',
      tasks:
        'Aufgaben, die Ihnen gehören oder die Sie angelegt haben, nach Fälligkeit sortiert. Am Morgen des Tages, an dem eine Aufgabe fällig ist, bekommen Sie eine E-Mail.',
      forms:
        'Ein Formular stellt Besuchern einige Fragen und führt sie zur richtigen Seite oder Person. Probieren Sie es mit beliebigen Antworten aus, bevor Sie den Link teilen.',
      calls:
        'Agenten rufen für Sie an; Ergebnisse und Mitschriften erscheinen hier. Öffnen Sie einen Anruf, um zu lesen, was gesagt wurde.',
      agents:
        'Ein Agent ist eine Stimme mit einer Aufgabe, einer Sprache und Anrufzeiten. Lassen Sie sich zuerst selbst anrufen, um zu hören, was andere hören werden.',
      polls:
        'Schlagen Sie mehrere Zeiten vor, und lassen Sie alle abstimmen. Wählen Sie dann eine; Daybook bucht sie für alle, die abgestimmt haben.',
      workflows:
        'Ein Ablauf führt Schritte aus, wenn etwas geschieht, etwa eine E-Mail am Tag vor einem Termin. Probieren Sie ihn aus, bevor Sie ihn einschalten.',
      insights:
        'Sehen Sie, wie viele Termine gebucht, abgesagt und versäumt werden und wie ausgelastet Gastgeber sind. Wählen Sie einen Zeitraum, und gruppieren Sie nach Seite, Gastgeber oder Team.',
      webhooks:
        'Webhooks melden Ihrem Server, was geschieht, sobald es geschieht. Öffnen Sie einen, um seine Zustellungen zu sehen und fehlgeschlagene zu wiederholen.',
      tokens:
        'Mit einem Token nutzt ein Programm die API in Ihrem Namen. Geben Sie ihm nur die nötigen Rechte; hier können Sie es jederzeit widerrufen.',
      mail: 'Alle E-Mails der letzten 90 Tage, und ob sie gesendet wurden. Ist die Ursache eines Fehlers behoben, senden Sie eine E-Mail erneut.',
      auditLog:
        'Wer was wann und von wo aus geändert hat. Filtern Sie nach Person oder Aktion, und exportieren Sie das Ergebnis.',
      reference:
        'Was ein erster Aufruf der API braucht, und der Weg zu ihrer Referenz. Dort können Sie jede Operation in einer Konsole ausprobieren.',
      profile:
        'Ihr Name, Ihr Bild und Ihr Link, wie Besucher sie sehen. Ihre Zeitzone bestimmt, in welcher Zeit Sie Termine sehen.',
      signIn:
        'Legen Sie Passwort, Passkeys und einen zweiten Faktor fest. Melden Sie Geräte ab, die Sie nicht kennen.',
      preferences:
        'Wählen Sie Sprache, Darstellung, Uhrzeitformat und den ersten Tag der Woche. Sie gelten auf allen Ihren Geräten.',
      calendars:
        'Verbinden Sie Ihre Kalender, damit niemand eine Zeit bucht, zu der Sie beschäftigt sind. Wählen Sie, in welchen neue Buchungen eingetragen werden.',
      workspace:
        'Name und Zeitzone des Arbeitsbereichs, und ob er Datensätze über Personen führt. Außerdem bestimmen Sie, welche Websites Buchungsseiten einbetten können und wessen Buchungen abgelehnt werden.',
      branding:
        'Logo und Farbe Ihrer Buchungsseiten und E-Mails. Die Vorschau zeigt Änderungen, bevor Sie sie speichern.',
      people:
        'Alle, die sich in diesem Arbeitsbereich anmelden können, mit ihrer Rolle. Laden Sie Kollegen per E-Mail ein, oder deaktivieren Sie, wer geht.',
      teams:
        'Ein Team hat eigene Mitglieder und Buchungsseiten. Seine Termine können reihum gehen oder mehrere Mitglieder zusammenbringen.',
      resources:
        'Räume und Geräte, die Termine reservieren. Eine Seite, die eine Ressource braucht, bietet nur Zeiten an, zu denen eine frei ist.',
      domains:
        'Ihre eigene Domain für Buchungsseiten, E-Mails und Links. Legen Sie die gezeigten Einträge bei Ihrem DNS-Anbieter an, und Daybook verwendet die Domain, sobald es sie findet.',
      roles:
        'Was Inhaber, Admins und Mitglieder können. Um eine Rolle zu ändern, öffnen Sie die Person unter Personen.',
      security:
        'Verlangen Sie von allen einen zweiten Faktor, und sehen Sie, welche Anmeldearten dieser Server erlaubt. Ging ein Gerät verloren, können Sie alle abmelden.',
      notifications:
        'Erwähnungen von Ihnen sowie Kommentare und Antworten in Ihren Unterhaltungen. Öffnen Sie eine, um zu antworten, und wählen Sie, welche Sie auch per E-Mail bekommen.',
      connectedApps:
        'Apps, die Ihr Konto nutzen können, und was jede darf. Trennen Sie eine, die Sie nicht mehr brauchen; ihr Zugriff endet sofort.',
      apps: 'Über eine App verbindet sich ein Dienst im Namen von Nutzern mit Arbeitsbereichen. Melden Sie sie hier an, um ID und Geheimnis zu bekommen, und wählen Sie, um welche Rechte sie bitten kann.',
      singleSignOn:
        'Personen melden sich bei Ihrem Identitätsanbieter an, etwa Microsoft Entra ID oder Okta. Bestätigen Sie Ihre Domain, verbinden Sie den Anbieter, probieren Sie eine Anmeldung aus und schalten Sie ihn ein.',
      provisioning:
        'Lassen Sie ein Verzeichnis wie Microsoft Entra ID oder Okta Benutzer verwalten. Erstellen Sie hier ein SCIM-Token und wählen Sie, welches Team und welche Rolle jede Gruppe gibt.',
      data: 'Exportieren Sie alles im Arbeitsbereich, und bestimmen Sie, wie lange Daten bleiben. Auf Anfrage exportieren oder löschen Sie die Daten einer einzelnen Person.',
    },
  },
  tour: {
    title: 'Rundgang',
    count: '{n} von {total}',
    back: 'Zurück',
    next: 'Weiter',
    skip: 'Rundgang überspringen',
    finish: 'Fertig',
    home: 'Ihr Tag',
    homeText:
      'Hier sehen Sie, wer als Nächstes kommt und was auf Antwort wartet. Kurz vor einem Anruf erscheint hier die Schaltfläche zum Beitreten.',
    pages: 'Ihre Buchungsseiten',
    pagesText: 'Jede Seite ist ein Link zum Teilen. Man wählt eine Zeit, und alle bekommen die Einladung.',
    availability: 'Ihre Zeiten',
    availabilityText:
      'Legen Sie fest, wann man Sie buchen kann. Verbinden Sie Ihren Kalender, damit belegte Zeiten nie angeboten werden.',
    records: 'Wen Sie treffen',
    recordsText: 'Wer bucht, wird ein Datensatz: mit Treffen, Notizen und Anrufen an einem Ort.',
    search: 'Alles finden',
    searchText:
      'Suchen Sie hier nach Personen, Terminen, Anleitungen und Befehlen. Das Fragezeichen erklärt, was Sie gerade sehen.',
  },
  synonyms: {
    'do /events/book': 'termin vereinbaren reservieren meeting neu',
    'do /pages/new': 'erstellen anlegen link leistung hinzufügen',
    'do /forms/new': 'erstellen fragebogen umfrage hinzufügen',
    'do /calls/new': 'telefon anrufen wählen',
    'do /developers/tokens/new': 'erstellen schlüssel hinzufügen',
    'do /developers/webhooks/new': 'erstellen endpunkt hinzufügen',
    'do /settings/people': 'hinzufügen benutzer mitglied kollege',
    'go /': 'übersicht heute dashboard',
    'go /events': 'meetings buchungen kalender treffen',
    'go /pages': 'terminarten links leistungen buchungsseiten',
    'go /availability': 'arbeitszeiten zeitplan öffnungszeiten stunden',
    'go /records': 'crm kontakte personen firmen kunden deals',
    'go /tasks': 'todo erinnerungen',
    'go /forms': 'fragebogen umfrage',
    'go /calls': 'telefon stimme agent',
    'go /workflows': 'automatisierung erinnerungen',
    'go /insights': 'statistik berichte diagramme analyse',
    'go /polls': 'abstimmung doodle zeiten vorschlagen',
    'go /developers': 'api webhooks tokens integrationen',
    'go /settings': 'optionen konfiguration konto',
    'go /settings/people': 'benutzer mitglieder kollegen',
    'go /settings/teams': 'gruppen abteilungen',
    'go /developers/mail': 'nachrichten gesendet postausgang',
    'go /developers/audit-log': 'verlauf änderungen aktivität',
    'go /settings/sign-in': 'passwort passkey sicherheit 2fa',
    'go /settings/preferences': 'sprache darstellung uhrzeit',
    'go /settings/calendars': 'google outlook icloud caldav abgleich verbinden',
    'go /settings/branding': 'logo farbe gestaltung',
    'go /settings/roles': 'rechte berechtigungen zugriff',
    'go /settings/data': 'export import dsgvo löschen',
    'go /availability/absences': 'urlaub feiertag frei abwesend krank',
    'copy link': 'teilen url',
    shortcuts: 'tastatur tasten kürzel',
    'sign out': 'ausloggen logout',
  },
};

registerWords(deHelp);
