import { z } from 'zod';
import { eventKind } from '../platform/outbox.ts';

/** A workspace came to be. Other slices give it what every workspace has. */
export const workspaceCreated = eventKind('workspace.created', z.object({}));
