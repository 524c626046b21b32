import type { apiToken, organization } from '@daybook/contract/identity';
import type { Scope } from '@daybook/contract/scopes';
import type { z } from 'zod';
import { serializeConferencing } from '../conferencing/public.ts';
import type { Ctx } from '../platform/context.ts';
import { buildImageUrl } from '../platform/urls.ts';
import type { readAccess } from './access.ts';
import { serializePasskey } from './factors/public.ts';
import type { TokenRow, WorkspaceRow } from './store.ts';

export function serializeToken(row: TokenRow): z.output<typeof apiToken> {
  return {
    uuid: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes as Scope[],
    userEmail: row.email,
    createdBy: row.creator_email,
    createdByToken: row.creator_token_id,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    createdAt: row.created_at,
  };
}

type Access = Awaited<ReturnType<typeof readAccess>>;

export function serializeAccess({ email, tokens, connectedApps, passkeys, keepsPasskeys }: Access) {
  return {
    email,
    tokens: tokens.map((row) => {
      const { uuid, name, userEmail, createdBy, lastUsedAt, createdAt } = serializeToken(row);
      return { uuid, name, userEmail, createdBy, lastUsedAt, createdAt };
    }),
    connectedApps: connectedApps.map(({ id, name, last_used_at, created_at }) => ({
      uuid: id,
      name,
      lastUsedAt: last_used_at,
      createdAt: created_at,
    })),
    passkeys: passkeys.map(serializePasskey),
    keepsPasskeys,
  };
}

export function serializeOrganization(ctx: Ctx, row: WorkspaceRow): z.output<typeof organization> {
  return {
    uuid: row.workspace_id,
    name: row.name,
    timezone: row.timezone,
    logoUrl: buildImageUrl(ctx, row.logo),
    brandColor: row.brand_color,
    crmEnabled: row.crm_enabled,
    requireSecondFactor: row.require_second_factor,
    requireCalendarAnswer: row.require_calendar_answer,
    embedOrigins: row.embed_origins,
    blockedAddresses: row.blocked_addresses,
    allowUnapprovedApps: row.allow_unapproved_apps,
    departingBookings: row.departing_bookings as 'keep' | 'handover' | 'cancel',
    retention: {
      auditDays: row.audit_days,
      mailDays: row.mail_days,
      deliveryDays: row.delivery_days,
      inviteeDays: row.invitee_days,
    },
    conferencing: serializeConferencing(ctx, row),
    subscription: { status: row.plan_active ? 'active' : 'inactive', plan: row.plan },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
