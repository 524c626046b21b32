import { newUuid } from '../ids.ts';

declare const proven: unique symbol;

/**
 * A workspace that the caller has been shown to belong to. Only `platform/auth` and the database's own rows make one,
 * so no query can be scoped by an id out of a URL.
 */
export type WorkspaceId = string & { readonly [proven]: true };

/** For a workspace that does not exist yet: nobody else can be in it. */
export function newWorkspaceId(): WorkspaceId {
  return newUuid() as WorkspaceId;
}
