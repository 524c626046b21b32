import type { organizationChanges } from '@daybook/contract/identity';
import type { z } from 'zod';
import type { Ctx } from '../platform/context.ts';
import { updateWorkspace, type WorkspaceRow } from './store.ts';

export function changeOrganization(
  ctx: Ctx,
  changes: z.output<typeof organizationChanges>,
): Promise<WorkspaceRow> {
  return updateWorkspace(ctx, {
    ...(changes.name !== undefined && { name: changes.name }),
    ...(changes.timezone !== undefined && { timezone: changes.timezone }),
    ...(changes.embedOrigins !== undefined && { embed_origins: changes.embedOrigins }),
    ...(changes.requireSecondFactor !== undefined && {
      require_second_factor: changes.requireSecondFactor,
    }),
    ...(changes.crmEnabled !== undefined && { crm_enabled: changes.crmEnabled }),
    ...retentionColumns(changes.retention ?? {}),
  });
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
