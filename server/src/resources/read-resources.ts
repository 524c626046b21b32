import type { Ctx } from '../platform/context.ts';
import { notFound } from '../platform/problems.ts';
import * as store from './store.ts';
import { serializeOccupation, serializeResource } from './view.ts';

interface Portion {
  readonly limit: number;
  readonly offset: number;
}

export async function listResources(
  ctx: Ctx,
  filter: { readonly kind?: string | undefined; readonly activeOnly: boolean },
  page: Portion,
) {
  const rows = await store.listResources(ctx, filter, page);
  return { items: rows.map(serializeResource), total: await store.countResources(ctx, filter) };
}

export async function loadResource(ctx: Ctx, id: string): Promise<store.ResourceRow> {
  const row = await store.findResource(ctx, id);
  if (!row) throw notFound('Resource');
  return row;
}

export async function listOccupations(
  ctx: Ctx,
  id: string,
  {
    from = ctx.now.toISOString(),
    to,
  }: { readonly from?: string | undefined; readonly to?: string | undefined },
  page: Portion,
) {
  await loadResource(ctx, id);
  const rows = await store.listOccupations(ctx, id, { from, to }, page);
  return { items: rows.map(serializeOccupation), total: await store.countOccupations(ctx, id, { from, to }) };
}
