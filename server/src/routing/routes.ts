import * as contract from '@daybook/contract/routing-forms';
import { serve, serveVisitor, type Endpoint } from '../platform/http/serve.ts';
import {
  changeForm,
  createForm,
  loadOwnForm,
  removeForm,
  ownerToList,
  validateForm,
  validateNewForm,
} from './forms.ts';
import * as store from './store.ts';
import { findFormWorkspace, loadOpenForm, submit, tryAnswers, validateSubmission } from './submit.ts';
import { formView, publicFormView, submissionView } from './view.ts';

export const routingEndpoints: readonly Endpoint[] = [
  serve(contract.listRoutingForms, async (ctx, { query, page }) => {
    const ownerId = ownerToList(ctx, query.scope);
    return {
      items: (await store.listForms(ctx, ownerId, page)).map((row) => formView(ctx, row)),
      total: await store.countForms(ctx, ownerId),
    };
  }),
  serve(contract.createRoutingForm, async (ctx, { body }) => formView(ctx, await createForm(ctx, body)), {
    onSchemaError: validateNewForm,
  }),
  serve(contract.readRoutingForm, async (ctx, { params }) =>
    formView(ctx, await loadOwnForm(ctx, params.uuid)),
  ),
  serve(
    contract.updateRoutingForm,
    async (ctx, { params, body }) => formView(ctx, await changeForm(ctx, params.uuid, body)),
    { onSchemaError: validateForm },
  ),
  serve(contract.tryRoutingForm, (ctx, { params, body }) => tryAnswers(ctx, params.uuid, body)),
  serve(contract.deleteRoutingForm, (ctx, { params }) => removeForm(ctx, params.uuid)),
  serve(contract.listFormSubmissions, async (ctx, { params, page }) => {
    const form = await loadOwnForm(ctx, params.uuid);
    const rows = await store.listSubmissions(ctx, form.id, page);
    return {
      items: rows.map((row) => submissionView(ctx, form, row)),
      total: await store.countSubmissions(ctx, form.id),
    };
  }),
  serveVisitor(
    contract.readPublicForm,
    (runtime, { params }) => findFormWorkspace(runtime, params.slug),
    async (ctx, { params }) =>
      publicFormView(ctx, await loadOpenForm(ctx, params.slug), (await store.findOrganization(ctx)).name),
  ),
  serveVisitor(
    contract.submitForm,
    (runtime, { params }) => findFormWorkspace(runtime, params.slug),
    (ctx, { params, body }) => submit(ctx, params.slug, body),
    { onSchemaError: validateSubmission },
  ),
];
