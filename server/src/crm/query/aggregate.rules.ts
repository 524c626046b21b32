import type { aggregateQuery } from '@daybook/contract/crm-views';
import type { z } from 'zod';
import type { FieldErrors } from '../../platform/problems.ts';
import type { Definition } from '../schema/public.ts';
import { resolveField, QueryError, type Field } from './filter.rules.ts';
import { findGroupProblem } from './keys.rules.ts';

type Query = z.output<typeof aggregateQuery>;
type Op = Query['measures'][number]['op'];

/** A figure over records: their number, or one of the values of a field. */
export type Measure =
  | { readonly op: 'count'; readonly field: Field | null }
  | { readonly op: Exclude<Op, 'count'>; readonly field: Field };

/** The measures of a query, with what is wrong with them and with its groups. */
export function parseMeasures(
  definition: Definition,
  { groupBy, measures = [] }: Partial<Query>,
): { measures: Measure[]; errors: FieldErrors } {
  const errors: FieldErrors = {};
  const why = groupBy == null ? undefined : findGroupProblem(definition, groupBy);
  if (why) errors['groupBy'] = [why];
  const parsed = measures.flatMap(({ op, key }, index): Measure[] => {
    try {
      return [measureOf(definition, op, key ?? undefined, `measures.${index}.key`)];
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
      errors[error.at] = [error.message];
      return [];
    }
  });
  return { measures: parsed, errors };
}

function measureOf(definition: Definition, op: Op, key: string | undefined, at: string): Measure {
  const field = key === undefined ? null : resolveField(definition, key, at);
  if (op === 'count') return { op, field };
  if (!field) throw new QueryError(at, `Give an attribute for ${op}.`);
  const isOrdered = op === 'min' || op === 'max';
  if (isNumber(field) || (isOrdered && isTime(field))) return { op, field };
  throw new QueryError(at, `${key} has no ${op}. It takes a number${isOrdered ? ', date or time' : ''}.`);
}

function isNumber(field: Field): boolean {
  if (field.kind === 'fact') return !isTime(field);
  return field.kind === 'attribute' && ['number', 'currency', 'rating'].includes(field.attribute.type);
}

function isTime(field: Field): boolean {
  if (field.kind === 'fact') return field.fact.endsWith('At');
  if (field.kind === 'column') return field.column !== 'id';
  return field.attribute.type === 'date' || field.attribute.type === 'datetime';
}
