import { z } from 'zod';
import { defineEvent } from '../../platform/events.ts';

const about = z.object({ objectSlug: z.string(), recordId: z.string(), changeId: z.string() });

/** Published once for each record. What changed is in `crm_change` under `changeId`. */
export const recordCreated = defineEvent('crm.record.created', about);
export const recordUpdated = defineEvent('crm.record.updated', about);
export const recordDeleted = defineEvent('crm.record.deleted', about);
