import type { app, appApproval } from '@daybook/contract/apps';
import type { Scope } from '@daybook/contract/scopes';
import type { z } from 'zod';
import type { Role } from '../../platform/auth/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { buildImageUrl } from '../../platform/urls.ts';
import type { AppRow, ApprovalRow } from './store.ts';

export function serializeApp(ctx: Ctx, row: AppRow): z.output<typeof app> {
  return {
    uuid: row.id,
    clientId: row.id,
    name: row.name,
    url: row.url,
    logoUrl: buildImageUrl(ctx, row.logo),
    redirectUris: row.redirect_uris,
    scopes: row.scopes as Scope[],
    grantTypes: row.grant_types as z.output<typeof app>['grantTypes'],
    isConfidential: row.secret_hash !== null,
    serviceUser: serializeServiceUser(row),
    isApproved: row.is_approved,
    createdBy: row.creator_email,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function serializeServiceUser({ service_id: uuid, service_email: email, service_role: role }: AppRow) {
  return uuid === null || email === null ? null : { uuid, email, role: role as Role };
}

export function serializeApproval(row: ApprovalRow): z.output<typeof appApproval> {
  return {
    uuid: row.id,
    clientId: row.client_id,
    name: row.name,
    isApproved: row.is_approved,
    requestedBy: row.requester_email,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
