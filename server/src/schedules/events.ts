import { z } from 'zod';
import { eventKind } from '../platform/events.ts';

/** On which days and clock a user lives: another default schedule, or its zone or trips are others. */
export const whereaboutsChanged = eventKind(
  'schedule.whereabouts_changed',
  z.object({ memberId: z.string() }),
);
