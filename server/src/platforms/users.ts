import type { newPlatformUser, platformUser } from '@daybook/contract/platform';
import type { z } from 'zod';
import { createUser, readUser, updateUser } from '../members/public.ts';
import { readInWorkspace, runInWorkspace, type Ctx } from '../platform/context.ts';
import { conflict, notFound } from '../platform/problems.ts';
import { createManagingActor, loadWorkspace, type Manager } from './manager.ts';
import { countUsers, insertUser, listUsers, type ManagedUser } from './store.ts';
import type { Outcome } from './workspaces.ts';

type User = z.output<typeof platformUser>;
type Fields = z.output<typeof newPlatformUser>;
type Work<T> = (ctx: Ctx) => Promise<T>;

export async function readInManaged<T>(manager: Manager, workspaceId: string, work: Work<T>): Promise<T> {
  const { workspace_id: id } = await loadWorkspace(manager, workspaceId);
  return readInWorkspace(manager.runtime, createManagingActor(manager, id), work);
}

export async function runInManaged<T>(manager: Manager, workspaceId: string, work: Work<T>): Promise<T> {
  const { workspace_id: id } = await loadWorkspace(manager, workspaceId);
  return runInWorkspace(manager.runtime, createManagingActor(manager, id), work);
}

export async function listManagedUsers(
  ctx: Ctx,
  externalId: string | undefined,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly items: User[]; readonly total: number }> {
  const items: User[] = [];
  for (const row of await listUsers(ctx, { externalId, ...page })) items.push(await describeUser(ctx, row));
  return { items, total: await countUsers(ctx, externalId) };
}

const describeUser = async (ctx: Ctx, { member_id, external_id }: ManagedUser): Promise<User> => ({
  ...(await readUser(ctx, member_id)),
  externalId: external_id,
});

/** 404 for users whom the platform didn't create, even in its own workspaces. */
export async function loadManagedUser(ctx: Ctx, id: string): Promise<User> {
  const [row] = await listUsers(ctx, { id });
  if (!row) throw notFound('User');
  return describeUser(ctx, row);
}

/** Of concurrent requests with one external ID, one creates; the others find what it created. */
export async function createManagedUser(
  manager: Manager,
  workspaceId: string,
  fields: Fields,
): Promise<Outcome<User>> {
  const find = () => readInManaged(manager, workspaceId, (ctx) => findByExternalId(ctx, fields));
  const known = await find();
  if (known) return { created: false, value: known };
  try {
    const value = await runInManaged(manager, workspaceId, (ctx) => insertManaged(ctx, fields));
    return { created: true, value };
  } catch (error) {
    const winner = await find();
    if (!winner) throw error;
    return { created: false, value: winner };
  }
}

const taken = () => conflict('Another user has this external ID.');

/** 409 if the user has another address: then it is not whom the request would create. */
async function findByExternalId(ctx: Ctx, { externalId, email }: Fields): Promise<User | undefined> {
  const [row] = await listUsers(ctx, { externalId });
  const user = row && (await describeUser(ctx, row));
  if (user && user.email !== email.toLowerCase()) throw taken();
  return user;
}

async function insertManaged(ctx: Ctx, { externalId, ...fields }: Fields): Promise<User> {
  const { id } = await createUser(ctx, fields);
  if (!(await insertUser(ctx, id, externalId))) throw taken();
  return loadManagedUser(ctx, id);
}

export async function setUserActivity(ctx: Ctx, id: string, isActive: boolean): Promise<User> {
  await loadManagedUser(ctx, id);
  await updateUser(ctx, id, { isActive });
  return loadManagedUser(ctx, id);
}
