import * as contract from '@daybook/contract/identity';
import { readSession as readSessionRoute } from '@daybook/contract/session';
import { tryConferencing } from '../conferencing/public.ts';
import { demandAdmin } from '../platform/auth/actor.ts';
import { serveUpload } from '../platform/http/serve-upload.ts';
import { serve, serveCaller, servePrepared, type Endpoint } from '../platform/http/serve.ts';
import { factorsEndpoints } from './factors/routes.ts';
import { invitationsEndpoints } from './invitations/routes.ts';
import {
  changeOrganization,
  deleteLogo,
  receiveLogo,
  setLogo,
  validateOrganization,
} from './organization.ts';
import { passwordsEndpoints } from './passwords/routes.ts';
import { preferencesEndpoints } from './preferences/routes.ts';
import { readSession } from './read-session.ts';
import { sessionsEndpoints } from './sessions/routes.ts';
import { signInEndpoints } from './sign-in/routes.ts';
import * as store from './store.ts';
import { createToken, revokeToken, rotateToken, validateToken, type FreshToken } from './tokens.ts';
import { organizationView, tokenView } from './view.ts';

export const identityEndpoints: readonly Endpoint[] = [
  serveCaller(contract.whoami, ({ email }) => ({ email })),
  serve(readSessionRoute, (ctx, _input, { runtime }) => readSession(ctx, runtime.config)),
  ...signInEndpoints,
  ...sessionsEndpoints,
  ...passwordsEndpoints,
  ...factorsEndpoints,
  ...preferencesEndpoints,
  ...invitationsEndpoints,
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
  serve(contract.readOrganization, async (ctx) => organizationView(ctx, await store.readWorkspace(ctx))),
  servePrepared(
    contract.updateOrganization,
    (runtime, actor, { body }) => tryConferencing(runtime, actor, body.conferencing),
    async (ctx, { body }) => organizationView(ctx, await changeOrganization(ctx, body)),
    { onSchemaError: validateOrganization },
  ),
  serveUpload(
    contract.setLogo,
    (_runtime, actor, _input, upload) => receiveLogo(actor, upload),
    async (ctx, _input, picture) => organizationView(ctx, await setLogo(ctx, picture)),
  ),
  serve(contract.deleteLogo, (ctx) => deleteLogo(ctx)),
];

function freshView({ row, secret }: FreshToken) {
  return { resource: tokenView(row), token: secret };
}
