import type { organizationChanges } from '@daybook/contract/identity';
import type { z } from 'zod';
import { deleteImage, receivePicture, storeImage, type Picture } from '../images/public.ts';
import { demandAdmin, type Actor } from '../platform/auth/actor.ts';
import type { Ctx } from '../platform/context.ts';
import type { Upload } from '../platform/http/serve.ts';
import { notFound } from '../platform/problems.ts';
import { lockWorkspace, updateWorkspace, type WorkspaceRow } from './store.ts';

export function changeOrganization(
  ctx: Ctx,
  changes: z.output<typeof organizationChanges>,
): Promise<WorkspaceRow> {
  return updateWorkspace(ctx, {
    ...(changes.name !== undefined && { name: changes.name }),
    ...(changes.timezone !== undefined && { timezone: changes.timezone }),
    ...(changes.brandColor !== undefined && { brand_color: changes.brandColor?.toLowerCase() ?? null }),
    ...(changes.embedOrigins !== undefined && { embed_origins: changes.embedOrigins }),
    ...(changes.requireSecondFactor !== undefined && {
      require_second_factor: changes.requireSecondFactor,
    }),
    ...(changes.crmEnabled !== undefined && { crm_enabled: changes.crmEnabled }),
    ...retentionColumns(changes.retention ?? {}),
  });
}

export function receiveLogo(actor: Actor, upload: Upload): Promise<Picture> {
  demandAdmin(actor);
  return receivePicture(upload);
}

export async function setLogo(ctx: Ctx, picture: Picture): Promise<WorkspaceRow> {
  const { workspace_id: id } = await lockWorkspace(ctx);
  return updateWorkspace(ctx, { logo: await storeImage(ctx, id, picture) });
}

export async function deleteLogo(ctx: Ctx): Promise<void> {
  demandAdmin(ctx.actor);
  const { workspace_id: id, logo } = await lockWorkspace(ctx);
  if (logo === null) throw notFound('Logo');
  await deleteImage(ctx, id);
  await updateWorkspace(ctx, { logo: null });
}

type Retention = NonNullable<z.output<typeof organizationChanges>['retention']>;

function retentionColumns({ auditDays, mailDays, deliveryDays, inviteeDays }: Retention) {
  return {
    ...(auditDays !== undefined && { audit_days: auditDays }),
    ...(mailDays !== undefined && { mail_days: mailDays }),
    ...(deliveryDays !== undefined && { delivery_days: deliveryDays }),
    ...(inviteeDays !== undefined && { invitee_days: inviteeDays }),
  };
}
