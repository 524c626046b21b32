import { z } from 'zod';
import { eventKind } from '../../platform/events.ts';

const kind = z.enum(['totp', 'passkey', 'recovery_codes']);

/** Somebody has another way to show who they are. */
export const factorAdded = eventKind(
  'factor.added',
  z.object({ memberId: z.string(), factor: kind, name: z.string() }),
);

/** Or one less; `by` is the operator when they could not do it themselves. */
export const factorRemoved = eventKind(
  'factor.removed',
  z.object({ memberId: z.string(), factor: kind, name: z.string(), by: z.enum(['user', 'operator']) }),
);
