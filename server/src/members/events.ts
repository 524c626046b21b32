import { z } from 'zod';
import { eventKind } from '../platform/outbox.ts';

/** A user joined the workspace. Other slices give them what every user has, such as a schedule. */
export const memberCreated = eventKind(
  'member.created',
  z.object({ memberId: z.string(), email: z.string(), timezone: z.string() }),
);

export const memberDeactivated = eventKind('member.deactivated', z.object({ memberId: z.string() }));

/** A team is gone, and its pages with it. What was booked on them stays. */
export const teamDeleted = eventKind('team.deleted', z.object({ teamId: z.string() }));
