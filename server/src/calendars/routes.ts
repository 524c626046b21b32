import * as contract from '@daybook/contract/calendars';
import { serve, servePrepared, type Endpoint } from '../platform/http/serve.ts';
import { startAuthorization } from './authorize.ts';
import { listBusyTimes } from './busy-times.ts';
import { connectCalendars, loadConnection, tryConnection, tryPassword } from './connect.ts';
import { changeConnection, disconnectCalendars, listConnections, syncNow } from './connections.ts';
import { listProviders } from './providers.ts';
import { serializeConnection } from './view.ts';

export const calendarsEndpoints: readonly Endpoint[] = [
  serve(contract.listCalendarProviders, async (_, __, { runtime }) => listProviders(runtime.config)),
  serve(contract.listCalendarConnections, async (ctx, { query, page }) => {
    const { items, total } = await listConnections(ctx, query.email, page);
    return { items: items.map(serializeConnection), total };
  }),
  servePrepared(
    contract.connectCalendar,
    (runtime, actor, { body }) => tryConnection(runtime, actor, body),
    async (ctx, { body }, tried) => serializeConnection(await connectCalendars(ctx, body, tried)),
  ),
  serve(contract.authorizeCalendar, (ctx, { body }, { runtime }) => startAuthorization(ctx, runtime, body)),
  serve(contract.readCalendarConnection, async (ctx, { params }) =>
    serializeConnection(await loadConnection(ctx, params.uuid)),
  ),
  servePrepared(
    contract.updateCalendarConnection,
    async (runtime, actor, { params, body: { password } }) =>
      password === undefined ? undefined : tryPassword(runtime, actor, params.uuid, password),
    async (ctx, { params, body }, renewed) =>
      serializeConnection(await changeConnection(ctx, params.uuid, body, renewed)),
  ),
  serve(contract.disconnectCalendar, (ctx, { params }) => disconnectCalendars(ctx, params.uuid)),
  servePrepared(
    contract.syncCalendarConnection,
    (runtime, actor, { params }) => syncNow(runtime, actor, params.uuid),
    async (ctx, { params }, counts) => ({
      connection: serializeConnection(await loadConnection(ctx, params.uuid)),
      ...counts,
    }),
  ),
  serve(contract.listBusyTimes, (ctx, { query }) => listBusyTimes(ctx, query)),
];
