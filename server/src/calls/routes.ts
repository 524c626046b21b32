import * as agents from '@daybook/contract/agents';
import * as calls from '@daybook/contract/calls';
import { readInWorkspace } from '../platform/context.ts';
import { downloadOf, serveDownload } from '../platform/http/serve-download.ts';
import { serve, servePublic, type Endpoint } from '../platform/http/serve.ts';
import * as agentStore from './agents.store.ts';
import {
  changeAgent,
  createAgent,
  loadAgent,
  loadAnyAgent,
  removeAgent,
  validateAgentIn,
  validateChanges,
} from './agents.ts';
import { addDoNotCall, removeDoNotCall, validateDoNotCall } from './do-not-call.ts';
import { providersOf } from './providers.ts';
import { cancelCall, loadCall, queueCall, validateCall } from './queue-call.ts';
import { readRecording } from './recordings.ts';
import { reportStatus } from './report-status.ts';
import * as store from './store.ts';
import { agentView, callView, doNotCallView } from './view.ts';

export const callsEndpoints: readonly Endpoint[] = [
  serve(agents.listAgents, async (ctx, { page }) => ({
    items: (await agentStore.listAgents(ctx, page)).map(agentView),
    total: await agentStore.countAgents(ctx),
  })),
  serve(
    agents.createAgent,
    async (ctx, { body }, { runtime }) => agentView(await createAgent(ctx, body, providersOf(runtime))),
    { onSchemaError: (ctx, fields, { runtime }) => validateAgentIn(ctx, fields, providersOf(runtime)) },
  ),
  serve(agents.readAgent, async (ctx, { params }) => agentView(await loadAgent(ctx, params.uuid))),
  serve(
    agents.updateAgent,
    async (ctx, { params, body }, { runtime }) =>
      agentView(await changeAgent(ctx, params.uuid, body, providersOf(runtime))),
    {
      onSchemaError: (ctx, fields, { params, runtime }) =>
        validateChanges(ctx, params.uuid, fields, providersOf(runtime)),
    },
  ),
  serve(agents.deleteAgent, (ctx, { params }) => removeAgent(ctx, params.uuid)),
  serve(
    calls.createOutboundCall,
    async (ctx, { params, body }) => callView(await queueCall(ctx, params.agentUuid, body)),
    { onSchemaError: validateCall },
  ),
  serve(calls.listOutboundCalls, async (ctx, { params, query, page }) => {
    const { id: agentId } = await loadAnyAgent(ctx, params.agentUuid);
    const listing = { agentId, status: query.status };
    return {
      items: (await store.listCalls(ctx, listing, page)).map(callView),
      total: await store.countCalls(ctx, listing),
    };
  }),
  serve(calls.listAllOutboundCalls, async (ctx, { query: { agent, ...filter }, page }) => {
    const listing = { agentId: agent, ...filter };
    return {
      items: (await store.listCalls(ctx, listing, page)).map(callView),
      total: await store.countCalls(ctx, listing),
    };
  }),
  serve(calls.readOutboundCall, async (ctx, { params }) =>
    callView(await loadCall(ctx, params.agentUuid, params.id)),
  ),
  serveDownload(calls.readCallRecording, async (runtime, actor, { params }) =>
    downloadOf(
      await readInWorkspace(runtime, actor, (ctx) => readRecording(ctx, params.agentUuid, params.id)),
    ),
  ),
  serve(calls.cancelOutboundCall, (ctx, { params }) => cancelCall(ctx, params.agentUuid, params.id)),
  serve(agents.listDoNotCall, async (ctx, { query: { phoneNumber }, page }) => ({
    items: (await agentStore.listDoNotCall(ctx, phoneNumber, page)).map(doNotCallView),
    total: await agentStore.countDoNotCall(ctx, phoneNumber),
  })),
  serve(agents.addDoNotCall, async (ctx, { body }) => doNotCallView(await addDoNotCall(ctx, body)), {
    onSchemaError: validateDoNotCall,
  }),
  serve(agents.removeDoNotCall, (ctx, { params }) => removeDoNotCall(ctx, params.uuid)),
  servePublic(calls.reportCallStatus, (runtime, { params }, exchange) =>
    reportStatus(runtime, params.callId, exchange),
  ),
];
