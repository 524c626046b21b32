import type { Words } from '../words.ts';

export const areas: Words['areas'] = {
  home: 'Accueil',
  events: 'Rendez-vous',
  pages: 'Pages',
  availability: 'Disponibilités',
  records: 'Fiches',
  tasks: 'Tâches',
  forms: 'Formulaires',
  calls: 'Appels',
  workflows: 'Scénarios',
  insights: 'Analyses',
  developers: 'Développeurs',
  polls: 'Sondages',
  settings: 'Réglages',
  people: 'Personnes',
  teams: 'Équipes',
};

export const shell: Words['shell'] = {
  areas: 'Navigation principale',
  help: 'Aide',
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
  today: '{n} aujourd’hui',
  failing: '{n} en échec',
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

export const reach: Words['reach'] = {
  notifications: 'Notifications',
  favorites: 'Favoris',
  recent: 'Récents',
  add: 'Ajouter aux favoris',
  remove: 'Retirer des favoris',
  move: 'Alt et une flèche pour le déplacer',
  unnamed: 'Sans nom',
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
  chooseOne: 'Choisissez-en au moins un.',
  remove: 'Retirer',
};

export const commands: Words['commands'] = {
  find: 'Chercher',
  open: 'Chercher ou agir',
  createPage: 'Créer une page',
};

export const shortcuts: Words['shortcuts'] = {
  find: 'Chercher dans la liste',
  create: 'Créer ici',
  back: 'Revenir d’un niveau',
  undo: 'Annuler la dernière action',
};

export const errors: Words['errors'] = {
  notShown: 'Impossible d’afficher ceci.',
  noConnection: 'Le serveur n’a pas répondu. Vérifiez la connexion et réessayez.',
  offline: 'Vous êtes hors ligne. Ceci se chargera dès que vous serez reconnecté.',
  gone: 'Cela n’existe plus, ou vous ne pouvez pas le voir.',
  back: 'Retour à la liste',
  unexpected: 'Une erreur s’est produite sur cette page. Veuillez la recharger.',
  id: 'Erreur',
  copyId: 'Copier l’identifiant',
  retry: 'Réessayer',
};
