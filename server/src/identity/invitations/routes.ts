import * as contract from '@daybook/contract/invitations';
import { readUser } from '../../members/public.ts';
import { serve, servePublic, type Endpoint } from '../../platform/http/serve.ts';
import { describeClient } from '../sessions/public.ts';
import { throttle } from '../throttle/public.ts';
import { acceptInvitation, createInvitationPasskeyOptions, openInvitation } from './accept.ts';
import { inviteUser, resendInvitation, validateInvitation, withdrawInvitation } from './invite.ts';
import * as store from './store.ts';
import { serializeInvitation, serializePublicInvitation } from './view.ts';

export const invitationsEndpoints: readonly Endpoint[] = [
  serve(contract.listInvitations, async (ctx, { page }) => {
    return {
      items: (await store.listInvitations(ctx, page)).map((row) => serializeInvitation(ctx, row)),
      total: await store.countInvitations(ctx),
    };
  }),
  serve(
    contract.invite,
    async (ctx, { body }, { runtime }) => {
      const { row } = await inviteUser(ctx, body);
      await throttle(runtime, 'invitation', ctx.workspaceId);
      return serializeInvitation(ctx, row);
    },
    { onSchemaError: validateInvitation },
  ),
  serve(contract.withdrawInvitation, (ctx, { params }) => withdrawInvitation(ctx, params.uuid)),
  serve(contract.resendInvitation, async (ctx, { params }, { runtime }) => {
    const row = await resendInvitation(ctx, params.uuid);
    await throttle(runtime, 'invitation', ctx.workspaceId);
    return serializeInvitation(ctx, row);
  }),
  servePublic(contract.readInvitation, async (runtime, { params }) =>
    serializePublicInvitation(await openInvitation(runtime, params.token), runtime.config),
  ),
  servePublic(contract.challengeInvitation, async (runtime, { params, body }) => ({
    ...(await createInvitationPasskeyOptions(runtime, params.token, body.name)),
  })),
  servePublic(contract.acceptInvitation, async (runtime, { params, body }, exchange) => {
    const client = describeClient(exchange, runtime.config.publicUrl);
    const { value, cookies } = await acceptInvitation(runtime, params.token, body, client, readUser);
    for (const cookie of cookies) exchange.setCookie(cookie);
    return value;
  }),
];
