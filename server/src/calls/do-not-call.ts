import { demandAdmin } from '../platform/auth/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { newUuid } from '../platform/ids.ts';
import { conflict, notFound } from '../platform/problems.ts';
import { deleteDoNotCall, insertDoNotCall, type DoNotCallRow } from './agents.store.ts';

/** Anyone who may queue calls may also put a number on the list; taking one off is for owners and admins. */
export async function addDoNotCall(
  ctx: Ctx,
  { phoneNumber, reason }: { phoneNumber: string; reason?: string | null | undefined },
): Promise<DoNotCallRow> {
  const row = await insertDoNotCall(ctx, {
    id: newUuid(),
    phone_number: phoneNumber,
    reason: reason ?? null,
  });
  if (!row) throw conflict('This number is on the list already.');
  return row;
}

export async function removeDoNotCall(ctx: Ctx, id: string): Promise<void> {
  demandAdmin(ctx.actor);
  if (!(await deleteDoNotCall(ctx, id))) throw notFound('Entry');
}
