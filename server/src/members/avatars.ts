import { deleteImage, receivePicture, storeImage, type Picture } from '../images/public.ts';
import { requireAdmin, type Actor } from '../platform/auth/actor.ts';
import { readInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import type { Upload } from '../platform/http/serve-upload.ts';
import { notFound } from '../platform/problems.ts';
import { loadUser } from './create-user.ts';
import { lockMember, updateMember, type MemberWithTeams } from './store.ts';
import { updateTeam, type LockMode, type TeamRow } from './teams.store.ts';
import { loadTeam } from './teams.ts';
import { validateUser } from './update-user.ts';

/** Receives the file only from callers who may set it, so that others can't make us read it. */
export async function receiveUserAvatar(
  runtime: Runtime,
  actor: Actor,
  id: string,
  upload: Upload,
): Promise<Picture> {
  await readInWorkspace(runtime, actor, (ctx) => requireCanChange(ctx, id));
  return receivePicture(upload);
}

export async function setUserAvatar(ctx: Ctx, id: string, picture: Picture): Promise<MemberWithTeams> {
  await lockMember(ctx, id);
  await requireCanChange(ctx, id);
  await updateMember(ctx, id, { avatar: await storeImage(ctx, id, picture) });
  return loadUser(ctx, id);
}

export async function deleteUserAvatar(ctx: Ctx, id: string): Promise<void> {
  const member = await lockMember(ctx, id);
  await requireCanChange(ctx, id);
  if (!member?.avatar) throw notFound('Avatar');
  await deleteImage(ctx, id);
  await updateMember(ctx, id, { avatar: null });
}

/** Throws 404 or 403. */
async function requireCanChange(ctx: Ctx, id: string): Promise<void> {
  await validateUser(ctx, {}, { params: { uuid: id } });
}

export async function receiveTeamAvatar(
  runtime: Runtime,
  actor: Actor,
  id: string,
  upload: Upload,
): Promise<Picture> {
  await readInWorkspace(runtime, actor, (ctx) => loadTeamAsAdmin(ctx, id));
  return receivePicture(upload);
}

export async function setTeamAvatar(ctx: Ctx, id: string, picture: Picture): Promise<TeamRow> {
  await loadTeamAsAdmin(ctx, id, 'update');
  return updateTeam(ctx, id, { avatar: await storeImage(ctx, id, picture) });
}

export async function deleteTeamAvatar(ctx: Ctx, id: string): Promise<void> {
  const { avatar } = await loadTeamAsAdmin(ctx, id, 'update');
  if (avatar === null) throw notFound('Avatar');
  await deleteImage(ctx, id);
  await updateTeam(ctx, id, { avatar: null });
}

async function loadTeamAsAdmin(ctx: Ctx, id: string, lock?: LockMode): Promise<TeamRow> {
  const team = await loadTeam(ctx, id, lock);
  requireAdmin(ctx.actor);
  return team;
}
