import { z } from 'zod';
import { defineEvent } from '../platform/events.ts';

/** Other slices create what every user has, such as a schedule. */
export const memberCreated = defineEvent(
  'member.created',
  z.object({ memberId: z.string(), email: z.string(), timezone: z.string() }),
);

/** Somebody else set a user's password. */
export const memberPasswordSet = defineEvent('member.password_set', z.object({ memberId: z.string() }));

/** A user has another address. `email` is the one before. */
export const memberEmailChanged = defineEvent(
  'member.email_changed',
  z.object({ memberId: z.string(), email: z.string() }),
);

/**
 * A user may not come in any more. Their sessions and tokens are over for good, also if they come back. What becomes of everything
 * that acts in their name stands in `departures/kinds.ts`.
 */
export const memberDeactivated = defineEvent(
  'member.deactivated',
  z.object({
    memberId: z.string(),
    /** Who gets what is reassigned; null: nobody in particular. */
    heirId: z.string().nullable(),
    /** Whether webhooks of the organization, apps and SCIM tokens that they created end as well. */
    endsIntegrations: z.boolean(),
  }),
);

export type Departure = z.output<typeof memberDeactivated.payload>;

/** An owner or admin became a user. */
export const memberDemoted = defineEvent('member.demoted', z.object({ memberId: z.string() }));

/** Its event types are deleted with it; their bookings stay. */
export const teamDeleted = defineEvent('team.deleted', z.object({ teamId: z.string() }));

/** A user who leaves a team no longer hosts its event types. */
export const membershipDeleted = defineEvent(
  'team.membership_deleted',
  z.object({ teamId: z.string(), memberId: z.string() }),
);
