import * as contract from '@daybook/contract/apps';
import { requireAdmin } from '../../platform/auth/actor.ts';
import { serveUpload } from '../../platform/http/serve-upload.ts';
import { serve, servePrepared, type Endpoint } from '../../platform/http/serve.ts';
import * as apps from './apps.ts';
import { approveApp, withdrawApproval } from './approvals.ts';
import { findClient } from './find-client.ts';
import * as store from './store.ts';
import { serializeApp, serializeApproval } from './view.ts';

export const appsEndpoints: readonly Endpoint[] = [
  serve(contract.listApps, async (ctx, { query, page }) => {
    if (query.scope === 'all') requireAdmin(ctx.actor);
    const creatorId = query.scope === 'all' ? undefined : ctx.actor.memberId;
    return {
      items: (await store.listApps(ctx, creatorId, page)).map((row) => serializeApp(ctx, row)),
      total: await store.countApps(ctx, creatorId),
    };
  }),
  serve(
    contract.createApp,
    async (ctx, { body }) => {
      const { row, secret } = await apps.registerApp(ctx, body);
      return { resource: serializeApp(ctx, row), clientSecret: secret };
    },
    { onSchemaError: apps.validateNewApp },
  ),
  serve(contract.readApp, async (ctx, { params }) =>
    serializeApp(ctx, await apps.findOwnApp(ctx, params.uuid)),
  ),
  serve(
    contract.updateApp,
    async (ctx, { params, body }) => serializeApp(ctx, await apps.changeApp(ctx, params.uuid, body)),
    { onSchemaError: apps.validateApp },
  ),
  serve(contract.deleteApp, (ctx, { params }) => apps.removeApp(ctx, params.uuid)),
  serve(contract.rotateAppSecret, async (ctx, { params }) => {
    const { row, secret } = await apps.rotateAppSecret(ctx, params.uuid);
    return { resource: serializeApp(ctx, row), clientSecret: secret };
  }),
  serveUpload(
    contract.setAppLogo,
    (runtime, actor, { params }, upload) => apps.receiveAppLogo(runtime, actor, params.uuid, upload),
    async (ctx, { params }, picture) => serializeApp(ctx, await apps.setAppLogo(ctx, params.uuid, picture)),
  ),
  serve(contract.deleteAppLogo, (ctx, { params }) => apps.deleteAppLogo(ctx, params.uuid)),
  serve(contract.listAppApprovals, async (ctx, { page }) => ({
    items: (await store.listApprovals(ctx, page)).map(serializeApproval),
    total: await store.countApprovals(ctx),
  })),
  servePrepared(
    contract.approveApp,
    (runtime, _actor, { body }) => findClient(runtime, body.clientId),
    async (ctx, _input, client) => serializeApproval(await approveApp(ctx, client)),
  ),
  serve(contract.deleteAppApproval, (ctx, { params }) => withdrawApproval(ctx, params.uuid)),
];
