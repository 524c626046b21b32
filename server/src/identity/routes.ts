import * as contract from '@daybook/contract/identity';
import * as sessions from '@daybook/contract/session';
import { tryConferencing } from '../conferencing/public.ts';
import { requireAdmin } from '../platform/auth/actor.ts';
import { serveUpload } from '../platform/http/serve-upload.ts';
import { serve, serveCaller, servePrepared, servePublic, type Endpoint } from '../platform/http/serve.ts';
import { readAccess, readResetAccess, resetPassword, signOutElsewhere, signUserOut } from './access.ts';
import { appsEndpoints } from './apps/routes.ts';
import { factorsEndpoints } from './factors/routes.ts';
import { grantsEndpoints } from './grants/routes.ts';
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
import { providersEndpoints } from './providers/public.ts';
import { savedViewsEndpoints } from './saved-views/routes.ts';
import { readSession } from './read-session.ts';
import { sessionsEndpoints } from './sessions/routes.ts';
import { signInEndpoints } from './sign-in/routes.ts';
import * as store from './store.ts';
import { createToken, revokeToken, rotateToken, validateToken, type FreshToken } from './tokens.ts';
import { serializeAccess, serializeOrganization, serializeToken } from './view.ts';

export const identityEndpoints: readonly Endpoint[] = [
  serveCaller(contract.whoami, ({ email }) => ({ email })),
  serve(sessions.readSession, (ctx, _input, { runtime }) => readSession(ctx, runtime.config)),
  ...signInEndpoints,
  ...sessionsEndpoints,
  ...passwordsEndpoints,
  serve(sessions.endOtherSessions, (ctx, { body }) => signOutElsewhere(ctx, body?.keep)),
  serve(sessions.readUserAccess, async (ctx, { params }) =>
    serializeAccess(await readAccess(ctx, params.uuid)),
  ),
  serve(sessions.endUserSessions, (ctx, { params, body }) => signUserOut(ctx, params.uuid, body?.keep)),
  servePublic(sessions.readPasswordReset, async (runtime, { params }) =>
    serializeAccess(await readResetAccess(runtime, params.token)),
  ),
  servePublic(sessions.resetPassword, (runtime, { params, body }, { address }) =>
    resetPassword(runtime, { ...params, ...body, address }),
  ),
  ...factorsEndpoints,
  ...preferencesEndpoints,
  ...savedViewsEndpoints,
  ...invitationsEndpoints,
  ...appsEndpoints,
  ...grantsEndpoints,
  ...providersEndpoints,
  serve(contract.listTokens, async (ctx, { query, page }) => {
    if (query.scope === 'all') requireAdmin(ctx.actor);
    const memberId = query.scope === 'all' ? undefined : ctx.actor.memberId;
    return {
      items: (await store.listTokens(ctx, memberId, page)).map(serializeToken),
      total: await store.countTokens(ctx, memberId),
    };
  }),
  serve(contract.createToken, async (ctx, { body }) => freshView(await createToken(ctx, body)), {
    onSchemaError: validateToken,
  }),
  serve(contract.rotateToken, async (ctx, { params }) => freshView(await rotateToken(ctx, params.uuid))),
  serve(contract.revokeToken, (ctx, { params }) => revokeToken(ctx, params.uuid)),
  serve(contract.readOrganization, async (ctx) => serializeOrganization(ctx, await store.readWorkspace(ctx))),
  servePrepared(
    contract.updateOrganization,
    (runtime, actor, { body }) => tryConferencing(runtime, actor, body.conferencing),
    async (ctx, { body }) => serializeOrganization(ctx, await changeOrganization(ctx, body)),
    { onSchemaError: validateOrganization },
  ),
  serveUpload(
    contract.setLogo,
    (_runtime, actor, _input, upload) => receiveLogo(actor, upload),
    async (ctx, _input, picture) => serializeOrganization(ctx, await setLogo(ctx, picture)),
  ),
  serve(contract.deleteLogo, (ctx) => deleteLogo(ctx)),
];

function freshView({ row, secret }: FreshToken) {
  return { resource: serializeToken(row), token: secret };
}
