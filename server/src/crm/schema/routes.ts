import * as objects from '@daybook/contract/crm-objects';
import { serve, type Endpoint } from '../../platform/http/serve.ts';
import { changeAttribute, createAttribute, validateAttribute, validateNewAttribute } from './attributes.ts';
import { loadDefinition } from './definitions.ts';
import { changeObject, createObject, listObjects, removeObject, validateObject } from './objects.ts';
import { attributeView, objectView } from './objects.view.ts';

export const schemaEndpoints: readonly Endpoint[] = [
  serve(objects.listObjects, async (ctx, { page }) => {
    const { items, total } = await listObjects(ctx, page);
    return { items: items.map(objectView), total };
  }),
  serve(objects.createObject, async (ctx, { body }) => objectView(await createObject(ctx, body))),
  serve(objects.readObject, async (ctx, { params }) => objectView(await loadDefinition(ctx, params.slug))),
  serve(
    objects.updateObject,
    async (ctx, { params, body }) => objectView(await changeObject(ctx, params.slug, body)),
    { onSchemaError: validateObject },
  ),
  serve(objects.deleteObject, (ctx, { params }) => removeObject(ctx, params.slug)),
  serve(
    objects.createAttribute,
    async (ctx, { params, body }) => attributeView(await createAttribute(ctx, params.slug, body)),
    { onSchemaError: validateNewAttribute },
  ),
  serve(
    objects.updateAttribute,
    async (ctx, { params, body }) => attributeView(await changeAttribute(ctx, params.slug, params.key, body)),
    { onSchemaError: validateAttribute },
  ),
];
