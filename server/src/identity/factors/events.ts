import { z } from 'zod';
import { defineEvent } from '../../platform/events.ts';

const kind = z.enum(['totp', 'passkey', 'recovery_codes']);

/** A user added an authenticator or passkey, or replaced the recovery codes. */
export const factorAdded = defineEvent(
  'factor.added',
  z.object({ memberId: z.string(), factor: kind, name: z.string() }),
);

/** An authenticator or passkey was removed, by the user or by the operator for them. */
export const factorRemoved = defineEvent(
  'factor.removed',
  z.object({ memberId: z.string(), factor: kind, name: z.string(), by: z.enum(['user', 'operator']) }),
);
