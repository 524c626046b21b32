import { generateUuid } from '../ids.ts';

declare const proven: unique symbol;

/**
 * A workspace that the caller is proven to belong to. It comes only from `platform/auth` and from rows of the database, so
 * no query can be scoped by an id out of a URL.
 */
export type WorkspaceId = string & { readonly [proven]: true };

/** For a workspace that does not exist yet: nobody else can be in it. */
export function generateWorkspaceId(): WorkspaceId {
  return generateUuid() as WorkspaceId;
}
