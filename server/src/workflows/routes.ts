import * as contract from '@daybook/contract/workflows';
import { serve, type Endpoint } from '../platform/http/serve.ts';
import {
  changeWorkflow,
  createWorkflow,
  loadWorkflow,
  removeWorkflow,
  validateChanges,
} from './change-workflow.ts';
import { renderPreview, tryWorkflow, validatePreview } from './dry-run.ts';
import { countRuns, listRuns } from './log.store.ts';
import { countVersions, countWorkflows, listVersions, listWorkflows } from './store.ts';
import { validateDefinition } from './validate-workflow.ts';
import { serializeRun, serializeVersion, serializeWorkflow } from './view.ts';

export const workflowsEndpoints: readonly Endpoint[] = [
  serve(contract.listWorkflows, async (ctx, { query, page }) => ({
    items: (await listWorkflows(ctx, query, page)).map((row) => serializeWorkflow(ctx.secrets, row)),
    total: await countWorkflows(ctx, query),
  })),
  serve(
    contract.createWorkflow,
    async (ctx, { body }) => {
      const { workflow, signingSecret } = await createWorkflow(ctx, body);
      return { resource: serializeWorkflow(ctx.secrets, workflow), signingSecret };
    },
    { onSchemaError: validateDefinition },
  ),
  serve(
    contract.previewWorkflowMail,
    async (ctx, { body }) => {
      const { subject, text, html } = await renderPreview(ctx, body);
      return { subject, text, html };
    },
    { onSchemaError: validatePreview },
  ),
  serve(contract.readWorkflow, async (ctx, { params }) =>
    serializeWorkflow(ctx.secrets, await loadWorkflow(ctx, params.uuid)),
  ),
  serve(
    contract.changeWorkflow,
    async (ctx, { params, body }) => {
      const { workflow, signingSecret } = await changeWorkflow(ctx, params.uuid, body);
      return {
        resource: serializeWorkflow(ctx.secrets, workflow),
        ...(signingSecret !== null && { signingSecret }),
      };
    },
    { onSchemaError: validateChanges },
  ),
  serve(contract.deleteWorkflow, (ctx, { params }) => removeWorkflow(ctx, params.uuid)),
  serve(contract.listWorkflowVersions, async (ctx, { params, page }) => {
    const { id } = await loadWorkflow(ctx, params.uuid);
    return {
      items: (await listVersions(ctx, id, page)).map(serializeVersion),
      total: await countVersions(ctx, id),
    };
  }),
  serve(contract.listWorkflowRuns, async (ctx, { params, query, page }) => {
    const { id } = await loadWorkflow(ctx, params.uuid);
    const listing = { workflowId: id, state: query.state };
    return {
      items: (await listRuns(ctx, listing, page)).map(serializeRun),
      total: await countRuns(ctx, listing),
    };
  }),
  serve(contract.tryWorkflow, (ctx, { params, body }) => tryWorkflow(ctx, params.uuid, body)),
];
