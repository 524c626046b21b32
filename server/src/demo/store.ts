import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { read, type Database } from '../platform/db/transaction.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';

export interface UnfilledDemo {
  readonly workspaceId: WorkspaceId;
  readonly ownerId: string;
  readonly ownerEmail: string;
}

/** Demo workspaces, of all, with fewer steps than these. */
export function findUnfilledDemos(database: Database, steps: number): Promise<UnfilledDemo[]> {
  return read(database, '*', async (db) => {
    const result = await sql<UnfilledDemo>`
      select d.workspace_id as "workspaceId", m.id as "ownerId", m.email as "ownerEmail"
      from demo d cross join lateral (
        select id, email from member where workspace_id = d.workspace_id and role = 'owner' and is_active
        order by created_at, id limit 1) m
      where d.steps < ${steps}
    `.execute(db);
    return result.rows;
  });
}

export async function insertDemo({ db, workspaceId }: Ctx): Promise<void> {
  await db.insertInto('demo').values({ workspace_id: workspaceId }).execute();
}

/** How many steps were filled in. Locked, so that each is filled in once; undefined if the workspace is no demo any more. */
export async function lockDemo({ db, workspaceId }: Ctx): Promise<number | undefined> {
  const row = await db
    .selectFrom('demo')
    .where('workspace_id', '=', workspaceId)
    .select('steps')
    .forUpdate()
    .executeTakeFirst();
  return row?.steps;
}

export async function countStep({ db, workspaceId }: Ctx): Promise<void> {
  await db
    .updateTable('demo')
    .set(({ eb }) => ({ steps: eb('steps', '+', 1) }))
    .where('workspace_id', '=', workspaceId)
    .execute();
}

export interface DemoHost {
  readonly id: string;
  readonly email: string;
  readonly timezone: string;
}

export interface DemoPage {
  readonly id: string;
  readonly title: string;
  readonly duration: number;
  readonly hosts: readonly DemoHost[];
}

/** Pages with their hosts, by `owner/slug`. */
export async function findDemoPages({ db, workspaceId }: Ctx): Promise<ReadonlyMap<string, DemoPage>> {
  const result = await sql<DemoPage & { address: string }>`
    select s.slug || '/' || p.slug as address, p.id, p.title, p.duration, h.hosts
    from event_type p
    join owner_slug s on s.workspace_id = p.workspace_id and (s.member_id = p.owner_member_id or s.team_id = p.owner_team_id)
    cross join lateral (
      select json_agg(json_build_object('id', m.id, 'email', m.email, 'timezone', m.timezone) order by h.position) as hosts
      from event_type_host h join member m on m.workspace_id = h.workspace_id and m.id = h.member_id
      where h.workspace_id = p.workspace_id and h.event_type_id = p.id) h
    where p.workspace_id = ${workspaceId} and p.deleted_at is null and h.hosts is not null
  `.execute(db);
  return new Map(result.rows.map(({ address, ...page }) => [address, page]));
}
