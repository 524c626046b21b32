import * as contract from '@daybook/contract/scim';
import { serve, type Endpoint } from '../platform/http/serve.ts';
import { linkGroup } from './groups.ts';
import { countGroups, listGroups } from './groups.store.ts';
import { createScimToken, revokeScimToken } from './tokens.ts';
import { countTokens, listTokens } from './tokens.store.ts';
import { serializeGroupSettings, serializeToken } from './view.ts';

export const scimEndpoints: readonly Endpoint[] = [
  serve(contract.listScimTokens, async (ctx, { page }) => ({
    items: (await listTokens(ctx, page)).map(serializeToken),
    total: await countTokens(ctx),
  })),
  serve(contract.createScimToken, async (ctx, { body }) => {
    const { row, secret } = await createScimToken(ctx, body);
    return { resource: serializeToken(row), token: secret };
  }),
  serve(contract.revokeScimToken, (ctx, { params }) => revokeScimToken(ctx, params.uuid)),
  serve(contract.listScimGroups, async (ctx, { page }) => ({
    items: (await listGroups(ctx, undefined, page, false)).map(serializeGroupSettings),
    total: await countGroups(ctx, undefined),
  })),
  serve(contract.updateScimGroup, async (ctx, { params, body }) =>
    serializeGroupSettings(await linkGroup(ctx, params.uuid, body)),
  ),
];
