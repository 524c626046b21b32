import { availabilityEndpoints } from './availability/routes.ts';
import { removePagesOfTeam } from './event-types/public.ts';
import { eventTypesEndpoints } from './event-types/routes.ts';
import { identityEndpoints } from './identity/routes.ts';
import { memberCreated, teamDeleted } from './members/public.ts';
import { membersEndpoints } from './members/routes.ts';
import { notesEndpoints } from './notes/routes.ts';
import { housekeeping } from './platform/housekeeping.ts';
import type { Endpoint } from './platform/http/serve.ts';
import type { AnyJob } from './platform/jobs.ts';
import { on, type Reaction } from './platform/outbox.ts';
import { routingEndpoints } from './routing/routes.ts';
import { inviteeCancelled, inviteeNoShow, inviteeScheduled } from './scheduled-events/events.ts';
import { scheduledEventsEndpoints } from './scheduled-events/routes.ts';
import { createDefaultSchedule } from './schedules/public.ts';
import { schedulesEndpoints } from './schedules/routes.ts';
import { tellCancelled, tellNoShow, tellScheduled } from './webhooks/public.ts';
import { webhooksEndpoints } from './webhooks/routes.ts';

/** What the product is made of. Every side effect of an event stands in `reactions`, and nowhere else. */

export const endpoints: readonly Endpoint[] = [
  ...identityEndpoints,
  ...membersEndpoints,
  ...eventTypesEndpoints,
  ...schedulesEndpoints,
  ...availabilityEndpoints,
  ...scheduledEventsEndpoints,
  ...notesEndpoints,
  ...routingEndpoints,
  ...webhooksEndpoints,
];

export const jobs: readonly AnyJob[] = [housekeeping];

export const reactions: readonly Reaction[] = [
  on(memberCreated, { now: [createDefaultSchedule] }),
  on(teamDeleted, { now: [removePagesOfTeam] }),
  on(inviteeScheduled, { now: [tellScheduled] }),
  on(inviteeCancelled, { now: [tellCancelled] }),
  on(inviteeNoShow, { now: [tellNoShow] }),
];
