import type { bulkDeletion, deleteBulk as contract } from '@daybook/contract/crm-bulk';
import type { Input } from '@daybook/contract/route';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { listRecords, buildQueryFromBody } from '../query/public.ts';
import { deleteLocked, lockRecords, rejectDependents } from '../records/public.ts';
import { type Definition, openObject } from '../schema/public.ts';

type Body = Input<typeof contract>['body'];

const maxRecords = 1000;

/** Deletes records by their ids, or those that match a filter. Each can be restored. */
export async function deleteBulk(
  ctx: Ctx,
  slug: string,
  { ids, filter, dryRun }: Body,
): Promise<z.output<typeof bulkDeletion>> {
  const definition = await openObject(ctx, slug, 'write');
  const named = ids && [...new Set(ids.map((id) => id.toLowerCase()))];
  const { rows, total } = named
    ? await lockNamed(ctx, definition, named)
    : await lockMatching(ctx, definition, filter);
  const found = new Set(rows.map(({ id }) => id));
  if (dryRun) await rejectDependents(ctx, definition, [...found]);
  else await deleteLocked(ctx, definition, rows);
  return {
    count: rows.length,
    remaining: total - rows.length,
    missing: (named ?? []).filter((id) => !found.has(id)),
  };
}

async function lockNamed(ctx: Ctx, { id }: Definition, ids: readonly string[]) {
  const rows = await lockRecords(ctx, id, ids);
  return { rows, total: rows.length };
}

/** Records that match before and after they were locked: what another transaction changed in between is left. */
async function lockMatching(ctx: Ctx, definition: Definition, filter: unknown) {
  const find = () =>
    listRecords(ctx, definition, buildQueryFromBody({ filter, count: maxRecords, includeTotal: true }));
  const before = await find();
  const locked = await lockRecords(
    ctx,
    definition.id,
    before.rows.map(({ id }) => id),
  );
  const { rows, total } = await find();
  const matching = new Set(rows.map(({ id }) => id));
  return { rows: locked.filter(({ id }) => matching.has(id)), total: total ?? 0 };
}
