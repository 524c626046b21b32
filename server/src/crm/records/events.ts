import { z } from 'zod';
import { eventKind } from '../../platform/events.ts';

const about = z.object({ objectSlug: z.string(), recordId: z.string(), changeId: z.string() });

/** Published once for each record. What changed is in `crm_change` under `changeId`. */
export const recordCreated = eventKind('crm.record.created', about);
export const recordUpdated = eventKind('crm.record.updated', about);
export const recordDeleted = eventKind('crm.record.deleted', about);
