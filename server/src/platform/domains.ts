import type { Pool } from './db/connect.ts';
import { queryOne, type Database } from './db/transaction.ts';
import type { WorkspaceId } from './db/workspace-id.ts';

/** A workspace's own domain, at which a request arrived. */
export interface OwnDomain {
  readonly name: string;
  readonly workspaceId: WorkspaceId;
}

/** The own domains of workspaces as this process knows them, for links. Whom a host name serves is asked each time. */
export interface Domains {
  /** Asks the database, if the last answer is no longer fresh. */
  refresh(): Promise<void>;
  /** Asks it in any case. */
  reload(): Promise<void>;
  /** Where visitors reach the pages of a workspace; undefined without a domain. */
  findUrl(workspaceId: WorkspaceId): string | undefined;
}

const freshMs = 2_000;

export function createDomains(pool: Pool, publicUrl: string): Domains {
  let urls: ReadonlyMap<string, string> = new Map();
  let askedAtMs = -Infinity;
  let first: Promise<void> | undefined;
  const reload = async (): Promise<void> => {
    askedAtMs = performance.now();
    const { rows } = await pool.query<{ name: string; workspace_id: string }>(
      'select name, workspace_id from page_domain order by verified_at, name',
    );
    // Of several, the one that was verified last.
    urls = new Map(rows.map(({ name, workspace_id: id }) => [id, buildDomainUrl(publicUrl, name)]));
  };
  return {
    reload,
    async refresh() {
      if (performance.now() - askedAtMs > freshMs) {
        // While the database doesn't answer, the last answer counts.
        const reloaded = reload().catch(() => {});
        first ??= reloaded;
        await reloaded;
      } else await first;
    },
    findUrl: (workspaceId) => urls.get(workspaceId),
  };
}

/** With the scheme and port of the installation. */
export function buildDomainUrl(publicUrl: string, name: string): string {
  const url = new URL(publicUrl);
  url.hostname = name;
  return url.origin;
}

/** Whose pages a host name serves, and whether the installation serves any by host name. */
export async function findDomainOwner(
  database: Database,
  name: string,
): Promise<{ readonly workspaceId: WorkspaceId | null; readonly hasDomains: boolean }> {
  const row = await queryOne<{ workspace_id: WorkspaceId | null; has_domains: boolean }>(database, {
    name: 'workspace of domain',
    text: `select (select workspace_id from page_domain where name = $1) as workspace_id,
      exists (select from page_domain) as has_domains`,
    values: [name],
  });
  return { workspaceId: row?.workspace_id ?? null, hasDomains: row?.has_domains ?? false };
}
