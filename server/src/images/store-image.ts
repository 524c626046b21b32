import { createHash } from 'node:crypto';
import type { Ctx } from '../platform/context.ts';
import type { Picture } from './picture.ts';
import { buildImageName } from './rules.ts';
import { deleteImage, insertImage } from './store.ts';

/** Stores the picture of a user, a team or the workspace in place of the one before. Returns its name. */
export async function storeImage(ctx: Ctx, ownerId: string, { type, bytes }: Picture): Promise<string> {
  // With the owner in it, so that no name tells who else uses the same picture.
  const hash = createHash('sha256').update(`${ctx.workspaceId} ${ownerId} `).update(bytes).digest('hex');
  const name = buildImageName(hash.slice(0, 32), type);
  await deleteImage(ctx, ownerId);
  await insertImage(ctx, { owner_id: ownerId, name, type, bytes });
  return name;
}
