import * as contract from '@daybook/contract/identity-providers';
import { serve, servePrepared, type Endpoint } from '../../platform/http/serve.ts';
import { checkProvider } from './check-provider.ts';
import { prepareProvider } from './load-metadata.ts';
import { changeProvider, createProvider, loadProvider, removeProvider } from './providers.ts';
import { countProviders, listProviders } from './store.ts';
import { serializeProvider } from './view.ts';

export const providersEndpoints: readonly Endpoint[] = [
  serve(contract.listIdentityProviders, async (ctx, { page }) => ({
    items: (await listProviders(ctx, page)).map((row) => serializeProvider(ctx, row)),
    total: await countProviders(ctx),
  })),
  servePrepared(
    contract.createIdentityProvider,
    (runtime, _actor, { body }) => prepareProvider(runtime, body),
    async (ctx, { body }, loaded) => serializeProvider(ctx, await createProvider(ctx, body, loaded)),
  ),
  serve(contract.readIdentityProvider, async (ctx, { params }) =>
    serializeProvider(ctx, await loadProvider(ctx, params.uuid)),
  ),
  servePrepared(
    contract.updateIdentityProvider,
    (runtime, _actor, { body }) => prepareProvider(runtime, body),
    async (ctx, { params, body }, loaded) =>
      serializeProvider(ctx, await changeProvider(ctx, params.uuid, body, loaded)),
  ),
  serve(contract.deleteIdentityProvider, (ctx, { params }) => removeProvider(ctx, params.uuid)),
  servePrepared(
    contract.testIdentityProvider,
    (runtime, actor, { params }) => checkProvider(runtime, actor, params.uuid),
    async (_ctx, _input, result) => result,
  ),
];
