import * as contract from '@daybook/contract/crm-objects';
import { serve, type Endpoint } from '../../platform/http/serve.ts';
import {
  changeAttribute,
  createAttribute,
  demandCustomAttribute,
  validateNewAttribute,
} from './attributes.ts';
import { loadDefinition } from './definitions.ts';
import { deleteAttribute } from './delete-attribute.ts';
import {
  changeObject,
  createObject,
  deleteObject,
  listObjects,
  loadChangeable,
  restoreObject,
} from './objects.ts';
import { validateAttributeChanges, validateObjectChanges } from './rules.ts';
import { attributeView, objectView } from './view.ts';

export const schemaEndpoints: readonly Endpoint[] = [
  serve(contract.listObjects, async (ctx, { query, page }) => {
    const { items, total } = await listObjects(ctx, { ...page, isDeleted: query.deleted });
    return { items: items.map(objectView), total };
  }),
  serve(contract.createObject, async (ctx, { body }) => objectView(await createObject(ctx, body))),
  serve(contract.readObject, async (ctx, { params }) => objectView(await loadDefinition(ctx, params.slug))),
  serve(
    contract.updateObject,
    async (ctx, { params, body }) => objectView(await changeObject(ctx, params.slug, body)),
    {
      onSchemaError: async (ctx, fields, { params }) =>
        validateObjectChanges(await loadChangeable(ctx, params.slug, fields, 'read'), fields),
    },
  ),
  serve(contract.deleteObject, (ctx, { params }) => deleteObject(ctx, params.slug)),
  serve(contract.restoreObject, async (ctx, { params }) => objectView(await restoreObject(ctx, params.slug))),
  serve(
    contract.createAttribute,
    async (ctx, { params, body }) => attributeView(await createAttribute(ctx, params.slug, body)),
    {
      async onSchemaError(ctx, fields, { params }) {
        await loadDefinition(ctx, params.slug);
        return validateNewAttribute(ctx, fields);
      },
    },
  ),
  serve(
    contract.updateAttribute,
    async (ctx, { params, body }) => attributeView(await changeAttribute(ctx, params.slug, params.key, body)),
    {
      async onSchemaError(ctx, fields, { params }) {
        const attribute = demandCustomAttribute(await loadDefinition(ctx, params.slug), params.key);
        return validateAttributeChanges(attribute, fields);
      },
    },
  ),
  serve(contract.deleteAttribute, (ctx, { params }) => deleteAttribute(ctx, params.slug, params.key)),
];
