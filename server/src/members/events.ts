import { z } from 'zod';
import { eventKind } from '../platform/events.ts';

/** Other slices create what every user has, such as a schedule. */
export const memberCreated = eventKind(
  'member.created',
  z.object({ memberId: z.string(), email: z.string(), timezone: z.string() }),
);

export const memberDeactivated = eventKind('member.deactivated', z.object({ memberId: z.string() }));

/** An owner or admin became a user. */
export const memberDemoted = eventKind('member.demoted', z.object({ memberId: z.string() }));

/** Its event types are deleted with it; their bookings stay. */
export const teamDeleted = eventKind('team.deleted', z.object({ teamId: z.string() }));
