import type { Ctx } from '../../platform/context.ts';
import type { ChangeRow } from '../history/public.ts';
import { findDefinition } from '../schema/public.ts';

/** What an entry says of a meeting, a form or a call without saying whose it was. Titles and reasons have names in them. */
const impersonal: ReadonlySet<string> = new Set([
  'eventUuid',
  'startAt',
  'endAt',
  'movedFrom',
  'noShow',
  'noteUuid',
  'routingFormId',
  'routingFormName',
  'status',
]);

/** Entries on the timeline of a company that are about its people, for users from whom people are hidden. */
export async function omitPeople<Row extends ChangeRow>(
  ctx: Ctx,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const isAboutPerson = ({ detail }: Row) => 'personId' in detail;
  if (!rows.some(isAboutPerson) || (await findDefinition(ctx, 'people', 'read'))) return rows;
  return rows.map((row) => (isAboutPerson(row) ? { ...row, detail: impersonalOf(row.detail) } : row));
}

function impersonalOf(detail: ChangeRow['detail']): ChangeRow['detail'] {
  return Object.fromEntries(Object.entries(detail).filter(([key]) => impersonal.has(key)));
}
