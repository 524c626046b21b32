import * as absences from './absences.ts';
import * as agents from './agents.ts';
import * as apps from './apps.ts';
import * as audit from './audit.ts';
import * as bookingRequests from './booking-requests.ts';
import * as waitlist from './waitlist.ts';
import * as availability from './availability.ts';
import * as calendarFeed from './calendar-feed.ts';
import * as calendars from './calendars.ts';
import * as calendar from './calendar.ts';
import * as calls from './calls.ts';
import * as crmBulk from './crm-bulk.ts';
import * as crmFiles from './crm-files.ts';
import * as crmNotes from './crm-notes.ts';
import * as crmObjects from './crm-objects.ts';
import * as crmPeople from './crm-people.ts';
import * as crmRecords from './crm-records.ts';
import * as crmTasks from './crm-tasks.ts';
import * as crmViews from './crm-views.ts';
import * as departures from './departures.ts';
import * as domains from './domains.ts';
import * as eventTypes from './event-types.ts';
import * as factors from './factors.ts';
import * as favorites from './favorites.ts';
import * as holidays from './holidays.ts';
import * as home from './home.ts';
import * as identity from './identity.ts';
import * as identityProviders from './identity-providers.ts';
import * as insights from './insights.ts';
import * as invitations from './invitations.ts';
import * as links from './links.ts';
import * as live from './live.ts';
import * as mail from './mail.ts';
import * as members from './members.ts';
import * as notes from './notes.ts';
import * as notifications from './notifications.ts';
import * as payments from './payments.ts';
import * as privacy from './privacy.ts';
import * as polls from './polls.ts';
import * as publicPolls from './public-polls.ts';
import * as platform from './platform.ts';
import * as publicPages from './public.ts';
import * as resources from './resources.ts';
import type { AnyRoute } from './route.ts';
import * as savedViews from './saved-views.ts';
import * as routingForms from './routing-forms.ts';
import * as scheduledEvents from './scheduled-events.ts';
import * as schedules from './schedules.ts';
import * as scim from './scim.ts';
import * as search from './search.ts';
import * as session from './session.ts';
import * as webhookCatchers from './webhook-catchers.ts';
import * as webhooks from './webhooks.ts';
import * as workflows from './workflows.ts';

/** The files of the contract that declare routes, in the order of the reference. */
export const groups = {
  identity,
  home,
  notifications,
  favorites,
  session,
  factors,
  invitations,
  apps,
  platform,
  'identity-providers': identityProviders,
  scim,
  domains,
  members,
  departures,
  'event-types': eventTypes,
  resources,
  links,
  schedules,
  absences,
  holidays,
  availability,
  calendars,
  'calendar-feed': calendarFeed,
  'scheduled-events': scheduledEvents,
  'booking-requests': bookingRequests,
  waitlist,
  polls,
  calendar,
  payments,
  notes,
  'crm-objects': crmObjects,
  'crm-records': crmRecords,
  'crm-notes': crmNotes,
  'crm-people': crmPeople,
  'crm-bulk': crmBulk,
  'crm-files': crmFiles,
  'crm-views': crmViews,
  'crm-tasks': crmTasks,
  privacy,
  search,
  'saved-views': savedViews,
  'routing-forms': routingForms,
  agents,
  calls,
  webhooks,
  'webhook-catchers': webhookCatchers,
  workflows,
  mail,
  insights,
  audit,
  live,
  public: publicPages,
  'public-polls': publicPolls,
};

/** Every route of the API, in the order of the reference. */
export const routes: ReadonlyMap<string, AnyRoute> = new Map(
  Object.values(groups).flatMap((group) => Object.entries(group).filter(isRoute)),
);

export function isRoute(entry: [string, unknown]): entry is [string, AnyRoute] {
  const value = entry[1];
  return typeof value === 'object' && value !== null && 'path' in value && 'returns' in value;
}
