import * as contract from '@daybook/contract/crm-views';
import type { Input } from '@daybook/contract/route';
import type { Ctx } from '../../platform/context.ts';
import { serve, type Endpoint } from '../../platform/http/serve.ts';
import { openObject } from '../schema/public.ts';
import { serializeView } from './serialize-view.ts';
import { countViews, listViews } from './store.ts';
import { validateView } from './validate-view.ts';
import { changeView, createView, deleteView } from './views.ts';

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** `/crm/people/views` needs a route of its own, or `views` would be taken for the id of a person. */
export const viewEndpoints: readonly Endpoint[] = [
  serve(contract.listViews, (ctx, { params, page }) => list(ctx, params.objectSlug, page)),
  serve(contract.listPeopleViews, (ctx, { page }) => list(ctx, 'people', page)),
  serve(contract.listCompanyViews, (ctx, { page }) => list(ctx, 'companies', page)),
  serve(contract.createView, (ctx, { params, body }) => create(ctx, params.objectSlug, body), {
    onSchemaError: (ctx, fields, { params }) => validate(ctx, params.objectSlug, fields),
  }),
  serve(contract.createPeopleView, (ctx, { body }) => create(ctx, 'people', body), {
    onSchemaError: (ctx, fields) => validate(ctx, 'people', fields),
  }),
  serve(contract.createCompanyView, (ctx, { body }) => create(ctx, 'companies', body), {
    onSchemaError: (ctx, fields) => validate(ctx, 'companies', fields),
  }),
  serve(
    contract.updateView,
    async (ctx, { params, body }) => {
      const definition = await openObject(ctx, params.objectSlug, 'read');
      return serializeView(ctx, definition, await changeView(ctx, definition, params.viewId, body));
    },
    {
      onSchemaError: (ctx, fields, { params }) => validate(ctx, params.objectSlug, fields),
    },
  ),
  serve(contract.deleteView, async (ctx, { params }) =>
    deleteView(ctx, await openObject(ctx, params.objectSlug, 'read'), params.viewId),
  ),
];

async function list(ctx: Ctx, slug: string, page: Page) {
  const definition = await openObject(ctx, slug, 'read');
  const items = [];
  for (const row of await listViews(ctx, definition.id, page)) {
    items.push(await serializeView(ctx, definition, row));
  }
  return { items, total: await countViews(ctx, definition.id) };
}

async function create(ctx: Ctx, slug: string, body: Input<typeof contract.createView>['body']) {
  const definition = await openObject(ctx, slug, 'read');
  return serializeView(ctx, definition, await createView(ctx, definition, body));
}

async function validate(ctx: Ctx, slug: string, fields: Parameters<typeof validateView>[2]) {
  return validateView(ctx, await openObject(ctx, slug, 'read'), fields);
}
