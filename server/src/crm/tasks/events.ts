import { z } from 'zod';
import { eventKind } from '../../platform/events.ts';

const about = z.object({ taskId: z.string() });

export const taskCreated = eventKind('crm.task.created', about);
export const taskCompleted = eventKind('crm.task.completed', about);
/** The morning of the day on which it is due. */
export const taskDue = eventKind('crm.task.due', about);
