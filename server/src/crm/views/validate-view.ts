import type { viewChanges } from '@daybook/contract/crm-views';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import type { FieldErrors } from '../../platform/problems.ts';
import { buildQueryFromPartialBody, validateQuery } from '../query/public.ts';
import type { Definition } from '../schema/public.ts';
import { validateLayout } from './rules.ts';
import { hasView, type ViewRow } from './store.ts';

const maxFilterLength = 20_000;

/** Filter and order as for a query; columns and lanes by the definition. */
export async function validateView(
  ctx: Ctx,
  definition: Definition,
  fields: z.output<typeof viewChanges>,
  before?: ViewRow,
): Promise<FieldErrors> {
  const { filter, sort, after } = fields;
  const isNoPlace = after != null && (after === before?.id || !(await hasView(ctx, definition.id, after)));
  const isTooLong = JSON.stringify(filter ?? null).length > maxFilterLength;
  return {
    ...(await validateQuery(ctx, definition, buildQueryFromPartialBody({ filter, sort }))),
    ...(isTooLong && { filter: [`Must have at most ${maxFilterLength} characters.`] }),
    ...(isNoPlace && { after: ['Must be another view of the same records.'] }),
    ...validateLayout(definition, fields, {
      kind: before?.kind ?? 'table',
      groupBy: before?.group_by ?? null,
    }),
  };
}
