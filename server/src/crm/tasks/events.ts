import { z } from 'zod';
import { defineEvent } from '../../platform/events.ts';

const about = z.object({ taskId: z.string() });

export const taskCreated = defineEvent('crm.task.created', about);
export const taskCompleted = defineEvent('crm.task.completed', about);
/** The morning of the day on which it is due. */
export const taskDue = defineEvent('crm.task.due', about);
