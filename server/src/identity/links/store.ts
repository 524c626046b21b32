import { sql } from 'kysely';
import { hashSecret } from '../../platform/auth/token.ts';
import type { Ctx } from '../../platform/context.ts';
import { read, type Database } from '../../platform/db/transaction.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';

/** What a link in a mail leads to. */
export type LinkTarget =
  | { readonly invitation_id: string }
  | { readonly reset_id: string }
  | { readonly sign_up_id: string };

export interface LinkRow {
  readonly workspace_id: WorkspaceId;
  readonly invitation_id: string | null;
  readonly reset_id: string | null;
  readonly sign_up_id: string | null;
}

/** Sets the token of a link; an earlier one of the same target becomes void. */
export async function upsertLink(ctx: Ctx, target: LinkTarget, token: string): Promise<void> {
  const [column = '', id = ''] = Object.entries(target)[0] ?? [];
  await sql`delete from account_link where workspace_id = ${ctx.workspaceId} and ${sql.ref(column)} = ${id}`.execute(
    ctx.db,
  );
  await ctx.db
    .insertInto('account_link')
    .values({ token_hash: hashSecret(token), workspace_id: ctx.workspaceId, ...target })
    .execute();
}

export function findLink(database: Database, token: string): Promise<LinkRow | undefined> {
  return read(database, '*', (db) =>
    db
      .selectFrom('account_link')
      .where('token_hash', '=', hashSecret(token))
      .select(['workspace_id', 'invitation_id', 'reset_id', 'sign_up_id'])
      .executeTakeFirst(),
  );
}
