import type { Words } from '../words.ts';

export const areas: Words['areas'] = {
  home: 'Start',
  events: 'Termine',
  pages: 'Seiten',
  availability: 'Verfügbarkeit',
  records: 'Datensätze',
  forms: 'Formulare',
  calls: 'Anrufe',
  insights: 'Auswertung',
  developers: 'Entwicklung',
  settings: 'Einstellungen',
  people: 'Personen',
  teams: 'Teams',
};

export const shell: Words['shell'] = {
  areas: 'Bereiche',
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
  remove: 'Entfernen',
};

export const commands: Words['commands'] = {
  open: 'Suchen oder tun',
  title: 'Suche und Befehle',
  placeholder: 'Suchen oder eingeben, was zu tun ist',
  results: 'Ergebnisse',
  go: 'Gehe zu',
  do: 'Tun',
  here: 'Auf dieser Seite',
  kinds: {
    person: 'Personen',
    company: 'Firmen',
    record: 'Datensätze',
    event: 'Termine',
    page: 'Seiten',
    user: 'Nutzer',
  },
  none: 'Nichts passt. Versuchen Sie weniger Buchstaben oder einen anderen Namen.',
  choose: 'wählen',
  onlyCommands: 'nur Befehle',
  createPage: 'Seite anlegen',
  copyLink: 'Meinen Link kopieren',
  showShortcuts: 'Tastenkürzel zeigen',
  useTheme: 'Darstellung: {theme}',
};

export const shortcuts: Words['shortcuts'] = {
  title: 'Tastenkürzel',
  hint: 'Einzelne Tasten wirken nie, während Sie in ein Feld schreiben.',
  areOn: 'Einzelne Tasten wirken',
  everywhere: 'Überall',
  go: 'Zu einem Bereich',
  here: 'Auf dieser Seite',
  andThen: 'dann',
  find: 'In der Liste suchen',
  create: 'Hier etwas anlegen',
  back: 'Eine Ebene zurück',
  undo: 'Letzte Aktion rückgängig machen',
};

export const signIn: Words['signIn'] = {
  title: 'Bitte neu anmelden',
  hint: 'Ihre Sitzung ist abgelaufen. Auf dieser Seite geht nichts verloren.',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  code: 'Code',
  codeHint: 'Sechs Ziffern Ihrer Authenticator-App oder ein Wiederherstellungscode.',
  submit: 'Anmelden',
  otherWays: 'Anders anmelden',
  otherWaysHint: 'Die Seite wird neu geladen; was nicht gespeichert ist, geht verloren.',
};

export const errors: Words['errors'] = {
  notShown: 'Das konnte nicht angezeigt werden.',
  noConnection:
    'Der Server hat nicht geantwortet. Bitte prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
  id: 'Fehler',
  copyId: 'Kennung kopieren',
  retry: 'Noch einmal versuchen',
};
