import type { Words } from '../words.ts';

export const signIn: Words['signIn'] = {
  title: 'Bitte neu anmelden',
  hint: 'Ihre Sitzung ist abgelaufen, oder Ihr Konto wurde deaktiviert. Auf dieser Seite geht nichts verloren.',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  code: 'Code',
  codeHint: 'Sechs Ziffern Ihrer Authenticator-App oder ein Wiederherstellungscode.',
  submit: 'Anmelden',
  otherWays: 'Anders anmelden',
  otherWaysHint: 'Die Seite wird neu geladen; was nicht gespeichert ist, geht verloren.',
  recent: 'Dafür ist eine Anmeldung in den letzten 15 Minuten nötig. Auf dieser Seite geht nichts verloren.',
  withPasskey: 'Passkey verwenden',
  passkeyFailed: 'Der Passkey hat nicht funktioniert. Versuchen Sie es noch einmal.',
  withSingleSignOn: 'Single Sign-on verwenden',
  goOn: 'Weiter',
  singleSignOnHint:
    'Single Sign-on öffnet einen neuen Tab. Melden Sie sich dort an und fahren Sie dann hier fort.',
};
