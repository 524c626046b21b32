import type { EnvelopeValue } from '@daybook/contract/envelopes';
import * as contract from '@daybook/contract/platform';
import type { AnyRoute, Input } from '@daybook/contract/route';
import { servePrepared, type Endpoint } from '../platform/http/serve.ts';
import { createEmbedLink } from './embed-links.ts';
import { loadWorkspace, requireManager, type Manager } from './manager.ts';
import { countWorkspaces, listWorkspaces } from './store.ts';
import {
  createManagedUser,
  listManagedUsers,
  loadManagedUser,
  readInManaged,
  runInManaged,
  setUserActivity,
} from './users.ts';
import { serializeWorkspace } from './view.ts';
import { createManagedWorkspace, suspendWorkspace } from './workspaces.ts';

/** The work happens in workspaces of the platform; the request belongs to the workspace of its app. */
function manage<R extends AnyRoute>(
  route: R,
  work: (manager: Manager, input: Input<R>) => Promise<EnvelopeValue<R['returns']>>,
): Endpoint {
  return servePrepared(
    route,
    async (runtime, actor, input) => work(await requireManager(runtime, actor), input),
    async (_ctx, _input, value) => value,
  );
}

export const platformsEndpoints: readonly Endpoint[] = [
  manage(contract.listPlatformWorkspaces, async ({ runtime, client }, { query: { externalId }, page }) => ({
    items: (await listWorkspaces(runtime.database, client.client_id, { externalId, ...page })).map(
      serializeWorkspace,
    ),
    total: await countWorkspaces(runtime.database, client.client_id, externalId),
  })),
  manage(contract.createPlatformWorkspace, async (manager, { body }) => {
    const { created, value } = await createManagedWorkspace(manager, body);
    return { created, value: serializeWorkspace(value) };
  }),
  manage(contract.readPlatformWorkspace, async (manager, { params }) =>
    serializeWorkspace(await loadWorkspace(manager, params.workspaceUuid)),
  ),
  manage(contract.updatePlatformWorkspace, async (manager, { params, body }) =>
    serializeWorkspace(await suspendWorkspace(manager, params.workspaceUuid, body.isSuspended)),
  ),
  manage(contract.listPlatformUsers, (manager, { params, query, page }) =>
    readInManaged(manager, params.workspaceUuid, (ctx) => listManagedUsers(ctx, query.externalId, page)),
  ),
  manage(contract.createPlatformUser, (manager, { params, body }) =>
    createManagedUser(manager, params.workspaceUuid, body),
  ),
  manage(contract.readPlatformUser, (manager, { params }) =>
    readInManaged(manager, params.workspaceUuid, (ctx) => loadManagedUser(ctx, params.uuid)),
  ),
  manage(contract.updatePlatformUser, (manager, { params, body }) =>
    runInManaged(manager, params.workspaceUuid, (ctx) => setUserActivity(ctx, params.uuid, body.isActive)),
  ),
  manage(contract.createEmbedLink, (manager, { params, body }) =>
    runInManaged(manager, params.workspaceUuid, (ctx) =>
      createEmbedLink(ctx, manager, params.uuid, body.area),
    ),
  ),
];
