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
import { countSubmissions, listSubmissions } from './submissions.store.ts';
import { findFormWorkspace, loadOpenForm, submitForm, tryAnswers, validateSubmission } from './submit.ts';
import { serializeForm, serializePublicForm, serializeSubmission } from './view.ts';

export const routingEndpoints: readonly Endpoint[] = [
  serve(contract.listRoutingForms, async (ctx, { query, page }) => {
    const filter = { ...query, ownerId: resolveListedOwner(ctx, query.scope) };
    return {
      items: (await store.listForms(ctx, filter, page)).map((row) => serializeForm(ctx, row)),
      total: await store.countForms(ctx, filter),
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
  serve(contract.listFormSubmissions, async (ctx, { params, query, page }) => {
    const form = await loadOwnForm(ctx, params.uuid);
    const rows = await listSubmissions(ctx, form.id, query, page);
    return {
      items: rows.map((row) => serializeSubmission(ctx, form, row)),
      total: await countSubmissions(ctx, form.id, query),
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
