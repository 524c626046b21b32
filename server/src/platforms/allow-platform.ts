import { endPlatformGrants, findClient } from '../identity/public.ts';
import { createSystemActor } from '../platform/auth/actor.ts';
import { runInWorkspace, type Runtime } from '../platform/context.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import { conflict, notFound } from '../platform/problems.ts';
import { deletePlatform, listWorkspaces, upsertPlatform } from './store.ts';

interface PlatformApp {
  readonly name: string;
  readonly workspaceId: WorkspaceId;
}

/** Only the operator decides which apps create workspaces, and act for users without asking them. */
export async function allowPlatform(
  runtime: Runtime,
  appId: string,
  origins: readonly string[],
): Promise<PlatformApp> {
  const { app, hasService } = await loadApp(runtime, appId);
  if (!hasService)
    throw conflict('A platform needs an app with a secret and the grant type client_credentials.');
  await runInWorkspace(runtime, createSystemActor(app.workspaceId), (ctx) =>
    upsertPlatform(ctx, appId, origins),
  );
  return app;
}

/** Its workspaces stay; nothing acts in them for the platform anymore. */
export async function endPlatform(runtime: Runtime, appId: string): Promise<PlatformApp> {
  const { app } = await loadApp(runtime, appId);
  await runInWorkspace(runtime, createSystemActor(app.workspaceId), (ctx) => deletePlatform(ctx, appId));
  for (let offset = 0; ; offset += batchSize) {
    const rows = await listWorkspaces(runtime.database, appId, { limit: batchSize, offset });
    for (const { workspace_id: id } of rows)
      await runInWorkspace(runtime, createSystemActor(id), endPlatformGrants);
    if (rows.length < batchSize) return app;
  }
}

const batchSize = 100;

async function loadApp(
  runtime: Runtime,
  appId: string,
): Promise<{ readonly app: PlatformApp; readonly hasService: boolean }> {
  const client = await findClient(runtime, appId);
  if (!client?.workspace_id) throw notFound('App');
  const hasService = client.secret_hash !== null && client.grant_types.includes('client_credentials');
  return { app: { name: client.name, workspaceId: client.workspace_id }, hasService };
}
