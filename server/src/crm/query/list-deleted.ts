import type { Ctx } from '../../platform/context.ts';
import { listDeleted, type RecordRow } from '../records/public.ts';
import type { Definition } from '../schema/public.ts';

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** A page of deleted records, each as others are shown, with the time of its deletion. */
export async function listDeletedAs<T extends object>(
  ctx: Ctx,
  { id }: Definition,
  page: Page,
  serialize: (rows: readonly RecordRow[]) => Promise<readonly T[]>,
): Promise<{ items: (T & { deletedAt?: string })[]; total: number; nextCursor: null }> {
  const { rows, total } = await listDeleted(ctx, id, page);
  const shown = await serialize(rows);
  const items = shown.map((item, index) => ({ ...item, ...timeOf(rows[index]) }));
  return { items, total, nextCursor: null };
}

const timeOf = (row: { readonly deleted_at: string } | undefined) =>
  row ? { deletedAt: row.deleted_at } : {};
