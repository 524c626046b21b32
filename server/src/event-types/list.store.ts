import { fold, foldForSearch } from '@daybook/contract/folding.data';
import { sql, type SqlBool } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { buildContainsPattern } from '../platform/text.ts';
import { selectPages } from './store.ts';

type Slice = { limit: number; offset: number };

/** Pages that somebody hosts, that belong to a team, or all. */
export interface PageFilter {
  readonly hostId?: string | undefined;
  readonly teamId?: string | undefined;
  readonly search?: string | undefined;
  readonly isActive?: boolean | undefined;
}

export function listPages(
  ctx: Ctx,
  filter: PageFilter,
  sort: 'created' | 'position',
  { limit, offset }: Slice,
) {
  return selectPages(ctx)
    .where(matching(ctx, filter))
    .$if(sort === 'position', (query) =>
      query
        .orderBy(sql`page.owner_id = ${ctx.actor.memberId}`, 'desc')
        .orderBy(ownerName)
        .orderBy('page.owner_id')
        .orderBy('page.position'),
    )
    .orderBy('page.created_at')
    .orderBy('page.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

const ownerName = sql`coalesce(
  (select folded(m.first_name || ' ' || m.last_name) from member m
   where m.workspace_id = page.workspace_id and m.id = page.owner_member_id),
  (select folded(t.title) from team t where t.workspace_id = page.workspace_id and t.id = page.owner_team_id))`;

export async function countPages(ctx: Ctx, filter: PageFilter): Promise<number> {
  const row = await ctx.db
    .selectFrom('event_type as page')
    .where('page.workspace_id', '=', ctx.workspaceId)
    .where('page.deleted_at', 'is', null)
    .where(matching(ctx, filter))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

function matching({ workspaceId }: Ctx, { hostId, teamId, search, isActive }: PageFilter) {
  const conditions = [
    ...(hostId === undefined
      ? []
      : [
          sql`page.id in (select event_type_id from event_type_host
            where workspace_id = ${workspaceId} and member_id = ${hostId})`,
        ]),
    ...(teamId === undefined ? [] : [sql`page.owner_team_id = ${teamId}`]),
    ...(isActive === undefined ? [] : [sql`page.is_active = ${isActive}`]),
    ...(search === undefined
      ? []
      : [
          sql`(folded(page.title) like ${buildContainsPattern(foldForSearch(search))} or page.slug like ${buildContainsPattern(slugPart(search))})`,
        ]),
  ];
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

/** A slug has no accents, so that it finds titles with them. What no slug has finds none. */
function slugPart(search: string): string {
  return (
    fold(search)
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || ' '
  );
}
