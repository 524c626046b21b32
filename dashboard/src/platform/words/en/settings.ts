import { domainSettings } from './settings-domains.ts';
import { ownSettings } from './settings-own.ts';
import { peopleSettings } from './settings-people.ts';
import { provisioningSettings } from './provisioning.ts';
import { singleSignOnSettings } from './single-sign-on.ts';
import { workspaceSettings } from './settings-workspace.ts';

export const settings = {
  title: 'Settings',
  sections: 'Settings',
  groups: { you: 'You', workspace: 'Workspace' },
  pages: {
    profile: 'Profile',
    signIn: 'Sign-in',
    preferences: 'Preferences',
    calendars: 'Calendars',
    connectedApps: 'Connected apps',
    workspace: 'General',
    branding: 'Branding',
    domains: 'Domains',
    people: 'People',
    teams: 'Teams',
    resources: 'Rooms and equipment',
    roles: 'Roles',
    security: 'Security',
    singleSignOn: 'Single sign-on',
    provisioning: 'Provisioning',
    data: 'Data',
  },
  refusals: {
    adminsOnly: 'Only owners and admins can change this.',
    ownersOnly: 'Only owners can change an owner.',
    managersOnly: 'Only owners, admins and managers of the team can change this.',
  },
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email address',
  role: 'Role',
  slug: 'Link ending',
  zone: 'Time zone',
  mailLanguage: 'Language of emails and pages',
  id: 'ID',
  remove: 'Remove',
  signInAgain: 'Sign in again',
  ...domainSettings,
  ...ownSettings,
  ...peopleSettings,
  ...workspaceSettings,
  ...provisioningSettings,
  ...singleSignOnSettings,
};
