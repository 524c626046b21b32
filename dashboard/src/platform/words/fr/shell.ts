import type { Words } from '../words.ts';

export const areas: Words['areas'] = {
  home: 'Accueil',
  events: 'Rendez-vous',
  pages: 'Pages',
  availability: 'Disponibilités',
  records: 'Fiches',
  forms: 'Formulaires',
  calls: 'Appels',
  insights: 'Analyses',
  developers: 'Développeurs',
  settings: 'Réglages',
  people: 'Personnes',
  teams: 'Équipes',
};

export const shell: Words['shell'] = {
  areas: 'Rubriques',
  more: 'Plus',
  skip: 'Aller au contenu',
  workspace: 'Espace de travail',
  account: 'Compte',
  security: 'Connexion et sécurité',
  otherWorkspace: 'Se connecter à un autre espace',
  roles: { owner: 'Propriétaire', admin: 'Admin', user: 'Membre' },
  theme: 'Apparence',
  themes: { system: 'Comme le système', light: 'Claire', dark: 'Sombre' },
  language: 'Langue',
  signOut: 'Se déconnecter',
  collapse: 'Masquer ou afficher les rubriques',
  offline:
    'Pas de connexion. Ce que vous voyez est peut-être ancien, et rien ne peut être modifié jusqu’à son retour.',
  messages: 'Messages',
  dismiss: 'Masquer',
  loading: 'Chargement',
  copied: 'Copié.',
  close: 'Fermer',
  cancel: 'Annuler',
  save: 'Enregistrer',
  saved: 'Enregistré.',
  missing: 'Introuvable',
  missingTitle: 'Il n’y a rien à cette adresse.',
  missingHint: 'Le lien est peut-être ancien, ou incomplet.',
};

export const kit: Words['kit'] = {
  undo: 'Annuler',
  wasUndone: 'Annulé.',
  choices: 'Afficher les choix',
  noMatch: 'Aucun résultat.',
  searching: 'Recherche …',
  typeToConfirm: 'Pour confirmer, saisissez « {text} »',
  unsaved: 'Quitter sans enregistrer ?',
  unsavedHint: 'Vos modifications sur cette page ne sont pas enregistrées.',
  stay: 'Rester',
  discard: 'Quitter sans enregistrer',
  remove: 'Retirer',
};

export const commands: Words['commands'] = {
  open: 'Chercher ou agir',
  title: 'Recherche et commandes',
  placeholder: 'Cherchez, ou saisissez une commande',
  results: 'Résultats',
  go: 'Aller à',
  do: 'Agir',
  here: 'Sur cette page',
  kinds: {
    person: 'Personnes',
    company: 'Entreprises',
    record: 'Fiches',
    event: 'Rendez-vous',
    page: 'Pages',
    user: 'Utilisateurs',
  },
  none: 'Aucun résultat. Essayez avec moins de lettres, ou un autre nom.',
  choose: 'choisir',
  onlyCommands: 'commandes seules',
  createPage: 'Créer une page',
  copyLink: 'Copier mon lien',
  showShortcuts: 'Afficher les raccourcis clavier',
  useTheme: 'Apparence : {theme}',
};

export const shortcuts: Words['shortcuts'] = {
  title: 'Raccourcis clavier',
  hint: 'Une touche seule n’agit jamais pendant que vous écrivez dans un champ.',
  areOn: 'Les touches seules agissent',
  everywhere: 'Partout',
  go: 'Aller à une rubrique',
  here: 'Sur cette page',
  andThen: 'puis',
  find: 'Chercher dans la liste',
  create: 'Créer ici',
  back: 'Revenir d’un niveau',
  undo: 'Annuler la dernière action',
};

export const signIn: Words['signIn'] = {
  title: 'Reconnectez-vous',
  hint: 'Votre session a expiré. Rien n’est perdu sur cette page.',
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  code: 'Code',
  codeHint: 'Les six chiffres de votre application, ou un code de secours.',
  submit: 'Se connecter',
  otherWays: 'Se connecter autrement',
  otherWaysHint: 'La page est rechargée ; ce qui n’est pas enregistré est perdu.',
};

export const errors: Words['errors'] = {
  notShown: 'Impossible d’afficher ceci.',
  noConnection: 'Le serveur n’a pas répondu. Vérifiez la connexion et réessayez.',
  id: 'Erreur',
  copyId: 'Copier l’identifiant',
  retry: 'Réessayer',
};
