import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { read, type Database } from '../platform/db/transaction.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import type { NewKey } from './create-key.ts';
import type { DomainStatus, Finding, OwnershipFinding, Purpose } from './rules.ts';
import type { SenderFinding, SenderKey } from './sender.rules.ts';

/** What name servers said, by the purpose. */
export type AnyFinding = Finding | SenderFinding | OwnershipFinding;

export interface DomainRow extends DomainStatus {
  readonly id: string;
  readonly purpose: Purpose;
  readonly name: string;
  readonly sender_address: string | null;
  readonly token: string;
  /** Of a sign-in domain: the identity provider. */
  readonly provider_id: string | null;
  readonly found: AnyFinding | null;
  /** Of a sender, the newest first. */
  readonly keys: readonly SenderKey[];
  readonly checked_at: string | null;
  readonly verified_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

const columns = sql`id, purpose, name, sender_address, token, provider_id,
  coalesce((select json_agg(json_build_object('selector', k.selector, 'publicKey', k.public_key) order by k.created_at desc)
    from domain_key k where k.workspace_id = domain.workspace_id and k.domain_id = domain.id), '[]') as keys, state, problem, found, failures, checked_at, verified_at, created_at, updated_at`;

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

type NewDomain = Pick<DomainRow, 'id' | 'purpose' | 'name' | 'sender_address' | 'token'> & {
  readonly nextCheckAt: Date;
};

/** Undefined when the workspace has the domain. One for sign-in leads to the only identity provider, if an owner adds it. */
export async function insertDomain(ctx: Ctx, row: NewDomain): Promise<DomainRow | undefined> {
  const { rows } = await sql<DomainRow>`
    insert into domain (workspace_id, id, purpose, name, sender_address, token, next_check_at, provider_id)
    values (${ctx.workspaceId}, ${row.id}, ${row.purpose}, ${row.name}, ${row.sender_address}, ${row.token}, ${row.nextCheckAt.toISOString()},
      (select min(id::text)::uuid from identity_provider where workspace_id = ${ctx.workspaceId} and ${row.purpose} = 'sign_in'
          and ${ctx.actor.role} = 'owner'
        having count(*) = 1))
    on conflict (workspace_id, purpose, name) do nothing returning ${columns}`.execute(ctx.db);
  return rows[0];
}

export interface DomainChanges extends DomainStatus {
  readonly found: AnyFinding | null;
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

/** Beside the one that signs there is at most one more. */
export async function insertKey(ctx: Ctx, domainId: string, key: NewKey): Promise<void> {
  const { selector, publicKey, privateKey } = key;
  await sql`delete from domain_key where workspace_id = ${ctx.workspaceId} and domain_id = ${domainId} and not is_active`.execute(
    ctx.db,
  );
  await sql`insert into domain_key (workspace_id, domain_id, selector, public_key, private_key_sealed)
    values (${ctx.workspaceId}, ${domainId}, ${selector}, ${publicKey}, ${ctx.secrets.seal(privateKey)})`.execute(
    ctx.db,
  );
}

/** The key that signs from now on. Older ones are deleted. */
export async function activateKey(ctx: Ctx, domainId: string, selector: string): Promise<void> {
  const ofDomain = sql`workspace_id = ${ctx.workspaceId} and domain_id = ${domainId}`;
  await sql`update domain_key set is_active = true where ${ofDomain} and selector = ${selector} and not is_active`.execute(
    ctx.db,
  );
  await sql`delete from domain_key k where ${ofDomain} and created_at <
    (select created_at from domain_key where ${ofDomain} and selector = ${selector})`.execute(ctx.db);
}

/** Where the verified names of a purpose are, each with one owner, here and in the directory. Of senders, any workspace can have any. */
const claims = {
  pages: { kind: 'domain', table: 'page_domain' },
  sign_in: { kind: 'sign_in_domain', table: 'sign_in_domain' },
  sender: undefined,
} as const;

/** Makes the workspace the owner of a name; false when another one is. */
export async function claimName(ctx: Ctx, { id, name, purpose, state }: DomainRow): Promise<boolean> {
  const claim = claims[purpose];
  if (!claim) return true;
  if (state !== 'verified' && (await ctx.names?.reserve(claim.kind, name)) === false) return false;
  const table = sql.table(claim.table);
  const { rows } = await sql<{ workspace_id: WorkspaceId }>`
    with claimed as (
      insert into ${table} (name, workspace_id, domain_id, verified_at)
      values (${name}, ${ctx.workspaceId}, ${id}, ${ctx.now.toISOString()})
      on conflict (name) do nothing returning workspace_id)
    select workspace_id from claimed
    union all select workspace_id from ${table} where name = ${name}`.execute(ctx.db);
  return rows.some((row) => row.workspace_id === ctx.workspaceId);
}

export async function releaseName(ctx: Ctx, { name, purpose }: DomainRow): Promise<void> {
  const claim = claims[purpose];
  if (!claim) return;
  await ctx.names?.reserve(claim.kind, name);
  await sql`delete from ${sql.table(claim.table)} where name = ${name} and workspace_id = ${ctx.workspaceId}`.execute(
    ctx.db,
  );
}

/** Addresses of these sign-in domains of the workspace lead to the provider, and those of no others. */
export async function setSignInDomains(
  { db, workspaceId }: Ctx,
  providerId: string,
  names: readonly string[],
): Promise<void> {
  const isNamed = sql`name = any (${[...names]}::text[])`;
  await sql`update domain set provider_id = case when ${isNamed} then ${providerId}::uuid end
    where workspace_id = ${workspaceId} and purpose = 'sign_in' and (provider_id = ${providerId} or ${isNamed})
      and (provider_id = ${providerId}) is distinct from (${isNamed})`.execute(db);
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
