import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { matchAny } from '../platform/db/match-any.ts';

/** An event for which somebody waits, with its page, as a letter needs them. */
export interface AwaitedEvent {
  readonly title: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly organization: string;
  readonly logo: string | null;
  readonly color: string;
  /** Null once it is deleted or inactive. */
  readonly slug: string | null;
  readonly ownerSlug: string;
  readonly isTeam: boolean;
}

export async function findAwaitedEvents(
  ctx: Ctx,
  ids: readonly string[],
): Promise<Map<string, AwaitedEvent>> {
  const { rows } = await sql<AwaitedEvent & { id: string }>`
    select e.id, e.title, e.starts_at, e.ends_at, w.name as organization, w.logo, p.color,
      case when p.is_active and p.deleted_at is null then p.slug end as slug,
      coalesce(m.slug, t.slug, '') as "ownerSlug", p.owner_team_id is not null as "isTeam"
    from scheduled_event e
    join event_type p on p.workspace_id = e.workspace_id and p.id = e.event_type_id
    join workspace w on w.workspace_id = e.workspace_id
    left join member m on m.workspace_id = p.workspace_id and m.id = p.owner_member_id
    left join team t on t.workspace_id = p.workspace_id and t.id = p.owner_team_id
    where e.workspace_id = ${ctx.workspaceId} and e.id = ${matchAny(ids, 'text')}
  `.execute(ctx.db);
  return new Map(rows.map((row) => [row.id, row]));
}
