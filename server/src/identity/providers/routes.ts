import * as contract from '@daybook/contract/identity-providers';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Runtime } from '../../platform/context.ts';
import { serve, servePrepared, type Endpoint } from '../../platform/http/serve.ts';
import { checkProvider } from './check-provider.ts';
import { prepareProvider, type LoadedMetadata } from './load-metadata.ts';
import { changeProvider, createProvider, loadProvider, removeProvider } from './providers.ts';
import type { ProviderFields } from './rules.ts';
import { countProviders, listProviders } from './store.ts';
import { serializeProvider } from './view.ts';

/** For others, nothing is fetched and no key is made: they are refused. */
const prepareForOwner = async (
  runtime: Runtime,
  { role }: Actor,
  { body }: { body: Partial<ProviderFields> },
): Promise<LoadedMetadata> => (role === 'owner' ? prepareProvider(runtime, body) : {});

export const providersEndpoints: readonly Endpoint[] = [
  serve(contract.listIdentityProviders, async (ctx, { page }) => ({
    items: (await listProviders(ctx, page)).map((row) => serializeProvider(ctx, row)),
    total: await countProviders(ctx),
  })),
  servePrepared(contract.createIdentityProvider, prepareForOwner, async (ctx, { body }, loaded) =>
    serializeProvider(ctx, await createProvider(ctx, body, loaded)),
  ),
  serve(contract.readIdentityProvider, async (ctx, { params }) =>
    serializeProvider(ctx, await loadProvider(ctx, params.uuid)),
  ),
  servePrepared(contract.updateIdentityProvider, prepareForOwner, async (ctx, { params, body }, loaded) =>
    serializeProvider(ctx, await changeProvider(ctx, params.uuid, body, loaded)),
  ),
  serve(contract.deleteIdentityProvider, (ctx, { params }) => removeProvider(ctx, params.uuid)),
  servePrepared(
    contract.testIdentityProvider,
    (runtime, actor, { params }) => checkProvider(runtime, actor, params.uuid),
    async (_ctx, _input, result) => result,
  ),
];
