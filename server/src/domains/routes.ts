import * as contract from '@daybook/contract/domains';
import { serve, servePrepared, type Endpoint } from '../platform/http/serve.ts';
import { checkDomain } from './check-domain.ts';
import { createKey } from './create-key.ts';
import { addDomain, removeDomain, replaceKey, validateNewDomain } from './manage-domains.ts';
import * as store from './store.ts';
import { serializeDomain } from './view.ts';

export const domainsEndpoints: readonly Endpoint[] = [
  serve(contract.listDomains, async (ctx, { page }) => ({
    items: (await store.listDomains(ctx, page)).map((row) => serializeDomain(ctx, row)),
    total: await store.countDomains(ctx),
  })),
  servePrepared(
    contract.createDomain,
    async ({ config }, _actor, { body }) => ({
      ...config,
      key: body.purpose === 'sender' ? await createKey() : undefined,
    }),
    async (ctx, { body }, prepared) => serializeDomain(ctx, await addDomain(ctx, body, prepared)),
    { onSchemaError: (_ctx, fields, { runtime }) => validateNewDomain(fields, runtime.config) },
  ),
  serve(contract.verifyDomain, async (ctx, { params }) =>
    serializeDomain(ctx, await checkDomain(ctx, params.uuid, false)),
  ),
  servePrepared(
    contract.rotateDomainKey,
    () => createKey(),
    async (ctx, { params }, key) => serializeDomain(ctx, await replaceKey(ctx, params.uuid, key)),
  ),
  serve(contract.deleteDomain, (ctx, { params }) => removeDomain(ctx, params.uuid)),
];
