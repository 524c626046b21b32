import { createSystemActor } from '../../platform/auth/actor.ts';
import { runInWorkspace, type Runtime } from '../../platform/context.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';
import { findUnnumbered, numberChanges } from './store.ts';

/** Brings the feed of a workspace up to what is committed now. Readers do this first, so they never lag. */
export function updateFeed(runtime: Runtime, workspaceId: WorkspaceId): Promise<void> {
  return runInWorkspace(runtime, createSystemActor(workspaceId), numberChanges);
}

/** Keeps what is left for readers small, however much is written while nobody reads. */
export async function updateFeeds(runtime: Runtime): Promise<void> {
  for (const id of await findUnnumbered(runtime.database)) await updateFeed(runtime, id);
}
