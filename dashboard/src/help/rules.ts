/** What each screen's help is called, and its guide in the documentation. Pure, so that Node can test it. */

/** By the beginning of a screen's path; of several, the longest counts. `$` stands for one part of a path. */
export const helpPages = {
  '/': { topic: 'home', guide: 'guide/hosts#your-day' },
  '/events': { topic: 'events', guide: 'guide/hosts#your-events' },
  '/events/book': { topic: 'book', guide: 'guide/hosts#when-a-call-comes-in' },
  '/pages': { topic: 'pages', guide: 'guide/hosts#what-can-be-booked' },
  '/pages/$': { topic: 'editor', guide: 'guide/concepts#kinds-of-event-types' },
  '/availability': { topic: 'availability', guide: 'guide/hosts#when-you-can-be-booked' },
  '/availability/absences': { topic: 'absences', guide: 'guide/absences' },
  '/records': { topic: 'records', guide: 'guide/crm#records' },
  '/records/$/fields': { topic: 'fields', guide: 'guide/crm#create-an-object' },
  '/records/$/import': { topic: 'import', guide: 'guide/moving#from-a-calendar-or-a-list-of-contacts' },
  '/records/$/duplicates': { topic: 'duplicates', guide: 'guide/crm#duplicates' },
  '/tasks': { topic: 'tasks', guide: 'guide/crm#tasks' },
  '/forms': { topic: 'forms', guide: 'guide/routing-forms' },
  '/calls': { topic: 'calls', guide: 'guide/calls' },
  '/calls/agents': { topic: 'agents', guide: 'guide/calls#what-the-callee-hears' },
  '/polls': { topic: 'polls', guide: 'guide/polls' },
  '/workflows': { topic: 'workflows', guide: 'guide/workflows' },
  '/insights': { topic: 'insights', guide: 'guide/admins#insights' },
  '/developers': { topic: 'webhooks', guide: 'guide/webhooks' },
  '/developers/tokens': { topic: 'tokens', guide: 'guide/api#tokens-and-scopes' },
  '/developers/mail': { topic: 'mail', guide: 'guide/admins#emails-that-were-sent' },
  '/developers/audit-log': { topic: 'auditLog', guide: 'guide/audit-log' },
  '/developers/reference': { topic: 'reference', guide: 'guide/api' },
  '/developers/apps': { topic: 'apps', guide: 'guide/apps' },
  '/notifications': { topic: 'notifications', guide: 'guide/crm#notes-comments-and-mentions' },
  '/settings': { topic: 'profile', guide: 'guide/hosts#your-account' },
  '/settings/sign-in': { topic: 'signIn', guide: 'guide/accounts#second-factor-and-passkeys' },
  '/settings/preferences': { topic: 'preferences', guide: 'guide/hosts#your-account' },
  '/settings/calendars': { topic: 'calendars', guide: 'guide/calendars' },
  '/settings/connected-apps': {
    topic: 'connectedApps',
    guide: 'guide/apps#what-users-and-admins-decide',
  },
  '/settings/workspace': { topic: 'workspace', guide: 'guide/admins' },
  '/settings/branding': { topic: 'branding', guide: 'guide/admins#branding' },
  '/settings/domains': { topic: 'domains', guide: 'guide/domains' },
  '/settings/people': { topic: 'people', guide: 'guide/admins#people-and-teams' },
  '/settings/teams': { topic: 'teams', guide: 'guide/admins#people-and-teams' },
  '/settings/resources': { topic: 'resources', guide: 'guide/resources' },
  '/settings/roles': { topic: 'roles', guide: 'guide/crm#permissions' },
  '/settings/security': { topic: 'security', guide: 'guide/admins#security' },
  '/settings/single-sign-on': { topic: 'singleSignOn', guide: 'guide/single-sign-on' },
  '/settings/provisioning': { topic: 'provisioning', guide: 'guide/scim' },
  '/settings/data': { topic: 'data', guide: 'guide/admins#data' },
} as const;

export type HelpTopic = (typeof helpPages)[keyof typeof helpPages]['topic'];

interface HelpPage {
  readonly topic: HelpTopic;
  /** Where its guide is in the documentation. */
  readonly guide: string;
}

const root = '/docs/';

/** The help of a screen, by its path below `/app`; undefined for one that has none. */
export function findHelpPage(path: string): HelpPage | undefined {
  const parts = partsOf(path);
  const [, page] =
    Object.entries(helpPages)
      // Home explains itself alone.
      .filter(([pattern]) => pattern !== '/' || parts.length === 0)
      .toSorted(([a], [b]) => partsOf(b).length - partsOf(a).length || Number(isOpen(a)) - Number(isOpen(b)))
      .find(([pattern]) => partsOf(pattern).every((part, index) => isMatch(part, parts[index]))) ?? [];
  return page && { topic: page.topic, guide: `${root}${page.guide}` };
}

const isOpen = (pattern: string): boolean => pattern.includes('$');

function partsOf(path: string): readonly string[] {
  return path.split('/').filter((part) => part !== '');
}

function isMatch(part: string, actual: string | undefined): boolean {
  return actual !== undefined && (part === '$' || part === actual);
}

/** The screens whose guide is on a page of the documentation, by their paths. */
export function listScreens(guidePath: string): readonly string[] {
  return Object.entries(helpPages)
    .filter(([, { guide }]) => `${root}${guide.split('#')[0]}` === guidePath)
    .map(([path]) => path);
}

/** The steps of the tour, with what each is about in the rail and at the foot of a phone. */
export const tourStops = [
  { name: 'home', places: 'nav a[href="/app"], nav a[href="/app/"]' },
  { name: 'pages', places: 'nav a[href="/app/pages"]' },
  { name: 'availability', places: 'nav a[href="/app/availability"]' },
  { name: 'records', places: 'nav a[href="/app/records"]' },
  { name: 'search', places: '.rail > .find, .rail .btn' },
] as const;
