import * as contract from '@daybook/contract/crm-objects';
import { serve, type Endpoint } from '../../platform/http/serve.ts';
import { createAttribute, validateNewAttribute } from './attributes.ts';
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
import { validateObjectChanges } from './rules.ts';
import { serializeAttribute, serializeObject } from './view.ts';

export const schemaEndpoints: readonly Endpoint[] = [
  serve(contract.listObjects, async (ctx, { query, page }) => {
    const { items, total } = await listObjects(ctx, { ...page, isDeleted: query.deleted });
    return { items: items.map(serializeObject), total };
  }),
  serve(contract.createObject, async (ctx, { body }) => serializeObject(await createObject(ctx, body))),
  serve(contract.readObject, async (ctx, { params }) =>
    serializeObject(await loadDefinition(ctx, params.slug)),
  ),
  serve(
    contract.updateObject,
    async (ctx, { params, body }) => serializeObject(await changeObject(ctx, params.slug, body)),
    {
      onSchemaError: async (ctx, fields, { params }) =>
        validateObjectChanges(await loadChangeable(ctx, params.slug, fields, 'read'), fields),
    },
  ),
  serve(contract.deleteObject, (ctx, { params }) => deleteObject(ctx, params.slug)),
  serve(contract.restoreObject, async (ctx, { params }) =>
    serializeObject(await restoreObject(ctx, params.slug)),
  ),
  serve(
    contract.createAttribute,
    async (ctx, { params, body }) => serializeAttribute(await createAttribute(ctx, params.slug, body)),
    {
      async onSchemaError(ctx, fields, { params }) {
        await loadDefinition(ctx, params.slug);
        return validateNewAttribute(ctx, fields);
      },
    },
  ),
  serve(contract.deleteAttribute, (ctx, { params }) => deleteAttribute(ctx, params.slug, params.key)),
];
