import * as contract from '@daybook/contract/domains';
import { serve, servePrepared, type Endpoint } from '../platform/http/serve.ts';
import { checkDomain } from './check-domain.ts';
import { addDomain, removeDomain, validateNewDomain } from './manage-domains.ts';
import * as store from './store.ts';
import { serializeDomain } from './view.ts';

export const domainsEndpoints: readonly Endpoint[] = [
  serve(contract.listDomains, async (ctx, { page }) => ({
    items: (await store.listDomains(ctx, page)).map((row) => serializeDomain(ctx, row)),
    total: await store.countDomains(ctx),
  })),
  servePrepared(
    contract.createDomain,
    async ({ config }) => config,
    async (ctx, { body }, config) => serializeDomain(ctx, await addDomain(ctx, body, config)),
    { onSchemaError: (_ctx, fields, { runtime }) => validateNewDomain(fields, runtime) },
  ),
  serve(contract.verifyDomain, async (ctx, { params }) =>
    serializeDomain(ctx, await checkDomain(ctx, params.uuid, false)),
  ),
  serve(contract.deleteDomain, (ctx, { params }) => removeDomain(ctx, params.uuid)),
];
