import type { newView, viewChanges } from '@daybook/contract/crm-views';
import type { z } from 'zod';
import { isAdmin } from '../../platform/auth/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { generateUuid } from '../../platform/ids.ts';
import { moveAfter } from '../../platform/order.ts';
import { badRequest, forbidden, notFound, throwIfInvalid } from '../../platform/problems.ts';
import { toStoredFilter } from '../query/public.ts';
import type { Definition } from '../schema/public.ts';
import { sortNames } from './rules.ts';
import * as store from './store.ts';
import { validateView } from './validate-view.ts';

type Changes = z.output<typeof viewChanges>;

const maxViews = 100;

export async function createView(
  ctx: Ctx,
  definition: Definition,
  body: z.output<typeof newView>,
): Promise<store.ViewRow> {
  throwIfInvalid(await validateView(ctx, definition, body));
  if ((await store.countOwnViews(ctx, definition.id)) >= maxViews) {
    throw badRequest(`You already have ${maxViews} views of ${definition.pluralName}. Delete one first.`);
  }
  const view = {
    kind: 'table' as const,
    is_shared: false,
    filter: null,
    sort: [],
    columns: [],
    group_by: null,
    ...(await columnsOf(ctx, definition, body)),
    name: body.name,
  };
  return store.insertView(ctx, definition.id, generateUuid(), view);
}

export async function changeView(
  ctx: Ctx,
  definition: Definition,
  id: string,
  body: Changes,
): Promise<store.ViewRow> {
  const ids = body.after === undefined ? [] : await store.lockOrder(ctx, definition.id);
  const before = await lockOwnView(ctx, definition, id);
  throwIfInvalid(await validateView(ctx, definition, body, before));
  // The order of all others stays, so it needs no permission to change them.
  const order = body.after === undefined ? undefined : moveAfter(ids, id, body.after);
  if (order) await store.writeOrder(ctx, definition.id, order);
  return store.updateView(ctx, definition.id, id, await columnsOf(ctx, definition, body));
}

export async function deleteView(ctx: Ctx, definition: Definition, id: string): Promise<void> {
  await lockOwnView(ctx, definition, id);
  await store.deleteView(ctx, definition.id, id);
}

/** A view that the actor may change: their own, or as an admin any that is shared. */
async function lockOwnView(ctx: Ctx, { id: objectId }: Definition, id: string): Promise<store.ViewRow> {
  const view = await store.lockView(ctx, objectId, id);
  if (!view) throw notFound('View');
  if (view.member_id !== ctx.actor.memberId && !isAdmin(ctx.actor)) {
    throw forbidden('Only the view’s creator, owners and admins can change or delete a shared view.');
  }
  return view;
}

async function columnsOf(
  ctx: Ctx,
  definition: Definition,
  { name, kind, isShared, filter, sort, columns, groupBy, position, after }: Changes,
): Promise<Partial<store.ViewFields>> {
  return {
    ...(name !== undefined && { name }),
    ...(kind !== undefined && { kind }),
    ...(isShared !== undefined && { is_shared: isShared }),
    ...(filter !== undefined && { filter: await toStoredFilter(ctx, definition, filter) }),
    ...(sort !== undefined && { sort: sortNames(sort) }),
    ...(columns !== undefined && { columns }),
    ...(groupBy !== undefined && { group_by: groupBy }),
    ...(position !== undefined && after === undefined && { position }),
  };
}
