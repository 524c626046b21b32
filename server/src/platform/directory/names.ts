import { sql, type Kysely } from 'kysely';
import type { DB } from '../db/schema.gen.ts';
import { read, type Database } from '../db/transaction.ts';
import type { WorkspaceId } from '../db/workspace-id.ts';
import { generateUuid } from '../ids.ts';
import type { Log } from '../log.ts';
import { namesUnavailable } from '../problems.ts';
import { computeCode } from './codes.ts';
import type { Directory } from './directory.ts';

/** Slugs of users, teams and forms, and domains, have one owner over all cells. The others only lead to the cells in which they occur. */
export type NameKind = 'slug' | 'form' | 'domain' | 'sign_in_domain' | 'email' | 'subject' | 'secret';

export interface Name {
  readonly kind: NameKind;
  readonly value: string;
}

/** How a transaction changes names of its workspace. What it has reserved is settled after it. */
export interface NameReservations {
  /** Says that the workspace is in this cell, before anything leads to it. */
  registerWorkspace(): Promise<void>;
  /** Reserves a name that the transaction is about to claim or release; false when another workspace has it. */
  reserve(kind: NameKind, value: string): Promise<boolean>;
  /** By which the names are settled, if there are any. */
  readonly id: string | undefined;
}

export function createReservations(
  { pool, cell }: Directory,
  workspaceId: WorkspaceId,
  db: Kysely<DB>,
  log: Log,
): NameReservations {
  let id: string | undefined;
  const begin = async (): Promise<string> => {
    if (id !== undefined) return id;
    const fresh = generateUuid();
    // Before the directory knows of it: the reconciler waits for this row, and so for this transaction.
    await sql`insert into name_reservation (workspace_id, id) values (${workspaceId}, ${fresh})`.execute(db);
    id = fresh;
    return fresh;
  };
  const workspace = [workspaceId, computeCode(workspaceId), cell];
  const tell = async (text: string, values: readonly unknown[]): Promise<boolean> => {
    try {
      await pool.query(text, [...values]);
      return true;
    } catch (error) {
      if ((error as { constraint?: string }).constraint === 'name_is_unique') return false;
      log.warn({ err: error }, 'directory not reached');
      throw namesUnavailable();
    }
  };
  return {
    get id() {
      return id;
    },
    async registerWorkspace() {
      await tell(newRegistration, workspace);
    },
    async reserve(kind, value) {
      const values = [...workspace, kind, value, await begin()];
      return tell(`with registered as (${registration}) ${reservation}`, values);
    },
  };
}

const registration =
  'insert into directory.workspace_cell (workspace_id, code, cell) values ($1, $2, $3) on conflict (workspace_id) do nothing';

/** Of a workspace that is just being created, and has nothing yet that the directory should know. */
const newRegistration =
  'insert into directory.workspace_cell (workspace_id, code, cell, joined_at) values ($1, $2, $3, now()) on conflict (workspace_id) do nothing';

/** A name of the same workspace changes hands from an earlier reservation, which can't settle it anymore. */
const reservation = `insert into directory.name (kind, value, workspace_id, reservation) values ($4, $5, $1, $6)
  on conflict (kind, value, workspace_id) do update set reservation = excluded.reservation, reserved_at = now()`;

/**
 * Settles the names of a transaction that has ended, by what the cell has: those that it has are confirmed, the others released. A
 * later transaction has put its own reservation on a name that it changes, so this one can't undo what that one does.
 */
export async function settleNames({ pool }: Directory, database: Database, id: string): Promise<void> {
  const { rows } = await pool.query<NameRow>(
    'select kind, value, workspace_id from directory.name where reservation = $1',
    [id],
  );
  if (rows.length === 0) return;
  const held = await filterHeld(database, rows);
  await pool.query(
    `update directory.name n set reservation = null
     from unnest($2::text[], $3::text[]) as h (kind, value)
     where n.reservation = $1 and n.kind = h.kind and n.value = h.value`,
    [id, held.map(({ kind }) => kind), held.map(({ value }) => value)],
  );
  await pool.query('delete from directory.name where reservation = $1', [id]);
}

export interface NameRow extends Name {
  readonly workspace_id: WorkspaceId;
}

/** Another cell in which one of the names occurs, the first name first. Undefined also while the directory doesn't answer. */
export async function findOtherCell(
  { pool, cell }: Directory,
  names: readonly Name[],
): Promise<string | undefined> {
  const { rows } = await pool
    .query<{ cell: string }>(
      `select w.cell from unnest($1::text[], $2::text[]) with ordinality as l (kind, value, place)
       join directory.name n using (kind, value) join directory.workspace_cell w using (workspace_id)
       where w.cell <> $3 order by place limit 1`,
      [names.map(({ kind }) => kind), names.map(({ value }) => value), cell],
    )
    .catch(() => ({ rows: [] }));
  return rows[0]?.cell;
}

/** Whether any cell has a name of this kind. False also while the directory doesn't answer. */
export async function hasNames({ pool }: Directory, kind: NameKind): Promise<boolean> {
  const question = 'select 1 from directory.name where kind = $1 limit 1';
  const { rows } = await pool.query(question, [kind]).catch(() => ({ rows: [] }));
  return rows.length > 0;
}

/** Those that this cell has. A secret that is no longer valid may stay: the cell refuses it. */
export async function filterHeld(database: Database, names: readonly NameRow[]): Promise<readonly NameRow[]> {
  const [kinds, values, workspaces] = [
    names.map(({ kind }) => kind),
    names.map(({ value }) => value),
    names.map(({ workspace_id: id }) => id),
  ];
  return read(database, '*', async (db) => {
    const { rows } = await sql<NameRow>`
      select n.* from unnest(${kinds}::text[], ${values}::text[], ${workspaces}::uuid[]) as n (kind, value, workspace_id)
      where case kind
        when 'slug' then exists (select from owner_slug o where o.slug = value and o.workspace_id = n.workspace_id)
        when 'form' then exists (select from form_slug f where f.slug = value and f.workspace_id = n.workspace_id)
        when 'domain' then exists (select from page_domain d where d.name = value and d.workspace_id = n.workspace_id)
        when 'sign_in_domain' then exists (select from sign_in_domain d where d.name = value and d.workspace_id = n.workspace_id)
        when 'email' then exists (select from sign_in s where s.workspace_id = n.workspace_id
          and encode(sha256(convert_to(s.email, 'UTF8')), 'hex') = value)
        when 'subject' then exists (select from oidc_subject o where o.workspace_id = n.workspace_id
          and encode(sha256(convert_to(o.issuer || ' ' || o.subject, 'UTF8')), 'hex') = value)
        else exists (select from workspace w where w.workspace_id = n.workspace_id) end`.execute(db);
    return rows;
  });
}

/** All names of a workspace; secrets only on request, since new ones carry its code. */
export async function listLocalNames(
  database: Database,
  workspaceId: WorkspaceId,
  withSecrets: boolean,
): Promise<readonly NameRow[]> {
  const secrets = sql`
    union select 'secret', encode(secret_hash, 'hex') from credential where workspace_id = ${workspaceId}
    union select 'secret', encode(secret_hash, 'hex') from grant_secret where workspace_id = ${workspaceId}
    union select 'secret', encode(secret_hash, 'hex') from scim_secret where workspace_id = ${workspaceId}
    union select 'secret', encode(token_hash, 'hex') from link_token where workspace_id = ${workspaceId}
    union select 'secret', encode(token_hash, 'hex') from account_link where workspace_id = ${workspaceId}
    union select 'secret', encode(token_hash, 'hex') from catcher_token where workspace_id = ${workspaceId}
    union select 'secret', encode(token_hash, 'hex') from calendar_feed_token where workspace_id = ${workspaceId}
    union select 'secret', encode(k.key_hash, 'hex') from invitee i join invitee_key k on k.invitee_id = i.id
      where i.workspace_id = ${workspaceId}`;
  return read(database, '*', async (db) => {
    const { rows } = await sql<Name>`
      select 'slug' as kind, slug as value from owner_slug where workspace_id = ${workspaceId}
      union select 'form', slug from form_slug where workspace_id = ${workspaceId}
      union select 'domain', name from page_domain where workspace_id = ${workspaceId}
      union select 'sign_in_domain', name from sign_in_domain where workspace_id = ${workspaceId}
      union select 'email', encode(sha256(convert_to(email, 'UTF8')), 'hex') from sign_in
        where workspace_id = ${workspaceId}
      union select 'subject', encode(sha256(convert_to(issuer || ' ' || subject, 'UTF8')), 'hex') from oidc_subject
        where workspace_id = ${workspaceId}
      ${withSecrets ? secrets : sql``}`.execute(db);
    return rows.map((row) => ({ ...row, workspace_id: workspaceId }));
  });
}
