import type { viewChanges } from '@daybook/contract/crm-views';
import type { z } from 'zod';
import type { FieldErrors } from '../../platform/problems.ts';
import { findGroupProblem, findKeyProblem } from '../query/public.ts';
import type { Definition } from '../schema/public.ts';

type Fields = z.output<typeof viewChanges>;

/** `-amount,name` as the list that is stored. */
export function sortNames(sort: string | readonly string[]): string[] {
  const names = typeof sort === 'string' ? sort.split(',') : sort;
  return names.map((name) => name.trim()).filter(Boolean);
}

/** What is wrong with the columns and the lanes of a view. `before` is what it has of them if it is changed. */
export function validateLayout(
  definition: Definition,
  { kind, columns = [], groupBy }: Fields,
  before: { readonly kind: string; readonly groupBy: string | null },
): FieldErrors {
  const errors: FieldErrors = {};
  for (const [index, { key }] of columns.entries()) {
    const why = findKeyProblem(definition, key);
    if (why) errors[`columns.${index}.key`] = [why];
  }
  const why = findLanesProblem(
    definition,
    kind ?? before.kind,
    groupBy === undefined ? before.groupBy : groupBy,
  );
  const isSent = kind !== undefined || groupBy !== undefined;
  if (why && isSent) errors['groupBy'] = [why];
  return errors;
}

function findLanesProblem(definition: Definition, kind: string, groupBy: string | null): string | undefined {
  if (groupBy !== null) return findGroupProblem(definition, groupBy);
  return kind === 'board' ? 'A board needs an attribute to group by.' : undefined;
}
