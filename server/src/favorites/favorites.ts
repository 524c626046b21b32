import { maxFavorites, type favorite } from '@daybook/contract/favorites';
import type { z } from 'zod';
import type { Ctx } from '../platform/context.ts';
import { generateUuid } from '../platform/ids.ts';
import { conflict, invalidField, notFound } from '../platform/problems.ts';
import { findTargets, type Target, type TargetKey } from './find-targets.ts';
import { mergeOrder } from './rules.ts';
import * as store from './store.ts';

type Favorite = z.output<typeof favorite>;

export async function readFavorites(ctx: Ctx): Promise<Favorite[]> {
  const rows = await store.listFavorites(ctx);
  const targets = await findTargets(ctx, rows);
  const found = rows.flatMap((row) => {
    const target = targets.get(row.target_id);
    return target ? [toFavorite(row, target)] : [];
  });
  // Two records that were merged are one.
  return found.filter(
    ({ kind, id }, place) => place === found.findIndex((f) => f.kind === kind && f.id === id),
  );
}

export async function addFavorite(
  ctx: Ctx,
  { kind, objectSlug, id }: { kind: Favorite['kind']; objectSlug?: string | undefined; id: string },
): Promise<Favorite> {
  if (kind !== 'page' && objectSlug === undefined) {
    throw invalidField('objectSlug', 'This field is required for a record or view.');
  }
  const key: TargetKey = { kind, target_id: id, objectSlug };
  const target = (await findTargets(ctx, [key])).get(id);
  if (!target) throw invalidField('id', `No ${nouns[kind]} that you can see has this ID.`);
  const rows = await store.lockFavorites(ctx);
  const known = rows.find((row) => row.kind === kind && row.target_id === target.id);
  if (known) return toFavorite(known, target);
  if (rows.length >= maxFavorites) {
    throw conflict(`You already have ${maxFavorites} favorites. Remove one first.`);
  }
  const row = { id: generateUuid(), kind, object_id: target.objectId, target_id: target.id };
  await store.insertFavorite(ctx, row);
  return toFavorite(row, target);
}

const nouns: Readonly<Record<Favorite['kind'], string>> = {
  record: 'record',
  view: 'view',
  page: 'event type',
};

export async function orderFavorites(ctx: Ctx, uuids: readonly string[]): Promise<Favorite[]> {
  const current = (await store.lockFavorites(ctx)).map(({ id }) => id);
  await store.updatePositions(ctx, mergeOrder(current, uuids));
  return readFavorites(ctx);
}

export async function removeFavorite(ctx: Ctx, id: string): Promise<void> {
  if (!(await store.deleteFavorite(ctx, id))) throw notFound('Favorite');
}

function toFavorite({ id, kind }: store.FavoriteRow, target: Target): Favorite {
  return { uuid: id, kind, objectSlug: target.objectSlug, id: target.id, title: target.title };
}
