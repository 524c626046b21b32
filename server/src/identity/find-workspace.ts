import type { Runtime } from '../platform/context.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import { conflict, notFound } from '../platform/problems.ts';
import { findWorkspaces } from './store.ts';

const mostNamed = 5;

/** The one workspace that is meant; for whoever operates the installation, since it looks across all of them. */
export async function findWorkspace(
  runtime: Runtime,
  wanted: { id?: string; email?: string; ownersOnly?: boolean },
): Promise<{ id: WorkspaceId; name: string }> {
  const found = await findWorkspaces(runtime.database, wanted, mostNamed + 1);
  const [first] = found;
  if (!first) throw notFound(wanted.email === undefined ? 'Workspace' : `Workspace of ${wanted.email}`);
  if (found.length > 1) {
    const names = found.slice(0, mostNamed).map(({ name, workspace_id }) => `${name} (${workspace_id})`);
    throw conflict(
      `Several workspaces fit: ${names.join(', ')}${found.length > mostNamed ? ' and more' : ''}.`,
    );
  }
  return { id: first.workspace_id, name: first.name };
}
