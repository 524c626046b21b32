import { ownSettings } from './settings-own.ts';
import { peopleSettings } from './settings-people.ts';
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
    workspace: 'General',
    branding: 'Branding',
    people: 'People',
    teams: 'Teams',
    resources: 'Rooms and equipment',
    roles: 'Roles',
    security: 'Security',
    data: 'Data',
  },
  refusals: {
    adminsOnly: 'Only an owner or admin may change this.',
    ownersOnly: 'Only an owner may change an owner.',
    managersOnly: 'Only an owner, an admin or a manager of the team may change this.',
  },
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email address',
  role: 'Role',
  slug: 'End of the link',
  zone: 'Time zone',
  mailLanguage: 'Language of mail and pages',
  id: 'Id',
  remove: 'Remove',
  signInAgain: 'Sign in again',
  ...ownSettings,
  ...peopleSettings,
  ...workspaceSettings,
};
