import type { crmView } from '@daybook/contract/crm-views';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { toShownFilter, filterUsableSort, findGroupProblem, findKeyProblem } from '../query/public.ts';
import type { Definition } from '../schema/public.ts';
import type { ViewRow } from './store.ts';

/** A view as the actor can use it now. What it names and the object no longer has is left out. */
export async function serializeView(
  ctx: Ctx,
  definition: Definition,
  row: ViewRow,
): Promise<z.output<typeof crmView>> {
  const { filter, isIncomplete } = await toShownFilter(ctx, definition, row.filter);
  const sort = filterUsableSort(definition, row.sort);
  const columns = row.columns.filter(({ key }) => findKeyProblem(definition, key) === undefined);
  const isGroupable = row.group_by !== null && findGroupProblem(definition, row.group_by) === undefined;
  const groupBy = isGroupable ? row.group_by : null;
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    isShared: row.is_shared,
    isOwn: row.member_id === ctx.actor.memberId,
    filter,
    sort,
    columns: [...columns],
    groupBy,
    position: row.position,
    isIncomplete:
      isIncomplete ||
      sort.length < row.sort.length ||
      columns.length < row.columns.length ||
      groupBy !== row.group_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
