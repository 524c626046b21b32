import type { Ctx } from '../../platform/context.ts';
import type { Payment } from './payment.ts';

/** What became of the money of an invitee. */
export async function updatePayment(ctx: Ctx, id: string, payment: Payment): Promise<void> {
  await ctx.db
    .updateTable('invitee')
    .set({ payment: JSON.stringify(payment) })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}
