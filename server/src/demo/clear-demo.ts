import { juniper } from '../../../seeds/juniper.ts';
import { changeOrganization, workspaceCreated } from '../identity/public.ts';
import { findMemberByEmail, listMembers, readOrganizationName, updateMember } from '../members/public.ts';
import { recordAudit } from '../platform/audit.ts';
import { requireAdmin } from '../platform/auth/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { waitForEffects } from '../platform/outbox.ts';
import { conflict } from '../platform/problems.ts';
import { clearWorkspace } from '../platform/transfer/clear-workspace.ts';
import { createDefaultSchedule } from '../schedules/public.ts';
import { lockDemo } from './store.ts';

const everyone = { limit: 10_000, offset: 0 };

/** Empties a demo workspace in one transaction: afterwards it is as new, with the users who can sign in. */
export async function clearDemo(ctx: Ctx): Promise<void> {
  requireAdmin(ctx.actor);
  // Of two requests at once, the second finds that nothing is left to clear.
  if ((await lockDemo(ctx)) === undefined) throw conflict('This workspace contains no demo data.');
  // An effect that has read a booking before could write an email after.
  await waitForEffects(ctx);
  await clearWorkspace(ctx);
  await resetNames(ctx);
  await ctx.publish(workspaceCreated, {});
  for (const { id: memberId, timezone } of await listMembers(ctx, {}, everyone))
    await createDefaultSchedule(ctx, { memberId, timezone });
  await recordAudit(ctx, 'demo.cleared', ctx.workspaceId);
}

/** As a first start with SEED=empty has them, so that the first run asks; what people have changed stays. */
async function resetNames(ctx: Ctx): Promise<void> {
  if ((await readOrganizationName(ctx)) === juniper.name)
    await changeOrganization(ctx, { name: 'My workspace', timezone: 'UTC' });
  const owner = await findMemberByEmail(ctx, juniper.owner.email);
  if (owner?.first_name !== juniper.owner.firstName || owner.last_name !== juniper.owner.lastName) return;
  await updateMember(ctx, owner.id, { first_name: 'Workspace', last_name: 'Owner', timezone: 'UTC' });
}
