import { z } from 'zod';
import { eventKind } from '../platform/outbox.ts';

const about = { webhookId: z.string(), memberId: z.string() };

/** Nothing has arrived at a webhook's address for so long; its owner should hear of it. */
export const webhookFailing = eventKind('webhook.failing', z.object({ ...about, hours: z.int() }));

/** Nothing more is sent to a webhook's address until somebody enables it again. */
export const webhookDisabled = eventKind('webhook.disabled', z.object({ ...about, reason: z.string() }));
