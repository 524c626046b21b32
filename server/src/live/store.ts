import { sql, type Kysely, type RawBuilder } from 'kysely';
import { matchAny } from '../platform/db/match-any.ts';
import { purgeExpired } from '../platform/db/purge.ts';
import type { DB } from '../platform/db/schema.gen.ts';
import { read, type Database } from '../platform/db/transaction.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import { kinds, type Change, type ObjectFacts, type Position, type ReadersOf } from './rules.ts';

/** For how long a stream that was interrupted can be resumed. */
export const keptMinutes = 10;

export function deleteOldChanges(database: Database): Promise<void> {
  const rows = sql`
    select ctid from live_change where created_at < now() - make_interval(mins => ${keptMinutes + 5})
    order by created_at`;
  return purgeExpired(database, [{ table: 'live_change', rows }]);
}

/** By the clock of the database, which all processes share. */
const here = sql`pg_current_snapshot()::text as snapshot, floor(date_part('epoch', clock_timestamp()) * 1000) as "atMs"`;

export async function readPosition(database: Database): Promise<Position> {
  const { rows } = await read(database, '*', (db) => sql<Position>`select ${here}`.execute(db));
  return rows[0] as Position;
}

type ChangeOf = Change & { readonly workspaceId: WorkspaceId };

interface UnseenChanges extends Position {
  /** The given snapshot was taken before this one, on the same database. */
  readonly isPast: boolean;
  readonly changes: readonly ChangeOf[];
  /** Workspaces that have moved to another cell. */
  readonly moved: readonly WorkspaceId[];
}

/**
 * What a snapshot did not see and this one does, of some workspaces. Rows of a backup from another cluster may have transaction
 * ids that are in the future here, hence the upper bound.
 */
export async function readChanges(
  database: Database,
  workspaceIds: readonly WorkspaceId[],
  snapshot: string,
  maxPerWorkspace: number,
): Promise<UnseenChanges> {
  const since = sql`${snapshot}::pg_snapshot`;
  const { rows } = await read(database, '*', (db) =>
    sql<UnseenChanges>`
      select ${here},
        pg_snapshot_xmax(${since}) <= pg_snapshot_xmax(pg_current_snapshot()) as "isPast",
        coalesce((
          select json_agg(json_build_object('workspaceId', c.workspace_id, 'kind', c.kind, 'objectId', c.object_id,
            'memberId', c.member_id, 'crmObjectId', c.crm_object_id, 'crmKeys', c.crm_keys))
          from unnest(${workspaceIds}::uuid[]) as w (id) cross join lateral (
            select * from live_change
            where workspace_id = w.id and tx >= pg_snapshot_xmin(${since})
              and tx < pg_snapshot_xmax(pg_current_snapshot()) and not pg_visible_in_snapshot(tx, ${since})
            order by tx, seq limit ${maxPerWorkspace}) c), '[]') as changes,
        array(select workspace_id::text from workspace
          where workspace_id = any (${workspaceIds}::uuid[]) and moved_to is not null) as moved
    `.execute(db),
  );
  return rows[0] as UnseenChanges;
}

/** Who beside admins may read what was changed, by `getReadersKey`; `*` stands for all users. */
export type Readers = ReadonlyMap<string, readonly string[]>;

export function getReadersKey({ kind, objectId }: Change): string {
  return `${kinds[kind]?.readers} ${objectId}`;
}

/** The readers of changes, and the objects of those that are changes of records. */
export function findAudience(
  database: Database,
  workspaceId: WorkspaceId,
  changes: readonly Change[],
): Promise<{ readonly readers: Readers; readonly objects: ReadonlyMap<string, ObjectFacts> }> {
  return read(database, workspaceId, async (db) => ({
    readers: await findReaders(db, workspaceId, changes),
    objects: await findObjects(db, workspaceId, changes),
  }));
}

async function findReaders(
  db: Kysely<DB>,
  workspaceId: WorkspaceId,
  changes: readonly Change[],
): Promise<Readers> {
  const idsOf = (source: string) =>
    changes.flatMap(({ kind, objectId }) => (kinds[kind]?.readers === source ? (objectId ?? []) : []));
  const lookUps = Object.entries(readersOf).flatMap(([source, lookUp]) => {
    const ids = [...new Set(idsOf(source))];
    return ids.length > 0 ? [sql`select ${source} as source, * from (${lookUp(workspaceId, ids)}) r`] : [];
  });
  if (lookUps.length === 0) return new Map();
  const { rows } = await sql<{ source: string; id: string; reader: string }>`
    ${sql.join(lookUps, sql` union all `)}
  `.execute(db);
  const readers = new Map<string, string[]>();
  for (const { source, id, reader } of rows) {
    const key = `${source} ${id}`;
    readers.set(key, [...(readers.get(key) ?? []), reader]);
  }
  return readers;
}

type LookUp = (workspaceId: WorkspaceId, ids: readonly string[]) => RawBuilder<unknown>;

/** Attributes that lead to an object of which users may not know. */
const isHidden = sql`exists (
  select from crm_attribute other
  join crm_object o on o.workspace_id = other.workspace_id and o.id = other.object_id
  where other.workspace_id = a.workspace_id and other.relation_id = a.relation_id
    and other.relation_side <> a.relation_side and o.user_permission = 'none')`;

const ofPages = sql`
  select e.workspace_id, e.id, e.owner_member_id as reader from event_type e where e.owner_member_id is not null
  union all
  select e.workspace_id, e.event_type_id, e.member_id from event_type_host e
  union all
  select e.workspace_id, e.id, m.member_id from event_type e
  join team_membership m on m.workspace_id = e.workspace_id and m.team_id = e.owner_team_id`;

/** The same rules as those of the routes that read these things. */
const readersOf: Record<ReadersOf, LookUp> = {
  absence: ownedBy('absence'),
  attribute: (workspaceId, ids) => sql`
    select a.id::text, '*' as reader from crm_attribute a
    join crm_object o on o.workspace_id = a.workspace_id and o.id = a.object_id
    where a.workspace_id = ${workspaceId} and a.id = ${matchAny(ids, 'uuid')} and o.user_permission <> 'none'
      and not ${isHidden}`,
  catcher: ownedBy('webhook_catcher'),
  connection: ownedBy('calendar_connection'),
  event: (workspaceId, ids) => sql`
    select event_id as id, host_id as reader from event_host
    where workspace_id = ${workspaceId} and event_id = ${matchAny(ids, 'text')}`,
  form: ownedBy('routing_form', sql`owner_member_id`),
  link: (workspaceId, ids) => sql`
    select l.id::text, p.reader from link l
    join (${ofPages}) p on p.workspace_id = l.workspace_id and p.id = l.event_type_id
    where l.workspace_id = ${workspaceId} and l.id = ${matchAny(ids, 'uuid')}`,
  object: (workspaceId, ids) => sql`
    select slug as id, '*' as reader from crm_object
    where workspace_id = ${workspaceId} and slug = ${matchAny(ids, 'text')} and user_permission <> 'none'`,
  page: (workspaceId, ids) => sql`
    select id::text, reader from (${ofPages}) p
    where workspace_id = ${workspaceId} and id = ${matchAny(ids, 'uuid')}`,
  passkey: ownedBy('passkey'),
  poll: (workspaceId, ids) => sql`
    select id::text, unnest(host_ids || member_id) as reader from poll
    where workspace_id = ${workspaceId} and id = ${matchAny(ids, 'uuid')}`,
  request: (workspaceId, ids) => sql`
    select id, unnest(host_ids) as reader from booking_request
    where workspace_id = ${workspaceId} and id = ${matchAny(ids, 'text')}`,
  schedule: (workspaceId, ids) => sql`
    select id, member_id as reader from schedule
    where workspace_id = ${workspaceId} and id = ${matchAny(ids, 'text')}`,
  app: ownedBy('app', sql`creator_id`),
  connectedApp: ownedBy('app_grant'),
  session: ownedBy('session'),
  token: ownedBy('api_token'),
  user: (_workspaceId, ids) => sql`select id, id as reader from unnest(${ids}::text[]) as u (id)`,
  webhook: ownedBy('webhook', sql`member_id`, sql`scope = 'user'`),
};

function ownedBy(table: string, owner = sql`member_id`, condition = sql`true`): LookUp {
  return (workspaceId, ids) => sql`
    select id::text, ${owner} as reader from ${sql.table(table)}
    where workspace_id = ${workspaceId} and id = ${matchAny(ids, 'uuid')} and ${condition}`;
}

async function findObjects(
  db: Kysely<DB>,
  workspaceId: WorkspaceId,
  changes: readonly Change[],
): Promise<Map<string, ObjectFacts>> {
  const ids = [...new Set(changes.flatMap(({ crmObjectId }) => crmObjectId ?? []))];
  if (ids.length === 0) return new Map();
  const { rows } = await sql<ObjectFacts & { id: string }>`
    select o.id, o.slug, o.user_permission <> 'none' as "isReadable",
      array(select a.key from crm_attribute a where a.workspace_id = o.workspace_id and a.object_id = o.id
        and a.relation_id is not null and ${isHidden}) as "hiddenKeys"
    from crm_object o where o.workspace_id = ${workspaceId} and o.id = ${matchAny(ids, 'uuid')}
  `.execute(db);
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}
