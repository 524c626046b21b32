import type { organizationChanges } from '@daybook/contract/identity';
import type { z } from 'zod';
import { mergeConferencing, retryConferences, validateConferencing } from '../conferencing/public.ts';
import { deleteImage, receivePicture, storeImage, type Picture } from '../images/public.ts';
import { requireAdmin, type Actor } from '../platform/auth/actor.ts';
import type { Ctx } from '../platform/context.ts';
import type { Upload } from '../platform/http/serve-upload.ts';
import { notFound, throwIfInvalid, type FieldErrors } from '../platform/problems.ts';
import { lockWorkspace, readWorkspace, updateWorkspace, type WorkspaceRow } from './store.ts';

type Changes = z.output<typeof organizationChanges>;

export async function changeOrganization(ctx: Ctx, changes: Changes): Promise<WorkspaceRow> {
  const { conferencing } = changes;
  if (conferencing === undefined) return updateWorkspace(ctx, columnsOf(changes));
  const row = await lockWorkspace(ctx);
  throwIfInvalid(validateConferencing(ctx.secrets, row, conferencing));
  const changed = await updateWorkspace(ctx, {
    ...columnsOf(changes),
    ...conferencingColumns(mergeConferencing(ctx.secrets, row, conferencing)),
  });
  if (conferencing.zoom) await retryConferences(ctx);
  return changed;
}

/** What changing would find wrong beyond the contract. */
export async function validateOrganization(
  ctx: Ctx,
  { conferencing }: Partial<Changes>,
): Promise<FieldErrors> {
  return conferencing ? validateConferencing(ctx.secrets, await readWorkspace(ctx), conferencing) : {};
}

function conferencingColumns({ conferencing, conferencing_sealed }: ReturnType<typeof mergeConferencing>) {
  return { conferencing: JSON.stringify(conferencing), conferencing_sealed };
}

function columnsOf(changes: Changes) {
  return {
    ...(changes.name !== undefined && { name: changes.name }),
    ...(changes.timezone !== undefined && { timezone: changes.timezone }),
    ...(changes.brandColor !== undefined && { brand_color: changes.brandColor?.toLowerCase() ?? null }),
    ...(changes.embedOrigins !== undefined && { embed_origins: changes.embedOrigins }),
    ...(changes.blockedAddresses !== undefined && { blocked_addresses: changes.blockedAddresses }),
    ...(changes.requireSecondFactor !== undefined && {
      require_second_factor: changes.requireSecondFactor,
    }),
    ...(changes.requireCalendarAnswer !== undefined && {
      require_calendar_answer: changes.requireCalendarAnswer,
    }),
    ...(changes.allowUnapprovedApps !== undefined && {
      allow_unapproved_apps: changes.allowUnapprovedApps,
    }),
    ...(changes.departingBookings !== undefined && { departing_bookings: changes.departingBookings }),
    ...(changes.crmEnabled !== undefined && { crm_enabled: changes.crmEnabled }),
    ...retentionColumns(changes.retention ?? {}),
  };
}

export function receiveLogo(actor: Actor, upload: Upload): Promise<Picture> {
  requireAdmin(actor);
  return receivePicture(upload);
}

export async function setLogo(ctx: Ctx, picture: Picture): Promise<WorkspaceRow> {
  const { workspace_id: id } = await lockWorkspace(ctx);
  return updateWorkspace(ctx, { logo: await storeImage(ctx, id, picture) });
}

export async function deleteLogo(ctx: Ctx): Promise<void> {
  requireAdmin(ctx.actor);
  const { workspace_id: id, logo } = await lockWorkspace(ctx);
  if (logo === null) throw notFound('Logo');
  await deleteImage(ctx, id);
  await updateWorkspace(ctx, { logo: null });
}

type Retention = NonNullable<Changes['retention']>;

function retentionColumns({ auditDays, mailDays, deliveryDays, inviteeDays }: Retention) {
  return {
    ...(auditDays !== undefined && { audit_days: auditDays }),
    ...(mailDays !== undefined && { mail_days: mailDays }),
    ...(deliveryDays !== undefined && { delivery_days: deliveryDays }),
    ...(inviteeDays !== undefined && { invitee_days: inviteeDays }),
  };
}
