import type { WorkspaceId } from '../../platform/db/workspace-id.ts';
import { sealToken, unsealToken } from '../../platform/sealed-reference.ts';
import type { Secrets } from '../../platform/secrets.ts';

/** What the link in an email opens: a request, to the invitee who made it, or to a host. */
export interface RequestVisitor {
  readonly workspaceId: WorkspaceId;
  readonly requestId: string;
  /** Null: the invitee who made it. */
  readonly hostId: string | null;
}

interface SealContext {
  readonly workspaceId: WorkspaceId;
  readonly secrets: Secrets;
}

/** Sealed in the link itself, so that nobody can make one up and nothing has to be stored. */
export function sealRequestToken(
  { secrets, workspaceId }: SealContext,
  requestId: string,
  hostId: string | null = null,
): string {
  return sealToken(secrets, workspaceId, JSON.stringify([purpose, workspaceId, requestId, hostId]));
}

const purpose = 'booking request';

/** Undefined if the token is not ours. */
export function openRequestToken(secrets: Secrets, token: string): RequestVisitor | undefined {
  try {
    const [made, workspaceId, requestId, hostId] = JSON.parse(unsealToken(secrets, token) ?? '') as [
      string,
      WorkspaceId,
      string,
      string | null,
    ];
    return made === purpose ? { workspaceId, requestId, hostId } : undefined;
  } catch {
    return undefined;
  }
}
