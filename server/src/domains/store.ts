import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { read, type Database } from '../platform/db/transaction.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import type { DomainStatus, Finding } from './rules.ts';

export interface DomainRow extends DomainStatus {
  readonly id: string;
  readonly purpose: 'pages';
  readonly name: string;
  readonly token: string;
  readonly found: Finding | null;
  readonly checked_at: string | null;
  readonly verified_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

const columns = sql`id, purpose, name, token, state, problem, found, failures, checked_at, verified_at, created_at, updated_at`;

export async function listDomains(
  ctx: Ctx,
  { limit, offset }: { limit: number; offset: number },
): Promise<DomainRow[]> {
  const { rows } = await sql<DomainRow>`
    select ${columns} from domain where workspace_id = ${ctx.workspaceId}
    order by created_at, id limit ${limit} offset ${offset}`.execute(ctx.db);
  return rows;
}

export async function countDomains(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from domain where workspace_id = ${ctx.workspaceId}`.execute(ctx.db);
  return rows[0]?.count ?? 0;
}

/** Until the transaction ends, nobody else adds a domain to the workspace. */
export async function lockDomains(ctx: Ctx): Promise<void> {
  await sql`select from workspace where workspace_id = ${ctx.workspaceId} for no key update`.execute(ctx.db);
}

export async function lockDomain(ctx: Ctx, id: string): Promise<DomainRow | undefined> {
  const { rows } = await sql<DomainRow>`
    select ${columns} from domain where workspace_id = ${ctx.workspaceId} and id = ${id} for update`.execute(
    ctx.db,
  );
  return rows[0];
}

type NewDomain = Pick<DomainRow, 'id' | 'purpose' | 'name' | 'token'> & { readonly nextCheckAt: Date };

/** Undefined when the workspace has the domain. */
export async function insertDomain(ctx: Ctx, row: NewDomain): Promise<DomainRow | undefined> {
  const { rows } = await sql<DomainRow>`
    insert into domain (workspace_id, id, purpose, name, token, next_check_at)
    values (${ctx.workspaceId}, ${row.id}, ${row.purpose}, ${row.name}, ${row.token}, ${row.nextCheckAt.toISOString()})
    on conflict (workspace_id, purpose, name) do nothing returning ${columns}`.execute(ctx.db);
  return rows[0];
}

export interface DomainChanges extends DomainStatus {
  readonly found: Finding | null;
  readonly nextCheckAt: Date | null;
}

export async function updateDomain(ctx: Ctx, id: string, changes: DomainChanges): Promise<DomainRow> {
  const { state, problem, failures, found, nextCheckAt } = changes;
  const { rows } = await sql<DomainRow>`
    update domain set state = ${state}, problem = ${problem}, failures = ${failures}, found = ${JSON.stringify(found)},
      checked_at = ${ctx.now.toISOString()}, next_check_at = ${nextCheckAt?.toISOString() ?? null},
      verified_at = case when ${state} <> 'verified' then null when state = 'verified' then verified_at
        else ${ctx.now.toISOString()} end
    where workspace_id = ${ctx.workspaceId} and id = ${id} returning ${columns}`.execute(ctx.db);
  return rows[0] as DomainRow;
}

export async function deleteDomain(ctx: Ctx, id: string): Promise<void> {
  await sql`delete from domain where workspace_id = ${ctx.workspaceId} and id = ${id}`.execute(ctx.db);
}

/** Makes the workspace's pages be served at a host name; false when another workspace's are. */
export async function claimHostName(ctx: Ctx, { id, name }: DomainRow): Promise<boolean> {
  const { rows } = await sql<{ workspace_id: WorkspaceId }>`
    with claimed as (
      insert into page_domain (name, workspace_id, domain_id, verified_at)
      values (${name}, ${ctx.workspaceId}, ${id}, ${ctx.now.toISOString()})
      on conflict (name) do nothing returning workspace_id)
    select workspace_id from claimed
    union all select workspace_id from page_domain where name = ${name}`.execute(ctx.db);
  return rows.some((row) => row.workspace_id === ctx.workspaceId);
}

export async function releaseHostName(ctx: Ctx, name: string): Promise<void> {
  await sql`delete from page_domain where name = ${name} and workspace_id = ${ctx.workspaceId}`.execute(
    ctx.db,
  );
}

export interface DueDomain {
  readonly workspace_id: WorkspaceId;
  readonly id: string;
}

export async function listDue(database: Database, now: Date, limit: number): Promise<DueDomain[]> {
  return read(database, '*', async (db) => {
    const { rows } = await sql<DueDomain>`
      select workspace_id, id from domain where next_check_at <= ${now.toISOString()}
      order by next_check_at limit ${limit}`.execute(db);
    return rows;
  });
}
