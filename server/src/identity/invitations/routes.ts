import * as contract from '@daybook/contract/invitations';
import { readUser } from '../../members/public.ts';
import { serve, servePublic, type Endpoint } from '../../platform/http/serve.ts';
import { clientOf } from '../sessions/public.ts';
import { throttle } from '../throttle/public.ts';
import { acceptInvitation, invitationPasskeyOptions, openInvitation } from './accept.ts';
import { invite, resendInvitation, validateInvitation, withdrawInvitation } from './invite.ts';
import * as store from './store.ts';
import { invitationView, publicInvitationView } from './view.ts';

export const invitationsEndpoints: readonly Endpoint[] = [
  serve(contract.listInvitations, async (ctx, { page }) => {
    return {
      items: (await store.listInvitations(ctx, page)).map((row) => invitationView(ctx, row)),
      total: await store.countInvitations(ctx),
    };
  }),
  serve(
    contract.invite,
    async (ctx, { body }, { runtime }) => {
      const { row } = await invite(ctx, body);
      await throttle(runtime, 'invitation', ctx.workspaceId);
      return invitationView(ctx, row);
    },
    { onSchemaError: validateInvitation },
  ),
  serve(contract.withdrawInvitation, (ctx, { params }) => withdrawInvitation(ctx, params.uuid)),
  serve(contract.resendInvitation, async (ctx, { params }, { runtime }) => {
    const row = await resendInvitation(ctx, params.uuid);
    await throttle(runtime, 'invitation', ctx.workspaceId);
    return invitationView(ctx, row);
  }),
  servePublic(contract.readInvitation, async (runtime, { params }) =>
    publicInvitationView(await openInvitation(runtime, params.token), runtime.config),
  ),
  servePublic(contract.challengeInvitation, async (runtime, { params, body }) => ({
    ...(await invitationPasskeyOptions(runtime, params.token, body.name)),
  })),
  servePublic(contract.acceptInvitation, async (runtime, { params, body }, exchange) => {
    const client = clientOf(exchange, runtime.config.publicUrl);
    const { value, cookies } = await acceptInvitation(runtime, params.token, body, client, readUser);
    for (const cookie of cookies) exchange.setCookie(cookie);
    return value;
  }),
];
