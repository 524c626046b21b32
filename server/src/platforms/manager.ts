import { findClient, type ClientRow } from '../identity/public.ts';
import { createSystemActor, type Actor } from '../platform/auth/actor.ts';
import type { Runtime } from '../platform/context.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import { forbidden, notFound } from '../platform/problems.ts';
import { listWorkspaces, type ManagedWorkspace } from './store.ts';

/** The app of a platform, as it calls. */
export interface Manager {
  readonly runtime: Runtime;
  readonly client: ClientRow;
  readonly caller: Actor;
}

/** 403 once the operator ended the platform, whatever its tokens say. */
export async function requireManager(runtime: Runtime, caller: Actor): Promise<Manager> {
  const client = await findClient(runtime, caller.platformId ?? '');
  if (!client?.embed_origins) throw forbidden('This app is no longer a platform.');
  return { runtime, client, caller };
}

/** Acts in a workspace with the permissions of an owner, and as nobody in it. The audit log names the platform. */
export function createManagingActor({ caller, client }: Manager, workspaceId: WorkspaceId): Actor {
  const { id, address } = caller;
  return {
    ...createSystemActor(workspaceId),
    kind: 'token',
    id,
    isApp: true,
    appName: client.name,
    ...(address !== undefined && { address }),
  };
}

/** 404 for every workspace that the platform didn't create. */
export async function loadWorkspace({ runtime, client }: Manager, id: string): Promise<ManagedWorkspace> {
  const [row] = await listWorkspaces(runtime.database, client.client_id, { id });
  if (!row) throw notFound('Workspace');
  return row;
}
