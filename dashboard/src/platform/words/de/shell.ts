import type { Words } from '../words.ts';

export const areas: Words['areas'] = {
  home: 'Start',
  events: 'Termine',
  pages: 'Seiten',
  availability: 'Verfügbarkeit',
  records: 'Datensätze',
  tasks: 'Aufgaben',
  forms: 'Formulare',
  calls: 'Anrufe',
  workflows: 'Abläufe',
  insights: 'Auswertung',
  developers: 'Entwicklung',
  polls: 'Umfragen',
  settings: 'Einstellungen',
  people: 'Personen',
  teams: 'Teams',
};

export const shell: Words['shell'] = {
  areas: 'Hauptnavigation',
  help: 'Hilfe',
  more: 'Mehr',
  skip: 'Zum Inhalt springen',
  workspace: 'Arbeitsbereich',
  account: 'Konto',
  security: 'Anmeldung und Sicherheit',
  otherWorkspace: 'In einem anderen Arbeitsbereich anmelden',
  roles: { owner: 'Inhaber', admin: 'Admin', user: 'Mitglied' },
  theme: 'Darstellung',
  themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
  language: 'Sprache',
  signOut: 'Abmelden',
  collapse: 'Liste der Bereiche aus- oder einblenden',
  offline:
    'Keine Verbindung. Was Sie sehen, kann veraltet sein, und bis sie wieder da ist, lässt sich nichts ändern.',
  messages: 'Meldungen',
  dismiss: 'Ausblenden',
  today: '{n} heute',
  failing: '{n} gestört',
  loading: 'Wird geladen',
  copied: 'Kopiert.',
  close: 'Schließen',
  cancel: 'Abbrechen',
  save: 'Speichern',
  saved: 'Gespeichert.',
  missing: 'Nicht gefunden',
  missingTitle: 'Unter dieser Adresse gibt es nichts.',
  missingHint: 'Der Link ist vielleicht alt, oder ein Teil davon fehlt.',
};

export const reach: Words['reach'] = {
  notifications: 'Benachrichtigungen',
  favorites: 'Favoriten',
  recent: 'Zuletzt geöffnet',
  add: 'Zu Favoriten hinzufügen',
  remove: 'Aus Favoriten entfernen',
  move: 'Alt und eine Pfeiltaste verschieben ihn',
  unnamed: 'Ohne Namen',
};

export const kit: Words['kit'] = {
  undo: 'Rückgängig',
  wasUndone: 'Rückgängig gemacht.',
  choices: 'Auswahl zeigen',
  noMatch: 'Nichts passt.',
  searching: 'Suche läuft …',
  typeToConfirm: 'Zur Bestätigung „{text}“ eingeben',
  unsaved: 'Ohne Speichern verlassen?',
  unsavedHint: 'Ihre Änderungen auf dieser Seite sind nicht gespeichert.',
  stay: 'Bleiben',
  discard: 'Ohne Speichern verlassen',
  chooseOne: 'Wählen Sie mindestens eines aus.',
  remove: 'Entfernen',
};

export const commands: Words['commands'] = {
  find: 'Suchen',
  open: 'Suchen oder tun',
  createPage: 'Seite anlegen',
};

export const shortcuts: Words['shortcuts'] = {
  find: 'In der Liste suchen',
  create: 'Hier etwas anlegen',
  back: 'Eine Ebene zurück',
  undo: 'Letzte Aktion rückgängig machen',
};

export const errors: Words['errors'] = {
  notShown: 'Das konnte nicht angezeigt werden.',
  noConnection:
    'Der Server hat nicht geantwortet. Bitte prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
  offline: 'Sie sind offline. Dies wird geladen, sobald Sie wieder verbunden sind.',
  gone: 'Das gibt es nicht mehr, oder Sie dürfen es nicht sehen.',
  back: 'Zurück zur Liste',
  unexpected: 'Auf dieser Seite ist etwas schiefgegangen. Bitte laden Sie sie neu.',
  id: 'Fehler',
  copyId: 'Kennung kopieren',
  retry: 'Noch einmal versuchen',
};
