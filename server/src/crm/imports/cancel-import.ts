import { isAdmin } from '../../platform/auth/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { conflict, forbidden } from '../../platform/problems.ts';
import { loadImport } from './start-import.ts';
import { endImport, listOpenImports, lockImport, type ImportRow } from './store.ts';

/**
 * Ends an import before its last row. The batch that is being written finds that its worker has lost the import, and is rolled
 * back. What was written before stays: an undo takes it back.
 */
export async function cancelImport(ctx: Ctx, importId: string): Promise<ImportRow> {
  const { member_id: memberId } = await loadImport(ctx, importId);
  if (!isAdmin(ctx.actor) && memberId !== ctx.actor.memberId) {
    throw forbidden('Only the user who started the import, owners and admins can cancel it.');
  }
  const locked = await lockImport(ctx, importId);
  if (locked?.status !== 'pending' && locked?.status !== 'running') {
    throw conflict(`This import is ${locked?.status}; only a pending or running import can be canceled.`);
  }
  await endImport(ctx, locked, 'cancelled');
  return loadImport(ctx, importId);
}

/** Those of a user who leaves: what they write, they write in that user's name. */
export async function cancelMemberImports(
  ctx: Ctx,
  { memberId }: { readonly memberId: string },
): Promise<void> {
  for (const id of await listOpenImports(ctx, memberId)) {
    const locked = await lockImport(ctx, id);
    if (locked) await endImport(ctx, locked, 'cancelled', 'The user who started the import was deactivated.');
  }
}
