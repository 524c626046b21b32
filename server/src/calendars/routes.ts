import * as contract from '@daybook/contract/calendars';
import { serve, servePrepared, type Endpoint } from '../platform/http/serve.ts';
import { beginAuthorization } from './authorize.ts';
import { listBusyTimes } from './busy-times.ts';
import { connect, loadConnection, tryConnection, tryPassword } from './connect.ts';
import { changeConnection, disconnect, listConnections, syncNow } from './connections.ts';
import { listProviders } from './providers.ts';
import { connectionView } from './view.ts';

export const calendarsEndpoints: readonly Endpoint[] = [
  serve(contract.listCalendarProviders, async (_, __, { runtime }) => listProviders(runtime.config)),
  serve(contract.listCalendarConnections, async (ctx, { query, page }) => {
    const { items, total } = await listConnections(ctx, query.email, page);
    return { items: items.map(connectionView), total };
  }),
  servePrepared(
    contract.connectCalendar,
    (runtime, actor, { body }) => tryConnection(runtime, actor, body),
    async (ctx, { body }, tried) => connectionView(await connect(ctx, body, tried)),
  ),
  serve(contract.authorizeCalendar, (ctx, { body }, { runtime }) => beginAuthorization(ctx, runtime, body)),
  serve(contract.readCalendarConnection, async (ctx, { params }) =>
    connectionView(await loadConnection(ctx, params.uuid)),
  ),
  servePrepared(
    contract.updateCalendarConnection,
    async (runtime, actor, { params, body: { password } }) =>
      password === undefined ? undefined : tryPassword(runtime, actor, params.uuid, password),
    async (ctx, { params, body }, renewed) =>
      connectionView(await changeConnection(ctx, params.uuid, body, renewed)),
  ),
  serve(contract.disconnectCalendar, (ctx, { params }) => disconnect(ctx, params.uuid)),
  servePrepared(
    contract.syncCalendarConnection,
    (runtime, actor, { params }) => syncNow(runtime, actor, params.uuid),
    async (ctx, { params }, counts) => ({
      connection: connectionView(await loadConnection(ctx, params.uuid)),
      ...counts,
    }),
  ),
  serve(contract.listBusyTimes, (ctx, { query }) => listBusyTimes(ctx, query)),
];
