import { z } from 'zod';
import { defineEvent } from '../../platform/events.ts';

const about = { webhookId: z.string(), memberId: z.string() };
const streamOf = ({ webhookId }: { readonly webhookId: string }): string => webhookId;

/** Every delivery to a webhook has failed for this many hours; its owner should know. */
export const webhookFailing = defineEvent(
  'webhook.failing',
  z.object({ ...about, hours: z.int() }),
  streamOf,
);

/** A webhook of the organization lost its creator, and belongs to the organization now. */
export const webhookPassed = defineEvent(
  'webhook.passed',
  z.object({ ...about, reason: z.enum(['deactivated', 'demoted']) }),
  streamOf,
);

/** Nothing is sent to a webhook until somebody enables it again. */
export const webhookDisabled = defineEvent(
  'webhook.disabled',
  z.object({ ...about, reason: z.string() }),
  streamOf,
);
