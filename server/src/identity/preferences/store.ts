import { sql, type Selectable } from 'kysely';
import { updateMember } from '../../members/public.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Preference } from '../../platform/db/schema.gen.ts';

type Columns = Omit<Selectable<Preference>, 'workspace_id' | 'member_id'>;
export type PreferencesRow = Columns & { readonly language: string };

/** The user's choices, with defaults for the rest. */
export async function readPreferences(ctx: Ctx, memberId: string): Promise<PreferencesRow> {
  const { rows } = await sql<PreferencesRow>`
    select m.language, coalesce(p.theme, 'system') as theme, coalesce(p.clock, '24') as clock,
      coalesce(p.first_day_of_week, 'monday') as first_day_of_week, coalesce(p.shortcuts, true) as shortcuts
    from member m left join preference p on p.workspace_id = m.workspace_id and p.member_id = m.id
    where m.workspace_id = ${ctx.workspaceId} and m.id = ${memberId}`.execute(ctx.db);
  const [row] = rows;
  if (!row) throw new Error('Preferences need a user.');
  return row;
}

export async function upsertPreferences(
  ctx: Ctx,
  memberId: string,
  { language, ...columns }: Partial<PreferencesRow>,
): Promise<void> {
  const key = { workspace_id: ctx.workspaceId, member_id: memberId };
  await ctx.db
    .insertInto('preference')
    .values({ ...key, ...columns })
    .onConflict((conflict) => {
      const found = conflict.columns(['workspace_id', 'member_id']);
      return Object.keys(columns).length > 0 ? found.doUpdateSet(columns) : found.doNothing();
    })
    .execute();
  if (language === undefined) return;
  await updateMember(ctx, memberId, { language });
}
