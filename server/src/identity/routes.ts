import * as contract from '@daybook/contract/identity';
import { findMember, userView } from '../members/public.ts';
import { demandAdmin } from '../platform/auth/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { serve, serveCaller, servePublic, type Endpoint } from '../platform/http/serve.ts';
import { notFound } from '../platform/problems.ts';
import { changeOrganization } from './organization.ts';
import { signIn, signOut } from './sign-in.ts';
import * as store from './store.ts';
import { createToken, revokeToken, rotateToken, validateToken, type FreshToken } from './tokens.ts';
import { organizationView, tokenView } from './view.ts';

export const identityEndpoints: readonly Endpoint[] = [
  serveCaller(contract.whoami, ({ email }) => ({ email })),
  serve(contract.listTokens, async (ctx, { query, page }) => {
    if (query.scope === 'all') demandAdmin(ctx.actor);
    const memberId = query.scope === 'all' ? undefined : ctx.actor.memberId;
    return {
      items: (await store.listTokens(ctx, memberId, page)).map(tokenView),
      total: await store.countTokens(ctx, memberId),
    };
  }),
  serve(contract.createToken, async (ctx, { body }) => freshView(await createToken(ctx, body)), {
    onSchemaError: validateToken,
  }),
  serve(contract.rotateToken, async (ctx, { params }) => freshView(await rotateToken(ctx, params.uuid))),
  serve(contract.revokeToken, (ctx, { params }) => revokeToken(ctx, params.uuid)),
  serve(contract.readOrganization, async (ctx) => organizationView(await store.readWorkspace(ctx))),
  serve(contract.updateOrganization, async (ctx, { body }) =>
    organizationView(await changeOrganization(ctx, body)),
  ),
  servePublic(contract.signIn, async (runtime, { body }, exchange) => {
    const { cookie, value } = await signIn(runtime, { ...body, address: exchange.address }, ownView);
    exchange.setCookie(cookie);
    return value;
  }),
  serve(contract.readSession, (ctx) => ownView(ctx, ctx.actor.memberId)),
  serve(contract.signOut, async (ctx, _input, exchange) => exchange.setCookie(await signOut(ctx))),
];

function freshView({ row, secret }: FreshToken) {
  return { resource: tokenView(row), token: secret };
}

async function ownView(ctx: Ctx, memberId: string) {
  const member = await findMember(ctx, memberId);
  if (!member) throw notFound('User');
  return userView(ctx, member);
}
