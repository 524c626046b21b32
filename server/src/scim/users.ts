import { createUser, lockUsers, updateUser } from '../members/public.ts';
import type { Ctx } from '../platform/context.ts';
import { applyUserGroups, removeFromGroup } from './apply-groups.ts';
import { listUserGroups } from './groups.store.ts';
import { leaveBookingsLater } from './jobs.ts';
import { asObject, expandObject, parseOperations } from './patch.rules.ts';
import { scimProblem } from './scim-problem.ts';
import { requireVersion } from './version.ts';
import { applyToUser, emptyDraft, resolveUser, type UserDraft, type UserFields } from './user.rules.ts';
import * as store from './users.store.ts';
import { getUserVersion } from './view.ts';

/** Users as a directory creates and changes them. They have no password: they sign in by single sign-on, or reset it by email. */

export async function loadUser(ctx: Ctx, id: string): Promise<store.UserRow> {
  const user = await store.findUser(ctx, id);
  if (!user) throw scimProblem(404, `User ${id} not found.`);
  return user;
}

export async function createScimUser(ctx: Ctx, body: unknown): Promise<store.UserRow> {
  const given = expandObject('replace', asObject(body, 'The body'));
  const fields = resolveUser(applyToUser(emptyDraft, given));
  const deletedId = await store.findDeletedUser(ctx, fields.email);
  const isUpdated = deletedId !== undefined || !fields.isActive;
  // Before the name, as in every change of a user.
  if (isUpdated) await lockUsers(ctx, deletedId === undefined ? [] : [deletedId]);
  await rejectTakenName(ctx, fields.userName, '');
  const id = (await store.findDeletedUser(ctx, fields.email)) ?? (await createMember(ctx, fields));
  await store.upsertScimUser(ctx, id, fields);
  if (isUpdated) await updateMember(ctx, await loadUser(ctx, id), fields);
  return loadUser(ctx, id);
}

async function createMember(ctx: Ctx, fields: UserFields): Promise<string> {
  const { email, firstName, lastName, timezone = 'UTC', language = 'en' } = fields;
  const { id } = await createUser(ctx, { email, firstName, lastName, timezone, language, role: 'user' });
  return id;
}

/** PUT: what is left out keeps its value, except for what the directory alone knows. */
export async function replaceScimUser(
  ctx: Ctx,
  id: string,
  body: unknown,
  ifMatch: string | undefined,
): Promise<store.UserRow> {
  const given = expandObject('replace', asObject(body, 'The body'));
  return changeScimUser(ctx, id, ifMatch, (draft) =>
    applyToUser({ ...draft, userName: '', externalId: null }, given),
  );
}

export function patchScimUser(
  ctx: Ctx,
  id: string,
  body: unknown,
  ifMatch: string | undefined,
): Promise<store.UserRow> {
  const operations = parseOperations(body);
  return changeScimUser(ctx, id, ifMatch, (draft) => applyToUser(draft, operations));
}

async function changeScimUser(
  ctx: Ctx,
  id: string,
  ifMatch: string | undefined,
  change: (draft: UserDraft) => UserDraft,
): Promise<store.UserRow> {
  const before = await lockUser(ctx, id, ifMatch);
  const fields = resolveUser(change(toDraft(before)));
  await rejectTakenName(ctx, fields.userName, id);
  await updateMember(ctx, before, fields);
  await store.upsertScimUser(ctx, id, fields);
  return loadUser(ctx, id);
}

/** So that of two changes at once, here or in the dashboard, the second sees the first. */
async function lockUser(ctx: Ctx, id: string, ifMatch: string | undefined): Promise<store.UserRow> {
  await lockUsers(ctx, [id]);
  const user = await loadUser(ctx, id);
  requireVersion(ifMatch, getUserVersion(user));
  return user;
}

function toDraft(user: store.UserRow): UserDraft {
  return {
    userName: user.user_name,
    externalId: user.external_id,
    active: user.is_active,
    givenName: user.first_name,
    familyName: user.last_name,
    emails: [{ value: user.email, type: 'work', primary: true }],
  };
}

async function rejectTakenName(ctx: Ctx, userName: string, id: string): Promise<void> {
  await store.lockName(ctx, 'user', userName);
  if (await store.hasOtherUser(ctx, userName, id))
    throw scimProblem(409, 'A user with this userName already exists.', 'uniqueness');
}

/** Through the same code as every other change of a user, and only what is another value. */
async function updateMember(ctx: Ctx, before: store.UserRow, fields: UserFields): Promise<void> {
  const changes = {
    ...(fields.email.toLowerCase() !== before.email && { email: fields.email }),
    ...(fields.firstName !== before.first_name && { firstName: fields.firstName }),
    ...(fields.lastName !== before.last_name && { lastName: fields.lastName }),
    ...(fields.timezone && fields.timezone !== before.timezone && { timezone: fields.timezone }),
    ...(fields.language && fields.language !== before.language && { language: fields.language }),
    ...(fields.isActive !== before.is_active && { isActive: fields.isActive }),
  };
  if (Object.keys(changes).length > 0) await updateUser(ctx, before.id, changes);
  if (changes.isActive === false) await leaveBookingsLater(ctx, before.id);
  if (changes.isActive === true) await applyUserGroups(ctx, before.id);
}

/** Users keep their rows, since bookings name them: the directory no longer finds them, and here they are deactivated. */
export async function deleteScimUser(ctx: Ctx, id: string, ifMatch: string | undefined): Promise<void> {
  const before = await lockUser(ctx, id, ifMatch);
  if (before.is_active) {
    await updateUser(ctx, id, { isActive: false });
    await leaveBookingsLater(ctx, id);
  }
  for (const group of await listUserGroups(ctx, id)) await removeFromGroup(ctx, group, [id]);
  await store.markDeleted(ctx, id);
}
