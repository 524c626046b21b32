import type { Runtime } from '../platform/context.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import { conflict, notFound } from '../platform/problems.ts';
import { findWorkspaces } from './store.ts';

const maxListed = 5;

/** For the operator, since it searches all workspaces. 409 when more than one matches. */
export async function findWorkspace(
  runtime: Runtime,
  wanted: { id?: string; email?: string; ownersOnly?: boolean },
): Promise<{ id: WorkspaceId; name: string }> {
  const found = await findWorkspaces(runtime.database, wanted, maxListed + 1);
  const [first] = found;
  if (!first) throw notFound(wanted.email === undefined ? 'Workspace' : `Workspace of ${wanted.email}`);
  if (found.length > 1) {
    const names = found.slice(0, maxListed).map(({ name, workspace_id }) => `${name} (${workspace_id})`);
    throw conflict(
      `Several workspaces match: ${names.join(', ')}${found.length > maxListed ? ' and more' : ''}.`,
    );
  }
  return { id: first.workspace_id, name: first.name };
}
