import * as contract from '@daybook/contract/resources';
import { serve, type Endpoint } from '../platform/http/serve.ts';
import { listOccupations, listResources, loadResource } from './read-resources.ts';
import { resourceView } from './view.ts';
import {
  changeResource,
  createResource,
  deleteResource,
  validateChanges,
  validateNewResource,
} from './write-resource.ts';

export const resourcesEndpoints: readonly Endpoint[] = [
  serve(contract.listResources, (ctx, { query, page }) => listResources(ctx, query, page)),
  serve(contract.createResource, async (ctx, { body }) => resourceView(await createResource(ctx, body)), {
    onSchemaError: validateNewResource,
  }),
  serve(contract.readResource, async (ctx, { params }) => resourceView(await loadResource(ctx, params.uuid))),
  serve(
    contract.updateResource,
    async (ctx, { params, body }) => resourceView(await changeResource(ctx, params.uuid, body)),
    { onSchemaError: validateChanges },
  ),
  serve(contract.deleteResource, (ctx, { params }) => deleteResource(ctx, params.uuid)),
  serve(contract.listResourceEvents, (ctx, { params, query, page }) =>
    listOccupations(ctx, params.uuid, query, page),
  ),
];
