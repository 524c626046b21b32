import * as contract from '@daybook/contract/resources';
import { serve, type Endpoint } from '../platform/http/serve.ts';
import { listOccupations, listResources, loadResource } from './read-resources.ts';
import { serializeResource } from './view.ts';
import {
  changeResource,
  createResource,
  deleteResource,
  validateChanges,
  validateNewResource,
} from './write-resource.ts';

export const resourcesEndpoints: readonly Endpoint[] = [
  serve(contract.listResources, (ctx, { query, page }) => listResources(ctx, query, page)),
  serve(
    contract.createResource,
    async (ctx, { body }) => serializeResource(await createResource(ctx, body)),
    {
      onSchemaError: validateNewResource,
    },
  ),
  serve(contract.readResource, async (ctx, { params }) =>
    serializeResource(await loadResource(ctx, params.uuid)),
  ),
  serve(
    contract.updateResource,
    async (ctx, { params, body }) => serializeResource(await changeResource(ctx, params.uuid, body)),
    { onSchemaError: validateChanges },
  ),
  serve(contract.deleteResource, (ctx, { params }) => deleteResource(ctx, params.uuid)),
  serve(contract.listResourceEvents, (ctx, { params, query, page }) =>
    listOccupations(ctx, params.uuid, query, page),
  ),
];
