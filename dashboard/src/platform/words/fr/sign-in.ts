import type { Words } from '../words.ts';

export const signIn: Words['signIn'] = {
  title: 'Reconnectez-vous',
  hint: 'Votre session a expiré, ou votre compte a été désactivé. Rien n’est perdu sur cette page.',
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  code: 'Code',
  codeHint: 'Les six chiffres de votre application, ou un code de secours.',
  submit: 'Se connecter',
  otherWays: 'Se connecter autrement',
  otherWaysHint: 'La page est rechargée ; ce qui n’est pas enregistré est perdu.',
  recent: 'Cela demande une connexion de moins de 15 minutes. Rien n’est perdu sur cette page.',
  withPasskey: 'Utiliser une clé d’accès',
  passkeyFailed: 'La clé d’accès n’a pas fonctionné. Réessayez.',
  withSingleSignOn: 'Utiliser l’authentification unique',
  goOn: 'Continuer',
  singleSignOnHint:
    'L’authentification unique s’ouvre dans un nouvel onglet. Connectez-vous-y, puis continuez ici.',
};
