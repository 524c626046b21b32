import type { Words } from '../words.ts';
import { domainSettings } from './settings-domains.ts';
import { ownSettings } from './settings-own.ts';
import { peopleSettings } from './settings-people.ts';
import { provisioningSettings } from './provisioning.ts';
import { singleSignOnSettings } from './single-sign-on.ts';
import { workspaceSettings } from './settings-workspace.ts';

export const settings: Words['settings'] = {
  title: 'Einstellungen',
  sections: 'Einstellungen',
  groups: { you: 'Sie', workspace: 'Arbeitsbereich' },
  pages: {
    profile: 'Profil',
    signIn: 'Anmeldung',
    preferences: 'Vorlieben',
    calendars: 'Kalender',
    connectedApps: 'Verbundene Apps',
    workspace: 'Allgemein',
    branding: 'Auftritt',
    domains: 'Domains',
    people: 'Personen',
    teams: 'Teams',
    resources: 'Räume und Geräte',
    roles: 'Rollen',
    security: 'Sicherheit',
    singleSignOn: 'Single Sign-on',
    provisioning: 'Bereitstellung',
    data: 'Daten',
  },
  refusals: {
    adminsOnly: 'Nur Inhaber und Admins dürfen das ändern.',
    ownersOnly: 'Nur Inhaber dürfen Inhaber ändern.',
    managersOnly: 'Nur Inhaber, Admins und Leiter des Teams dürfen das ändern.',
  },
  firstName: 'Vorname',
  lastName: 'Nachname',
  email: 'E-Mail-Adresse',
  role: 'Rolle',
  slug: 'Ende des Links',
  zone: 'Zeitzone',
  mailLanguage: 'Sprache von Mails und Seiten',
  id: 'Kennung',
  remove: 'Entfernen',
  signInAgain: 'Neu anmelden',
  ...domainSettings,
  ...ownSettings,
  ...peopleSettings,
  ...workspaceSettings,
  ...provisioningSettings,
  ...singleSignOnSettings,
};
