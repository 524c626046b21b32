import { sql, type Insertable } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { OidcRequest } from '../../platform/db/schema.gen.ts';
import type { ExpiredRows } from '../../platform/db/purge.ts';
import { read, transact, type Database } from '../../platform/db/transaction.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';
import { hashName } from '../../platform/directory/codes.ts';

export async function insertRequest(database: Database, row: Insertable<OidcRequest>): Promise<void> {
  await transact(database, '*', (db) => db.insertInto('oidc_request').values(row).execute());
}

/** Deletes and returns a request, if it is of this browser and has not expired. */
export function consumeRequest(database: Database, stateHash: Buffer, browserHash: Buffer, now: Date) {
  return transact(database, '*', (db) =>
    db
      .deleteFrom('oidc_request')
      .where('state_hash', '=', stateHash)
      .where('browser_hash', '=', browserHash)
      .where(sql<boolean>`expires_at > ${now.toISOString()}::timestamptz`)
      .returningAll()
      .executeTakeFirst(),
  );
}

export const oldRequests: ExpiredRows = {
  table: 'oidc_request',
  rows: sql`select ctid from oidc_request where expires_at < now() order by expires_at`,
};

export interface IdentityAccount {
  readonly workspace_id: WorkspaceId;
  readonly workspace: string;
  readonly id: string;
  readonly role: string;
}

/**
 * Active users linked to this subject, and those with its verified address that are linked to no other subject.
 */
export async function findIdentityAccounts(
  database: Database,
  { issuer, subject, email }: { issuer: string; subject: string; email: string | null },
): Promise<IdentityAccount[]> {
  return read(database, '*', async (db) => {
    const { rows } = await sql<IdentityAccount>`
      select m.workspace_id, w.name as workspace, m.id, m.role from member m
      join workspace w on w.workspace_id = m.workspace_id
      where m.is_active and (m.workspace_id, m.id) in (
        select o.workspace_id, o.member_id from oidc_subject o where o.issuer = ${issuer} and o.subject = ${subject}
        union
        select s.workspace_id, s.member_id from sign_in s where s.email = ${email} and not exists (
          select from oidc_subject o where o.workspace_id = s.workspace_id and o.member_id = s.member_id
            and o.issuer = ${issuer} and o.subject <> ${subject}))
      order by m.created_at limit 20`.execute(db);
    return rows;
  });
}

export async function linkSubject(
  ctx: Ctx,
  issuer: string,
  subject: string,
  memberId: string,
): Promise<void> {
  const { rows } = await sql`insert into oidc_subject (issuer, subject, workspace_id, member_id)
    values (${issuer}, ${subject}, ${ctx.workspaceId}, ${memberId}) on conflict do nothing
    returning subject`.execute(ctx.db);
  if (rows.length > 0) await ctx.names?.reserve('subject', hashName(`${issuer} ${subject}`));
}

/** The workspace in which users are created: OIDC_WORKSPACE, or the oldest. */
export async function findHome(database: Database, id: string | undefined): Promise<WorkspaceId | undefined> {
  return read(database, '*', async (db) => {
    const { rows } = await sql<{ workspace_id: WorkspaceId }>`
      select w.workspace_id from workspace w where w.workspace_id = coalesce(${id ?? null}::uuid, w.workspace_id)
        and exists (select from member m where m.workspace_id = w.workspace_id)
      order by w.created_at limit 1`.execute(db);
    return rows[0]?.workspace_id;
  });
}
