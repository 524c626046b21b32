import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import type { PollRow } from './store.ts';

interface LooksRow {
  readonly organization: string;
  readonly logo: string | null;
  readonly color: string;
  readonly hidesBrand: boolean;
  /** Of the poll's creator, in which times are shown to those of whom nothing is known. */
  readonly timezone: string;
  readonly language: string;
}

/** How a poll looks to those who vote. */
export async function findBranding(
  ctx: Ctx,
  { event_type_id: eventTypeId, member_id: memberId }: Pick<PollRow, 'event_type_id' | 'member_id'>,
): Promise<LooksRow> {
  const { rows } = await sql<LooksRow>`
    select w.name as organization, w.logo, w.hides_brand as "hidesBrand", p.color, m.timezone, m.language
    from event_type p
    join workspace w on w.workspace_id = p.workspace_id
    join member m on m.workspace_id = p.workspace_id and m.id = ${memberId}
    where p.workspace_id = ${ctx.workspaceId} and p.id = ${eventTypeId}
  `.execute(ctx.db);
  const [row] = rows;
  if (!row) throw new Error('The page and the maker of a poll are there as long as it is.');
  return row;
}
