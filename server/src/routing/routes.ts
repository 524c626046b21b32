import * as contract from '@daybook/contract/routing-forms';
import { serve, serveVisitor, type Endpoint } from '../platform/http/serve.ts';
import {
  changeForm,
  createForm,
  loadOwnForm,
  removeForm,
  resolveListedOwner,
  validateForm,
  validateNewForm,
} from './forms.ts';
import * as store from './store.ts';
import { findFormWorkspace, loadOpenForm, submitForm, tryAnswers, validateSubmission } from './submit.ts';
import { serializeForm, serializePublicForm, serializeSubmission } from './view.ts';

export const routingEndpoints: readonly Endpoint[] = [
  serve(contract.listRoutingForms, async (ctx, { query, page }) => {
    const ownerId = resolveListedOwner(ctx, query.scope);
    return {
      items: (await store.listForms(ctx, ownerId, page)).map((row) => serializeForm(ctx, row)),
      total: await store.countForms(ctx, ownerId),
    };
  }),
  serve(
    contract.createRoutingForm,
    async (ctx, { body }) => serializeForm(ctx, await createForm(ctx, body)),
    {
      onSchemaError: validateNewForm,
    },
  ),
  serve(contract.readRoutingForm, async (ctx, { params }) =>
    serializeForm(ctx, await loadOwnForm(ctx, params.uuid)),
  ),
  serve(
    contract.updateRoutingForm,
    async (ctx, { params, body }) => serializeForm(ctx, await changeForm(ctx, params.uuid, body)),
    { onSchemaError: validateForm },
  ),
  serve(contract.tryRoutingForm, (ctx, { params, body }) => tryAnswers(ctx, params.uuid, body)),
  serve(contract.deleteRoutingForm, (ctx, { params }) => removeForm(ctx, params.uuid)),
  serve(contract.listFormSubmissions, async (ctx, { params, page }) => {
    const form = await loadOwnForm(ctx, params.uuid);
    const rows = await store.listSubmissions(ctx, form.id, page);
    return {
      items: rows.map((row) => serializeSubmission(ctx, form, row)),
      total: await store.countSubmissions(ctx, form.id),
    };
  }),
  serveVisitor(
    contract.readPublicForm,
    (runtime, { params }) => findFormWorkspace(runtime, params.slug),
    async (ctx, { params }) =>
      serializePublicForm(
        ctx,
        await loadOpenForm(ctx, params.slug),
        (await store.findOrganization(ctx)).name,
      ),
  ),
  serveVisitor(
    contract.submitForm,
    (runtime, { params }) => findFormWorkspace(runtime, params.slug),
    (ctx, { params, body }) => submitForm(ctx, params.slug, body),
    { onSchemaError: validateSubmission },
  ),
];
