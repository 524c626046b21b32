import type { newPlatformWorkspace } from '@daybook/contract/platform';
import type { z } from 'zod';
import { approveApp, createEmptyWorkspace, endPlatformGrants, setPlan } from '../identity/public.ts';
import { createUser } from '../members/public.ts';
import { readInWorkspace, runInWorkspace } from '../platform/context.ts';
import { generateWorkspaceId } from '../platform/db/workspace-id.ts';
import { conflict, invalid, Problem, type FieldErrors } from '../platform/problems.ts';
import { createManagingActor, loadWorkspace, type Manager } from './manager.ts';
import {
  insertUser,
  insertWorkspace,
  listUsers,
  listWorkspaces,
  setSuspended,
  type ManagedWorkspace,
} from './store.ts';

type Fields = z.output<typeof newPlatformWorkspace>;

/** What a request that may be repeated answers: what it created, or created before. */
export interface Outcome<T> {
  readonly created: boolean;
  readonly value: T;
}

/** Of concurrent requests with one external ID, one creates; the others find what it created. */
export async function createManagedWorkspace(
  manager: Manager,
  fields: Fields,
): Promise<Outcome<ManagedWorkspace>> {
  const known = await findByExternalId(manager, fields);
  if (known) return { created: false, value: known };
  try {
    await insertManaged(manager, fields);
  } catch (error) {
    const winner = await findByExternalId(manager, fields);
    if (!winner) throw error;
    return { created: false, value: winner };
  }
  const [value] = await listWorkspaces(manager.runtime.database, manager.client.client_id, fields);
  if (!value) throw taken();
  return { created: true, value };
}

const taken = () => conflict('Another workspace has this external ID.');

/** 409 if it belongs to another owner: then it is not what the request would create. */
async function findByExternalId(
  manager: Manager,
  { externalId, owner }: Fields,
): Promise<ManagedWorkspace | undefined> {
  const { runtime, client } = manager;
  const [row] = await listWorkspaces(runtime.database, client.client_id, { externalId });
  if (!row) return undefined;
  const actor = createManagingActor(manager, row.workspace_id);
  const [user] = await readInWorkspace(runtime, actor, (ctx) =>
    listUsers(ctx, { externalId: owner.externalId }),
  );
  if (!user) throw taken();
  return row;
}

async function insertManaged(manager: Manager, { externalId, name, timezone, owner }: Fields): Promise<void> {
  const { runtime, client } = manager;
  const actor = createManagingActor(manager, generateWorkspaceId());
  await runInWorkspace(runtime, actor, async (ctx) => {
    await createEmptyWorkspace(ctx, { name, timezone, hides_brand: true });
    if (!(await insertWorkspace(ctx, client.client_id, externalId))) throw taken();
    await approveApp(ctx, client);
    const { externalId: ownerId, ...person } = owner;
    const user = await createUser(ctx, { ...person, role: 'owner' }).catch(nameOwnerFields);
    await insertUser(ctx, user.id, ownerId);
  });
}

/** The owner is a part of the request. */
function nameOwnerFields(error: unknown): never {
  const { errors } = (error instanceof Problem ? error.body : {}) as { errors?: FieldErrors };
  if (!errors) throw error;
  throw invalid(Object.fromEntries(Object.entries(errors).map(([name, said]) => [`owner.${name}`, said])));
}

/** Ends at once what acts in a workspace that is suspended; `authenticate` keeps everyone out of it. */
export async function suspendWorkspace(
  manager: Manager,
  id: string,
  isSuspended: boolean,
): Promise<ManagedWorkspace> {
  const { workspace_id: workspaceId } = await loadWorkspace(manager, id);
  await runInWorkspace(manager.runtime, createManagingActor(manager, workspaceId), async (ctx) => {
    if (!(await setSuspended(ctx, isSuspended))) return;
    if (isSuspended) await endPlatformGrants(ctx);
    await setPlan(ctx, { active: !isSuspended, plan: undefined });
  });
  return loadWorkspace(manager, id);
}
