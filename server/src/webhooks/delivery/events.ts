import { z } from 'zod';
import { eventKind } from '../../platform/events.ts';

const about = { webhookId: z.string(), memberId: z.string() };
const streamOf = ({ webhookId }: { readonly webhookId: string }): string => webhookId;

/** Every delivery to a webhook has failed for this many hours; its owner should know. */
export const webhookFailing = eventKind('webhook.failing', z.object({ ...about, hours: z.int() }), streamOf);

/** Nothing is sent to a webhook until somebody enables it again. */
export const webhookDisabled = eventKind(
  'webhook.disabled',
  z.object({ ...about, reason: z.string() }),
  streamOf,
);
