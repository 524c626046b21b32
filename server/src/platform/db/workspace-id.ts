declare const proven: unique symbol;

/**
 * A workspace that the caller has been shown to belong to. Only `platform/auth` and the database's own rows make one,
 * so no query can be scoped by an id out of a URL.
 */
export type WorkspaceId = string & { readonly [proven]: true };
