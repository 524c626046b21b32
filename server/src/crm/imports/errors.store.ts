import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { FieldErrors } from '../../platform/problems.ts';

/** What is wrong with a row of a file. */
export interface RowError {
  readonly row: number;
  readonly status: 'failed' | 'partial';
  readonly message: string;
  readonly errors?: FieldErrors | null;
}

export async function insertErrors(ctx: Ctx, importId: string, errors: readonly RowError[]): Promise<void> {
  if (errors.length === 0) return;
  await sql`
    insert into crm_import_error (workspace_id, import_id, row_number, status, message, errors)
    select ${ctx.workspaceId}, ${importId}, x.row, x.status, x.message, x.errors
    from jsonb_to_recordset(${JSON.stringify(errors)}::jsonb)
      as x (row integer, status text, message text, errors jsonb)
  `.execute(ctx.db);
}

export async function listErrors(
  ctx: Ctx,
  importId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<RowError[]> {
  const result = await sql<RowError>`
    select row_number as row, status, message, errors from crm_import_error
    where workspace_id = ${ctx.workspaceId} and import_id = ${importId}
    order by row_number limit ${limit} offset ${offset}
  `.execute(ctx.db);
  return result.rows;
}
