import { z } from 'zod';

/** Every body that an unsuccessful answer can have: interface section 7 and resolutions section 4. */

export const unauthenticated = z
  .object({ message: z.literal('Unauthenticated.') })
  .meta({ id: 'Unauthenticated' });

export const insufficientScope = z
  .object({
    error: z.object({
      type: z.literal('insufficient_scope'),
      message: z.string(),
      error_id: z.uuid(),
      required_scopes: z.array(z.string()),
    }),
  })
  .meta({ id: 'InsufficientScope' });

export const invalid = z
  .object({
    message: z.literal('The given data was invalid.'),
    errors: z.record(z.string(), z.array(z.string())),
  })
  .meta({ id: 'Invalid' });

export const failure = z
  .object({
    success: z.literal(false),
    message: z.string(),
    status: z.int(),
    error_id: z.uuid().optional(),
    unavailable: z
      .array(z.object({ date: z.string(), start: z.string(), reason: z.string() }))
      .optional()
      .meta({ description: 'Unavailable times of a series that couldn’t be booked' }),
  })
  .meta({ id: 'Failure' });

/** The statuses a route may list under `fails`, beside those every route has. */
export type FailureStatus = 400 | 401 | 403 | 404 | 409 | 422;
