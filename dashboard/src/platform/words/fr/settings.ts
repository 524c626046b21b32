import type { Words } from '../words.ts';
import { domainSettings } from './settings-domains.ts';
import { ownSettings } from './settings-own.ts';
import { peopleSettings } from './settings-people.ts';
import { provisioningSettings } from './provisioning.ts';
import { singleSignOnSettings } from './single-sign-on.ts';
import { workspaceSettings } from './settings-workspace.ts';

export const settings: Words['settings'] = {
  title: 'Réglages',
  sections: 'Réglages',
  groups: { you: 'Vous', workspace: 'Espace de travail' },
  pages: {
    profile: 'Profil',
    signIn: 'Connexion',
    preferences: 'Préférences',
    calendars: 'Agendas',
    connectedApps: 'Applications connectées',
    workspace: 'Général',
    branding: 'Apparence',
    domains: 'Domaines',
    people: 'Personnes',
    teams: 'Équipes',
    resources: 'Salles et matériel',
    roles: 'Rôles',
    security: 'Sécurité',
    singleSignOn: 'Authentification unique',
    provisioning: 'Provisionnement',
    data: 'Données',
  },
  refusals: {
    adminsOnly: 'Seul un propriétaire ou un admin peut modifier ceci.',
    ownersOnly: 'Seul un propriétaire peut modifier un propriétaire.',
    managersOnly: 'Seul un propriétaire, un admin ou un responsable de l’équipe peut modifier ceci.',
  },
  firstName: 'Prénom',
  lastName: 'Nom',
  email: 'Adresse e-mail',
  role: 'Rôle',
  slug: 'Fin du lien',
  zone: 'Fuseau horaire',
  mailLanguage: 'Langue des e-mails et des pages',
  id: 'Identifiant',
  remove: 'Retirer',
  signInAgain: 'Se reconnecter',
  ...domainSettings,
  ...ownSettings,
  ...peopleSettings,
  ...workspaceSettings,
  ...provisioningSettings,
  ...singleSignOnSettings,
};
