import { sql } from 'kysely';
import { isAdmin } from '../platform/auth/actor.ts';
import type { Ctx } from '../platform/context.ts';

export interface Progress {
  readonly profile: boolean;
  readonly hours: boolean;
  readonly calendar: boolean;
  readonly page: boolean;
  readonly link: boolean;
  readonly team: boolean;
  readonly confirmed: string[];
}

/** How far the actor has come. Hours count as set once the default schedule was changed after it was made. */
export async function readProgress({ db, workspaceId, actor }: Ctx): Promise<Progress> {
  const result = await sql<Progress>`
    select trim(m.first_name) <> '' and trim(m.last_name) <> '' and m.timezone <> 'UTC' as profile,
      exists (select from schedule s where s.workspace_id = m.workspace_id and s.member_id = m.id and s.is_default
        and s.updated_at > s.created_at) as hours,
      exists (select from calendar_connection c where c.workspace_id = m.workspace_id and c.member_id = m.id) as calendar,
      exists (select from event_type_host h join event_type p on p.workspace_id = h.workspace_id and p.id = h.event_type_id
        where h.workspace_id = m.workspace_id and h.member_id = m.id and p.is_active and p.deleted_at is null) as page,
      exists (select from event_host e where e.workspace_id = m.workspace_id and e.host_id = m.id and e.event_id is not null)
        or exists (select from event_type_host h join link l on l.workspace_id = h.workspace_id and l.event_type_id = h.event_type_id
          where h.workspace_id = m.workspace_id and h.member_id = m.id) as link,
      ${isAdmin(actor)} and (
        exists (select from member o where o.workspace_id = m.workspace_id and o.id <> m.id and o.is_active)
        or exists (select from invitation i where i.workspace_id = m.workspace_id)) as team,
      array(select f.key from first_step f where f.workspace_id = m.workspace_id and f.member_id = m.id) as confirmed
    from member m where m.workspace_id = ${workspaceId} and m.id = ${actor.memberId}
  `.execute(db);
  const [row] = result.rows;
  if (!row) throw new Error('The first steps need a user.');
  return row;
}

export async function confirmStep({ db, workspaceId, actor }: Ctx, key: string): Promise<void> {
  await db
    .insertInto('first_step')
    .values({ workspace_id: workspaceId, member_id: actor.memberId, key })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
