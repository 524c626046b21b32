import type { Ctx } from '../../platform/context.ts';
import { conflict, notFound } from '../../platform/problems.ts';
import { requireCrm } from '../schema/public.ts';
import { findLastBatch } from './batches.store.ts';
import { runImportJob } from './jobs.ts';
import { loadImport } from './start-import.ts';
import { lockImport, markUndoing, type ImportRow } from './store.ts';

/** Starts to undo an import that has ended. */
export async function startUndo(ctx: Ctx, importId: string): Promise<ImportRow> {
  await requireCrm(ctx);
  const locked = await lockImport(ctx, importId);
  if (!locked) throw notFound('Import');
  if (!['completed', 'failed', 'cancelled'].includes(locked.status)) {
    throw conflict(`This import is ${locked.status}; only a finished import can be undone.`);
  }
  if ((await findLastBatch(ctx, importId)) === undefined) throw conflict('This import changed nothing.');
  await markUndoing(ctx, importId);
  await ctx.enqueue(runImportJob, { workspaceId: ctx.workspaceId, importId });
  return loadImport(ctx, importId);
}
