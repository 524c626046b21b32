import { z } from 'zod';
import { defineEvent } from '../platform/events.ts';

/** On which days and clock a user lives: another default schedule, or its zone or trips are others. */
export const hostTimeZonesChanged = defineEvent(
  'schedule.whereabouts_changed',
  z.object({ memberId: z.string() }),
);
