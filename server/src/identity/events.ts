import { z } from 'zod';
import { eventKind } from '../platform/events.ts';

/** Other slices create what every workspace has. */
export const workspaceCreated = eventKind('workspace.created', z.object({}));
