import { foldForSearch } from '@daybook/contract/folding.data';
import { sql, type SqlBool } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { buildContainsPattern } from '../platform/text.ts';
import type { SubmissionRow } from './store.ts';

interface SubmissionFilter {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly search?: string | undefined;
}

function submissions(ctx: Ctx, formId: string, { since, until, search }: SubmissionFilter) {
  let found = ctx.db
    .selectFrom('routing_submission')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('form_id', '=', formId);
  if (since !== undefined) found = found.where('created_at', '>=', since);
  if (until !== undefined) found = found.where('created_at', '<', until);
  if (search === undefined) return found;
  const pattern = buildContainsPattern(foldForSearch(search));
  return found.where(sql<SqlBool>`exists (
    select from jsonb_array_elements(answers) as given (item) where folded(item ->> 'answer') like ${pattern})`);
}

export async function listSubmissions(
  ctx: Ctx,
  formId: string,
  filter: SubmissionFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<SubmissionRow[]> {
  const rows = await submissions(ctx, formId, filter)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows as SubmissionRow[];
}

export async function countSubmissions(ctx: Ctx, formId: string, filter: SubmissionFilter): Promise<number> {
  const row = await submissions(ctx, formId, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}
