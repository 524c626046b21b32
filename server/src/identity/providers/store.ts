import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { IdentityProvider } from '../../platform/db/schema.gen.ts';
import { read, type Database } from '../../platform/db/transaction.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';

export interface ProviderRow extends Selectable<IdentityProvider> {
  readonly domains: string[];
  readonly verified_domains: string[];
}

function providerRows({ db, workspaceId }: Ctx) {
  const domainsWhere = (condition: string) => sql<string[]>`array(select d.name from domain d
    where d.workspace_id = p.workspace_id and d.provider_id = p.id and ${sql.raw(condition)} order by d.name)`;
  return db
    .selectFrom('identity_provider as p')
    .where('p.workspace_id', '=', workspaceId)
    .selectAll('p')
    .select([
      domainsWhere('true').as('domains'),
      domainsWhere(`d.state = 'verified'`).as('verified_domains'),
    ]);
}

export function listProviders(
  ctx: Ctx,
  { limit, offset }: { limit: number; offset: number },
): Promise<ProviderRow[]> {
  return providerRows(ctx).orderBy('p.created_at').orderBy('p.id').limit(limit).offset(offset).execute();
}

export async function countProviders({ db, workspaceId }: Ctx): Promise<number> {
  const row = await db
    .selectFrom('identity_provider')
    .where('workspace_id', '=', workspaceId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

export function findProvider(ctx: Ctx, id: string): Promise<ProviderRow | undefined> {
  return providerRows(ctx).where('p.id', '=', id).executeTakeFirst();
}

/** Locked, so that of two changes the second sees the first. */
export function lockProvider(ctx: Ctx, id: string): Promise<ProviderRow | undefined> {
  return providerRows(ctx).where('p.id', '=', id).forUpdate('p').executeTakeFirst();
}

export async function insertProvider(
  { db, workspaceId }: Ctx,
  row: Omit<Insertable<IdentityProvider>, 'workspace_id'>,
): Promise<void> {
  await db
    .insertInto('identity_provider')
    .values({ ...row, workspace_id: workspaceId })
    .execute();
}

export async function updateProvider(
  { db, workspaceId }: Ctx,
  id: string,
  changes: Updateable<IdentityProvider>,
): Promise<void> {
  await db
    .updateTable('identity_provider')
    .set({ ...changes, updated_at: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

export async function deleteProvider({ db, workspaceId }: Ctx, id: string): Promise<void> {
  await db
    .deleteFrom('identity_provider')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/** The names that are no domains of the workspace. */
export async function listUnknownDomains(
  { db, workspaceId }: Ctx,
  names: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${[...names]}::text[]) as n (name) where not exists (select from domain d
      where d.workspace_id = ${workspaceId} and d.purpose = 'sign_in' and d.name = n.name)`.execute(db);
  return rows.map(({ name }) => name);
}

/** Active, an owner, and able to sign in without the provider. */
export async function canBreakGlass({ db, workspaceId }: Ctx, memberId: string): Promise<boolean> {
  const { rows } = await sql`select from member m where m.workspace_id = ${workspaceId} and m.id = ${memberId}
    and m.is_active and m.role = 'owner' and m.kind = 'person' and (m.password_hash is not null or exists (
      select from passkey p where p.workspace_id = m.workspace_id and p.member_id = m.id))`.execute(db);
  return rows.length > 0;
}

export interface Account {
  readonly id: string;
  readonly role: string;
  readonly is_active: boolean;
}

/** The user of a subject. */
export async function findBySubject(
  ctx: Ctx,
  providerId: string,
  subject: string,
): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select m.id, m.role, m.is_active from provider_subject s
    join member m on m.workspace_id = s.workspace_id and m.id = s.member_id
    where s.workspace_id = ${ctx.workspaceId} and s.provider_id = ${providerId} and s.subject = ${subject}`.execute(
    ctx.db,
  );
  return rows[0];
}

/** Another provider in the same connection knows other people by the same names. */
export async function unlinkSubjects({ db, workspaceId }: Ctx, providerId: string): Promise<void> {
  await db
    .deleteFrom('provider_subject')
    .where('workspace_id', '=', workspaceId)
    .where('provider_id', '=', providerId)
    .execute();
}

/** The user of an address, and whether another subject of the provider is this user. */
export async function findByAddress(
  ctx: Ctx,
  providerId: string,
  email: string,
): Promise<(Account & { readonly is_linked: boolean }) | undefined> {
  const { rows } = await sql<Account & { is_linked: boolean }>`
    select m.id, m.role, m.is_active, exists (select from provider_subject s where s.workspace_id = m.workspace_id
      and s.provider_id = ${providerId} and s.member_id = m.id) as is_linked
    from member m where m.workspace_id = ${ctx.workspaceId} and m.email = ${email} and m.kind = 'person'`.execute(
    ctx.db,
  );
  return rows[0];
}

export async function linkSubject(
  ctx: Ctx,
  providerId: string,
  subject: string,
  memberId: string,
): Promise<void> {
  await sql`insert into provider_subject (workspace_id, provider_id, subject, member_id)
    values (${ctx.workspaceId}, ${providerId}, ${subject}, ${memberId}) on conflict do nothing`.execute(
    ctx.db,
  );
}

/** False if the provider was disabled or deleted meanwhile: this waits for a change that still runs. */
export async function recordSignIn({ db, workspaceId, now }: Ctx, id: string): Promise<boolean> {
  const row = await db
    .updateTable('identity_provider')
    .set({ last_sign_in_at: now.toISOString() })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('is_enabled', '=', true)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export interface ProviderRef {
  readonly workspaceId: WorkspaceId;
  readonly id: string;
}

/** Where an address signs in. Somebody who signs in names no workspace. */
export function findProviderOfDomain(database: Database, domain: string): Promise<ProviderRef | undefined> {
  return read(database, '*', async (db) => {
    const { rows } = await sql<ProviderRef>`
      select p.workspace_id as "workspaceId", p.id from sign_in_domain s
      join domain d on d.workspace_id = s.workspace_id and d.id = s.domain_id
      join identity_provider p on p.workspace_id = d.workspace_id and p.id = d.provider_id
      where s.name = ${domain} and p.is_enabled`.execute(db);
    return rows[0];
  });
}

/** Whether anyone signs in by the domain of their address. */
export function hasSignInDomains(database: Database): Promise<boolean> {
  return read(database, '*', async (db) => {
    const { rows } = await sql`select from sign_in_domain s
      join domain d on d.workspace_id = s.workspace_id and d.id = s.domain_id
      join identity_provider p on p.workspace_id = d.workspace_id and p.id = d.provider_id
      where p.is_enabled limit 1`.execute(db);
    return rows.length > 0;
  });
}

/** Providers whose metadata nobody has read for a day. */
export function listDueMetadata(database: Database, limit: number): Promise<readonly ProviderRef[]> {
  return read(database, '*', async (db) => {
    const { rows } = await sql<ProviderRef>`
      select workspace_id as "workspaceId", id from identity_provider
      where metadata_url is not null and coalesce(metadata_read_at, '-infinity') < now() - interval '1 day'
      order by metadata_read_at nulls first limit ${limit}`.execute(db);
    return rows;
  });
}

/** The provider that began the caller's session, and whether the caller can sign in another way. */
export async function findSignInRules({
  db,
  workspaceId,
  actor,
}: Ctx): Promise<{ provider_id: string | null; is_required: boolean }> {
  const sessionId = actor.kind === 'session' ? actor.id : null;
  const { rows } = await sql<{ provider_id: string | null; is_required: boolean }>`
    select (select provider_id from session where workspace_id = ${workspaceId} and id = ${sessionId}::uuid) as provider_id,
      requires_provider(${workspaceId}, ${actor.memberId}) as is_required`.execute(db);
  return rows[0] ?? { provider_id: null, is_required: false };
}
