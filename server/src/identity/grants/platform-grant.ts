import type { Ctx } from '../../platform/context.ts';
import { generateUuid } from '../../platform/ids.ts';
import { notFound } from '../../platform/problems.ts';
import type { ClientRow } from '../apps/public.ts';
import { idleDays } from './rules.ts';
import { findSoleGrant, insertGrant, updateGrant, type GrantRow } from './store.ts';

/** The connection of a platform to a user, which each user has once. The user is locked. */
export async function openPlatformGrant(ctx: Ctx, client: ClientRow, memberId: string): Promise<GrantRow> {
  const { client_id, name, url, logo, scopes } = client;
  const ends_at = new Date(ctx.now.getTime() + idleDays * 86_400_000).toISOString();
  const known = await findSoleGrant(ctx, memberId, client_id, true);
  if (known) {
    await updateGrant(ctx, known.id, { ends_at, name });
    return { ...known, ends_at };
  }
  const row = { id: generateUuid(), member_id: memberId, client_id, name, url, logo, scopes };
  await insertGrant(ctx, { ...row, ends_at, is_exchanged: true });
  const made = await findSoleGrant(ctx, memberId, client_id, true);
  if (!made) throw notFound('User');
  return made;
}
