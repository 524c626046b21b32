import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { buildWordPatterns } from '../platform/text.ts';

export interface FoundMember {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** Users whose name or address has every word. A workspace has few users, so all are looked at. */
export async function findMembersLike(ctx: Ctx, foldedText: string, most: number): Promise<FoundMember[]> {
  const words = buildWordPatterns(foldedText);
  if (words.length === 0) return [];
  const result = await sql<FoundMember>`
    select id, trim(first_name || ' ' || last_name) as name, email from member
    where workspace_id = ${ctx.workspaceId}
      and ${sql.join(
        words.map(
          (patterns) =>
            sql`folded(first_name || ' ' || last_name || ' ' || email) like any (${patterns}::text[])`,
        ),
        sql` and `,
      )}
    order by is_active desc, created_at, id limit ${most}
  `.execute(ctx.db);
  return result.rows;
}
