import * as contract from '@daybook/contract/sign-in-domains';
import type { Ctx } from '../../platform/context.ts';
import { serve, servePrepared, type Endpoint } from '../../platform/http/serve.ts';
import { addDomain, checkRecord, recordProof, removeDomain } from './domains.ts';
import { countDomains, listDomains } from './store.ts';
import { serializeDomain } from './view.ts';

/** `chooseProvider`: where the addresses of a new domain sign in. */
export const domainsEndpoints = (
  chooseProvider: (ctx: Ctx) => Promise<string | null>,
): readonly Endpoint[] => [
  serve(contract.listSignInDomains, async (ctx, { page }) => ({
    items: (await listDomains(ctx, page)).map(serializeDomain),
    total: await countDomains(ctx),
  })),
  serve(contract.createSignInDomain, async (ctx, { body }) =>
    serializeDomain(await addDomain(ctx, { ...body, providerId: await chooseProvider(ctx) })),
  ),
  servePrepared(
    contract.verifySignInDomain,
    (runtime, actor, { params }) => checkRecord(runtime, actor, params.uuid),
    async (ctx, { params }, proof) => serializeDomain(await recordProof(ctx, params.uuid, proof)),
  ),
  serve(contract.deleteSignInDomain, (ctx, { params }) => removeDomain(ctx, params.uuid)),
];
