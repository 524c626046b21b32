import * as agents from '@daybook/contract/agents';
import * as calls from '@daybook/contract/calls';
import { readInWorkspace } from '../platform/context.ts';
import { createDownload, serveDownload } from '../platform/http/serve-download.ts';
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
import { createProviders } from './providers.ts';
import { cancelCall, loadCall, queueCall, validateCall } from './queue-call.ts';
import { readRecording } from './recordings.ts';
import { receiveCallStatus } from './receive-call-status.ts';
import * as store from './store.ts';
import { serializeAgent, serializeCall, serializeDoNotCall } from './view.ts';

export const callsEndpoints: readonly Endpoint[] = [
  serve(agents.listAgents, async (ctx, { page }) => ({
    items: (await agentStore.listAgents(ctx, page)).map(serializeAgent),
    total: await agentStore.countAgents(ctx),
  })),
  serve(
    agents.createAgent,
    async (ctx, { body }, { runtime }) =>
      serializeAgent(await createAgent(ctx, body, createProviders(runtime))),
    { onSchemaError: (ctx, fields, { runtime }) => validateAgentIn(ctx, fields, createProviders(runtime)) },
  ),
  serve(agents.readAgent, async (ctx, { params }) => serializeAgent(await loadAgent(ctx, params.uuid))),
  serve(
    agents.updateAgent,
    async (ctx, { params, body }, { runtime }) =>
      serializeAgent(await changeAgent(ctx, params.uuid, body, createProviders(runtime))),
    {
      onSchemaError: (ctx, fields, { params, runtime }) =>
        validateChanges(ctx, params.uuid, fields, createProviders(runtime)),
    },
  ),
  serve(agents.deleteAgent, (ctx, { params }) => removeAgent(ctx, params.uuid)),
  serve(
    calls.createOutboundCall,
    async (ctx, { params, body }) => serializeCall(await queueCall(ctx, params.agentUuid, body)),
    { onSchemaError: validateCall },
  ),
  serve(calls.listOutboundCalls, async (ctx, { params, query, page }) => {
    const { id: agentId } = await loadAnyAgent(ctx, params.agentUuid);
    const listing = { agentId, status: query.status };
    return {
      items: (await store.listCalls(ctx, listing, page)).map(serializeCall),
      total: await store.countCalls(ctx, listing),
    };
  }),
  serve(calls.listAllOutboundCalls, async (ctx, { query: { agent, ...filter }, page }) => {
    const listing = { agentId: agent, ...filter };
    return {
      items: (await store.listCalls(ctx, listing, page)).map(serializeCall),
      total: await store.countCalls(ctx, listing),
    };
  }),
  serve(calls.readOutboundCall, async (ctx, { params }) =>
    serializeCall(await loadCall(ctx, params.agentUuid, params.id)),
  ),
  serveDownload(calls.readCallRecording, async (runtime, actor, { params }) =>
    createDownload(
      await readInWorkspace(runtime, actor, (ctx) => readRecording(ctx, params.agentUuid, params.id)),
    ),
  ),
  serve(calls.cancelOutboundCall, (ctx, { params }) => cancelCall(ctx, params.agentUuid, params.id)),
  serve(agents.listDoNotCall, async (ctx, { query: { phoneNumber }, page }) => ({
    items: (await agentStore.listDoNotCall(ctx, phoneNumber, page)).map(serializeDoNotCall),
    total: await agentStore.countDoNotCall(ctx, phoneNumber),
  })),
  serve(agents.addDoNotCall, async (ctx, { body }) => serializeDoNotCall(await addDoNotCall(ctx, body)), {
    onSchemaError: validateDoNotCall,
  }),
  serve(agents.removeDoNotCall, (ctx, { params }) => removeDoNotCall(ctx, params.uuid)),
  servePublic(calls.reportCallStatus, (runtime, { params }, exchange) =>
    receiveCallStatus(runtime, params.callId, exchange),
  ),
];
