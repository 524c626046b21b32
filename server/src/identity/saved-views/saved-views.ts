import { adminLists, type ViewList } from '@daybook/contract/lists.data';
import type { newSavedView, savedViewChanges } from '@daybook/contract/saved-views';
import type { z } from 'zod';
import { isAdmin } from '../../platform/auth/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { generateUuid } from '../../platform/ids.ts';
import { badRequest, forbidden, notFound } from '../../platform/problems.ts';
import * as store from './store.ts';

const maxViews = 100;

export async function createSavedView(
  ctx: Ctx,
  { list, ...body }: z.output<typeof newSavedView>,
): Promise<store.SavedViewRow> {
  requireListAccess(ctx, list);
  if ((await store.countOwnSavedViews(ctx, list)) >= maxViews) {
    throw badRequest(`You already have ${maxViews} views of this list. Delete one first.`);
  }
  return store.insertSavedView(ctx, generateUuid(), {
    is_shared: false,
    filters: {},
    ...toColumns(body),
    name: body.name,
    list,
  });
}

export async function changeSavedView(
  ctx: Ctx,
  id: string,
  body: z.output<typeof savedViewChanges>,
): Promise<store.SavedViewRow> {
  await lockChangeableView(ctx, id);
  return store.updateSavedView(ctx, id, toColumns(body));
}

export async function deleteSavedView(ctx: Ctx, id: string): Promise<void> {
  await lockChangeableView(ctx, id);
  await store.deleteSavedView(ctx, id);
}

export function requireListAccess(ctx: Ctx, list: ViewList): void {
  if (!canSeeList(ctx, list)) throw forbidden('Only owners and admins can see this list.');
}

/** The actor's own view, or for an admin any that is shared. */
async function lockChangeableView(ctx: Ctx, id: string): Promise<void> {
  const view = await store.lockSavedView(ctx, id);
  if (!view || !canSeeList(ctx, view.list)) throw notFound('View');
  if (view.member_id !== ctx.actor.memberId && !isAdmin(ctx.actor)) {
    throw forbidden('Only the view’s creator, owners and admins can change or delete a shared view.');
  }
}

function canSeeList(ctx: Ctx, list: ViewList): boolean {
  return isAdmin(ctx.actor) || !adminLists.includes(list);
}

function toColumns({
  name,
  filters,
  isShared,
  position,
}: z.output<typeof savedViewChanges>): Partial<store.SavedViewFields> {
  return {
    ...(name !== undefined && { name }),
    ...(filters !== undefined && { filters }),
    ...(isShared !== undefined && { is_shared: isShared }),
    ...(position !== undefined && { position }),
  };
}
