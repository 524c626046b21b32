import type { invitation, publicInvitation } from '@daybook/contract/invitations';
import type { z } from 'zod';
import { getFullName } from '../../members/public.ts';
import type { Config } from '../../platform/config.ts';
import type { Ctx } from '../../platform/context.ts';
import type { OpenInvitation } from './accept.ts';
import type { InvitationRow } from './store.ts';

type Role = z.output<typeof invitation>['role'];

export function serializeInvitation(ctx: Ctx, row: InvitationRow): z.output<typeof invitation> {
  return {
    uuid: row.id,
    email: row.email,
    role: row.role as Role,
    teams: row.teams.map(({ id, title }) => ({ uuid: id, title })),
    status: Date.parse(row.expires_at) > ctx.now.getTime() ? 'pending' : 'expired',
    invitedBy: row.inviter && { uuid: row.inviter.id, name: getFullName(row.inviter) },
    sentAt: row.sent_at,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
  };
}

export function serializePublicInvitation(
  { row, organization }: OpenInvitation,
  { singleSignOn }: Pick<Config, 'singleSignOn'>,
): z.output<typeof publicInvitation> {
  return {
    email: row.email,
    organization,
    invitedBy: row.inviter && getFullName(row.inviter),
    role: row.role as Role,
    expiresAt: row.expires_at,
    accepts: [
      ...(singleSignOn?.isOnlyWay ? [] : (['password', 'passkey'] as const)),
      ...(singleSignOn ? (['single_sign_on'] as const) : []),
    ],
  };
}
